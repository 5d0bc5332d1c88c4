"""Files the user asked for: never over another one unasked, never in a folder made up."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from pet import files
from pet.cli.call import Call
from pet.errors import PetError


def write_file(call: Call, file: Path, content: bytes) -> None:
    """Write *file* whole, after asking where it is there already. Raises PetError."""
    try:
        if not file.parent.is_dir():  # a folder that was mistyped is not made
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if file.exists() and not call.agree(call.texts("cli.export.ask", file=str(file))):
            raise PetError("cli.export.declined")
        files.write_whole(file, content)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("cli.export.unwritable", reason=reason) from error
