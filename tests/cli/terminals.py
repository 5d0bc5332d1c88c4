"""A person at a terminal: the program behind a pseudo-terminal, typed at and read from."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
from contextlib import contextmanager

from tests.cli.program import LIMIT_S, Program
from tests.waiting import until

CTRL_C = "\x03"
CTRL_D = "\x04"


class Person:
    """Types into the terminal, and sees everything that was written there so far."""

    def __init__(self, master: int, program: subprocess.Popen[bytes]) -> None:
        self._master = master
        self._program = program
        self._seen = b""
        self._read_to = 0

    @property
    def seen(self) -> str:
        """All that stood on the screen, without the line ends' carriage returns."""
        self._look()
        return self._seen.decode("utf-8", "replace").replace("\r\n", "\n")

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def sees(self, text: str) -> None:
        """Wait until *text* is written after what was seen before."""

        def is_there() -> bool:
            place = self.seen.find(text, self._read_to)
            if place >= 0:
                self._read_to = place + len(text)
            return place >= 0

        try:
            until(is_there)
        except AssertionError:
            raise AssertionError(f"{text!r} did not come; there was {self.seen!r}") from None

    def ends(self) -> int:
        """Wait for the end of the program; its exit code."""
        code = until(lambda: self._look() or self._program.poll() is not None)
        assert code
        return self._program.wait(LIMIT_S)

    def _look(self) -> None:
        while select.select([self._master], [], [], 0)[0]:
            try:
                piece = os.read(self._master, 4096)
            except OSError:  # Linux says so when the other side has closed
                return
            if not piece:
                return
            self._seen += piece


@contextmanager
def at_a_terminal(pet: Program, *words: str):
    """`pet` with *words* at a terminal of its own, whose Ctrl+C is a signal."""
    master, slave = pty.openpty()
    environ = {**pet.environ, "TERM": "dumb"}
    program = subprocess.Popen(
        pet.command(*words),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environ,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(slave)
    try:
        yield Person(master, program)
    finally:
        program.kill()
        program.wait(LIMIT_S)
        os.close(master)


def _take_terminal() -> None:
    """Make standard input the controlling terminal, so that Ctrl+C reaches the program."""
    # A test run in the background of a shell is deaf to Ctrl+C, and so would its children be.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
