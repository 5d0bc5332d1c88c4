"""Logging set-up. What was said never reaches the log: only keys, ids, counts and times do."""

from __future__ import annotations

import logging
import logging.handlers
import re
from pathlib import Path
from typing import Final

from pet import files

_MAX_BYTES: Final = 512 * 1024
# What would make a line look like two, or like another, where the file is read in a terminal.
_CONTROLS: Final = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class _OneLine(logging.Formatter):
    """A message is one line, whatever a server or a file name put into it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - its name
        return _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], super().formatMessage(record))


class _LogFile(logging.handlers.RotatingFileHandler):
    """A log whose own trouble (a full disk, a folder that is gone) is nobody's business."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - its name
        """Say nothing: `logging` would write a traceback to the user's terminal."""


def set_up(path: Path) -> None:
    """Write warnings and program events to *path*, at most two files of half a MiB."""
    logger = logging.getLogger("pet")
    for former in tuple(logger.handlers):
        logger.removeHandler(former)
        former.close()
    logger.propagate = False
    logger.setLevel(logging.INFO)
    try:
        files.make_private_folder(path.parent)
        handler: logging.Handler = _LogFile(
            path, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
        path.touch(mode=files.PRIVATE_FILE)
    except OSError:  # a read-only home must not keep the pet from talking
        handler = logging.NullHandler()
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
