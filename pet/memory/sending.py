"""What was sent and is not in the store yet: a small file for each message, for milliseconds.

The store takes some milliseconds to answer, or seconds where another copy writes; a kill in that
time must not take the message along. Writing such a file waits for no lock and no disk. One that is
found later was left by a copy that died, and its text becomes part of the draft.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pet import files
from pet.memory import locks
from pet.memory.failures import translated
from pet.memory.sessions import Lease
from pet.memory.store import Store
from pet.paths import Paths

_NAME: Final = "sending-"
_FLAGS: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Sending:
    """A message, when it was sent (UTC ms), and the file that holds it."""

    text: str
    sent_ms: int
    path: Path


def note(store: Store, lease: Lease, text: str, number: int) -> Path:
    """Write *text* down before it is on its way; *number* is another for each message.

    Takes microseconds. Raises StoreError.
    """
    now_ms = store.clock.utc_ms()
    path = store.paths.session_locks / f"{_NAME}{lease.uuid}.{now_ms}-{number:06d}.json"
    content = json.dumps({"text": text, "at": now_ms}).encode()
    with translated(), os.fdopen(os.open(path, _FLAGS, files.PRIVATE_FILE), "wb") as stream:
        stream.write(content)
    return path


def settle(path: Path) -> None:
    """The store has the message, or the user has it back. Raises StoreError."""
    with translated():
        path.unlink(missing_ok=True)


def left(store: Store, lease: Lease, since_ms: int | None = None) -> Iterator[tuple[Sending, bool]]:
    """What this session and dead copies left behind, and whether the store has it after all.

    What this session sent at *since_ms* (UTC) or later is not left behind: it is on its way. Raises
    StoreError.
    """
    for path in _files(store.paths):
        name = path.stem.removeprefix(_NAME).partition(".")[0]
        lock = None if name == lease.uuid else locks.take_session(store.paths, name)
        if lock is None and name != lease.uuid:
            continue  # its copy lives
        if lock is not None:
            locks.drop(lock)
        one = _read(path)
        if one is None:  # torn: the copy died while it wrote
            settle(path)
        elif lock is not None or since_ms is None or one.sent_ms < since_ms:
            yield one, _is_stored(store, name, one.sent_ms)


def remove_if(paths: Paths, carries: Callable[[str], bool]) -> None:
    """Remove what holds a text that is being erased, and what cannot be read. Raises OSError."""
    for path in _files(paths):
        one = _read(path)
        if one is None or carries(one.text):
            path.unlink(missing_ok=True)


def with_draft(one: Sending, draft: str, *, is_stored: bool) -> str:
    """The draft with what was sent before it, each once.

    The draft was kept last before the message was sent (then it is its beginning), or after it
    (then it begins with it).
    """
    if draft.startswith(one.text):
        rest = draft.removeprefix(one.text).lstrip("\n")
    else:
        rest = "" if one.text.startswith(draft) else draft
    return rest if is_stored else "\n".join(filter(None, (one.text, rest)))


def _files(paths: Paths) -> list[Path]:
    return sorted(paths.session_locks.glob(f"{_NAME}*.json"))


def _is_stored(store: Store, name: str, sent_ms: int) -> bool:
    """One message is sent at a time: any turn that this session began since then is it."""
    return bool(
        store.rows(
            "SELECT 1 FROM turns JOIN sessions ON sessions.id = turns.session"
            " WHERE sessions.uuid = ? AND turns.created_ms >= ? LIMIT 1",
            name,
            sent_ms,
        )
    )


def _read(path: Path) -> Sending | None:
    with contextlib.suppress(OSError, ValueError):
        match files.read_json(path):
            case {"text": str(text), "at": int(at)}:
                return Sending(text, at, path)
    return None
