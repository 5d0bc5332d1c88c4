"""`pet chat`: the same conversation as the desktop's, in a plain terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TextIO

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.following import Talk, follow
from pet.cli.output import Output
from pet.cli.terminal import Terminal, Told

if TYPE_CHECKING:
    from pet.app import Pet

_SHOWN_AGAIN: Final = 2  # turns


def chat(call: Call) -> int:
    """Talk until the end of the input; with `--once`, say one thing."""
    with call.open_pet() as pet:
        call.keep_backup(pet.store)
        code = _chat(pet, call)
        call.keep_backup(pet.store)  # on the first day there was nothing before
        return code


def _chat(pet: Pet, call: Call) -> int:
    once = call.asked.value("once")
    output = call.output
    if once is not None:
        text = read_all(sys.stdin) if once == "-" else once
        return say_once(pet.session, text, output)
    person = sys.stdin.isatty() and output.out.isatty() and not output.json
    if person:
        _greet(pet, output)
    terminal = Terminal(output, pet.persona_name() if person else "")
    return converse(pet.session, Lines(sys.stdin, output, person=person), terminal, output)


def say_once(talk: Talk, text: str, output: Output) -> int:
    """Say *text* and show the answer; the exit code tells how it went."""
    told = _say(talk, text, Terminal(output))
    if output.json:
        output.give(told.as_value())
    return told.code


def converse(talk: Talk, lines: Iterator[str], terminal: Terminal, output: Output) -> int:
    """One turn for each of *lines*, until they end or Ctrl+C is pressed between two turns.

    With JSON, one object on one line for each turn.
    """
    try:
        for line in lines:
            if line.strip():
                told = _say(talk, line, terminal)
                if output.json:
                    output.give(told.as_value(), one_line=True)
    except KeyboardInterrupt:
        terminal.close()
    return failures.DONE


def _say(talk: Talk, text: str, terminal: Terminal) -> Told:
    terminal.begin()
    try:
        follow(talk, text, terminal.show, tell_silence=terminal.show_silence)
    finally:
        terminal.close()
    return terminal.told


class Lines(Iterator[str]):
    """What is typed, message by message; a line that ends in a backslash goes on in the next.

    At a terminal a mark is shown, and the line is edited with readline where there is one.
    """

    def __init__(self, stream: TextIO, output: Output, *, person: bool = False) -> None:
        self._stream = stream
        self._output = output
        self._person = person
        if person:
            _enable_editing()

    def __next__(self) -> str:
        """The next message. Raises StopIteration at the end, KeyboardInterrupt on Ctrl+C."""
        lines = [self._line("> ")]
        while lines[-1].endswith("\\"):
            lines[-1] = lines[-1][:-1]
            with contextlib.suppress(StopIteration):  # the end of the input ends the message too
                lines.append(self._line("… "))
        return "\n".join(lines)

    def _line(self, mark: str) -> str:
        if not self._person:
            line = self._stream.readline()
            if not line:
                raise StopIteration
            return line.rstrip("\r\n")
        try:
            return input(mark)
        except EOFError:
            self._output.say("")
            raise StopIteration from None
        except KeyboardInterrupt:
            self._output.say("")
            raise


def read_all(stream: TextIO) -> str:
    """Everything on *stream*, without the line end that `echo` puts behind it."""
    return stream.read().rstrip("\r\n")


def _enable_editing() -> None:
    with contextlib.suppress(ImportError):  # Windows edits lines by itself
        import readline

        readline.set_auto_history(True)


def _greet(pet: Pet, output: Output) -> None:
    """How to leave, then where the conversation stood; a new one begins with the greeting."""
    name = pet.persona_name()
    output.note(output.texts("cli.chat.head", name=name))
    if pet.session.seat.memory != "on":
        output.note(output.texts("cli.chat.memory_off"))
    former = pet.session.seat.shown(_SHOWN_AGAIN)
    for turn in former:
        output.say(f"> {turn.user_text}\n{turn.reply}")
    if not former and (opening := pet.persona_opening()):
        output.say(f"{name}: {opening}")
