"""Speaking to a running copy: one line of JSON there, one line back, and no Qt.

The other end is `pet/ui/single_instance.py`; the address is `Paths.socket`.
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from pet.errors import PetError

Request = Literal[
    "toggle-chat", "show", "hide", "memory", "wear", "quit", "ping", "edit-persona", "import"
]
REQUESTS: Final[tuple[Request, ...]] = get_args(Request)
PATIENCE: Final = 2.0  # seconds; a copy that hangs must not hang the terminal too
MAX_LINE: Final = 4096  # bytes of a request or an answer


class NotRunning(PetError):
    """No copy listens at the address of this home folder."""


class NotAnswering(PetError):
    """A copy is there, but it said nothing in time, or no."""


def ask(address: str, do: Request, what: str = "", *, seconds: float = PATIENCE) -> None:
    """Have the copy at *address* do something, with *what*; returns once it said that it will.

    Raises NotRunning and NotAnswering. Takes at most about *seconds*.
    """
    line = json.dumps({"do": do, "what": what} if what else {"do": do}).encode() + b"\n"
    answer = _talk_pipe(address, line, seconds) if _pipes() else _talk(address, line, seconds)
    if not _agreed(answer):
        raise NotAnswering("remote.not_answering", seconds=seconds)


def _pipes() -> bool:
    return sys.platform == "win32"


def _talk(address: str, line: bytes, seconds: float) -> bytes:
    with socket.socket(socket.AF_UNIX) as channel:
        channel.settimeout(seconds)
        try:
            channel.connect(address)
        except TimeoutError as error:
            raise NotAnswering("remote.not_answering", seconds=seconds) from error
        except OSError as error:  # not there, refused, or the rest of a copy that crashed
            raise NotRunning("remote.not_running") from error
        with contextlib.suppress(OSError):  # an answer cut short is judged by what it says
            channel.sendall(line)
            return _first_line(channel)
    return b""


def _first_line(channel: socket.socket) -> bytes:
    received = b""
    while b"\n" not in received and len(received) < MAX_LINE:
        piece = channel.recv(MAX_LINE)
        if not piece:
            break
        received += piece
    return received


def _talk_pipe(address: str, line: bytes, seconds: float) -> bytes:
    """A named pipe of Windows is opened like a file and knows no timeout: a thread waits for it."""
    outcome: list[bytes | OSError] = []

    def talk() -> None:
        try:
            with open(address, "r+b", buffering=0) as pipe:  # noqa: PTH123 - not a path
                pipe.write(line)
                outcome.append(pipe.readline())
        except OSError as error:
            outcome.append(error)

    worker = threading.Thread(target=talk, name="pet-remote", daemon=True)
    worker.start()
    worker.join(seconds)
    if not outcome:
        raise NotAnswering("remote.not_answering", seconds=seconds)
    first = outcome[0]
    if isinstance(first, OSError):
        raise NotRunning("remote.not_running") from first
    return first


def _agreed(answer: bytes) -> bool:
    try:
        said: Any = json.loads(answer)  # whatever the other end wrote
    except ValueError:
        return False
    return isinstance(said, Mapping) and said.get("ok") is True
