"""A turn shown in a terminal: words on stdout as they come, what goes on meanwhile on stderr."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import assert_never

from pet.chat.events import (
    CommandAnswered,
    DidYouMean,
    EngineReading,
    EngineWaking,
    Event,
    MemoryNote,
    NoticeGiven,
    PersonaWorn,
    ReplyRestarted,
    SessionBegan,
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from pet.chat.left_out import News, sentences
from pet.cli import failures
from pet.cli.output import Output, clean, columns
from pet.errors import PetError


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn came to: the answer, how it ended, and the error where it failed."""

    text: str = ""
    ending: str = ""  # "done", "length", "stopped", "failed", "command"; empty: nothing was said
    error: PetError | None = None
    refused: bool = False
    saved: bool = False
    turn: int = 0
    notes: tuple[MemoryNote, ...] = ()

    @property
    def code(self) -> int:
        if self.error is not None:
            return failures.code_of(self.error)
        return failures.REFUSED if self.refused else failures.DONE

    def as_value(self) -> dict[str, object]:
        """One JSON object; `error` only where something failed."""
        value: dict[str, object] = {"reply": self.text, "ending": self.ending, "turn": self.turn}
        if self.ending == "command":
            value |= {"saved": self.saved, "refused": self.refused}
        if self.notes:
            value["memory"] = [asdict(note) for note in self.notes]
        return value | (failures.as_value(self.error) if self.error else {})


class Terminal:
    """Shows the events of one turn after another.

    *name* stands before a reply where a person sits at the terminal; it is empty for scripts.
    With JSON nothing is shown but what `Told` holds at the end.
    """

    def __init__(self, output: Output, name: str = "") -> None:
        self._output = output
        self._name = name
        self._speaker = name  # of the reply that is coming
        self._lively = output.err.isatty() and not output.json
        self._status = 0  # columns of the line that will be written over
        self._speaking = False
        self._told = Told()
        self._news = News()

    def begin(self) -> None:
        """A turn begins."""
        self._told = Told()
        self._speaking = False

    @property
    def told(self) -> Told:
        return self._told

    def show(self, event: Event) -> None:
        texts = self._output.texts
        match event:
            case TurnStarted(turn, speaker):
                self._told = replace(self._told, turn=turn)
                self._speaker = speaker or self._name
            case EngineWaking(model, seconds):
                self._show_status(texts("cli.chat.waking", model=model, seconds=int(seconds)))
            case EngineReading():
                self._show_status(texts("cli.chat.reading"))
            case TextDelta() | ReplyRestarted():
                self._show_reply(event)
            case TurnFinished() | TurnFailed() | CommandAnswered():
                self._show_end(event)
            case SessionBegan() | PersonaWorn() | NoticeGiven() | DidYouMean():
                self._show_aside(event)
            case _:
                assert_never(event)

    def show_silence(self) -> None:
        """Nothing has come for a while."""
        if self._speaking and self._name:  # what a script reads is the reply and nothing else
            self._line("")
            self._speaking = False
        self._aside(self._output.texts("cli.chat.silence"))

    def close(self) -> None:
        """End whatever line is open, so that what comes next starts on its own."""
        self._clear_status()
        if self._speaking:
            self._line("")
        self._speaking = False

    def _show_aside(self, event: SessionBegan | PersonaWorn | NoticeGiven | DidYouMean) -> None:
        match event:
            case SessionBegan():
                self._line("")
            case PersonaWorn(_, name):
                self._name = name if self._name else ""
            case NoticeGiven(text):
                self._aside(text)
            case DidYouMean(command):
                self._aside(self._output.texts("cli.chat.did_you_mean", command=command))

    # -- how a turn ends ----------------------------------------------------------------------

    def _show_end(self, event: TurnFinished | TurnFailed | CommandAnswered) -> None:
        match event:
            case TurnFinished():
                self._finished(event)
            case TurnFailed(error, turn, partial):
                self.close()
                self._told = Told(partial, "failed", error, turn=turn, notes=event.notes)
                self._aside(failures.sentence(self._output.texts, error))
                self._show_notes(event.notes)
            case CommandAnswered(text, refused, saved):
                self.close()
                self._told = Told(text, "command", refused=refused, saved=saved)
                self._line(text)
                self._show_choices(event)

    def _finished(self, event: TurnFinished) -> None:
        self.close()
        self._told = Told(event.text, event.ending, turn=event.turn, notes=event.notes)
        texts = self._output.texts
        if event.ending == "stopped":
            self._aside(texts("cli.chat.stopped"))
        if event.ending == "length":
            self._aside(texts("cli.chat.length"))
        for sentence in sentences(texts, self._news.of(event.left_out)):
            self._aside(f"({sentence})")
        if event.fault is not None:
            self._aside(texts(f"cli.chat.fault.{event.fault}"))
        if event.unreliable:
            self._aside(texts("cli.chat.unreliable"))
        self._show_notes(event.notes)

    def _show_notes(self, notes: Sequence[MemoryNote]) -> None:
        """What became of the memory, and what can be typed about it."""
        for note in notes:
            self._aside(note.text)
            for choice in note.choices:
                self._aside(f"  {choice.label}: {choice.command}")

    def _show_choices(self, event: CommandAnswered) -> None:
        """What a person may type next; what is part of the text already is not said again."""
        for choice in event.choices if self._name else ():
            if choice.label not in event.text:
                self._aside(f"  {choice.label}: {choice.command}")

    # -- the two streams ----------------------------------------------------------------------

    def _show_reply(self, event: TextDelta | ReplyRestarted) -> None:
        match event:
            case TextDelta(text):
                self._show_words(text)
            case ReplyRestarted():
                self.close()
                self._aside(self._output.texts("cli.chat.restarted"))

    def _show_words(self, text: str) -> None:
        if self._output.json:
            return
        self._clear_status()
        if not self._speaking and self._name:
            self._output.write(clean(self._speaker) + ": ")
        self._speaking = True
        self._output.write(clean(text))

    def _line(self, text: str) -> None:
        if not self._output.json:
            self._output.say(text)

    def _aside(self, text: str) -> None:
        if not self._output.json:
            self._clear_status()
            self._output.note(text)

    def _show_status(self, text: str) -> None:
        if not self._lively:
            return
        self._clear_status()
        shown = clean(text)
        self._output.err.write(shown)
        self._output.err.flush()
        self._status = columns(shown)

    def _clear_status(self) -> None:
        if self._status:
            self._output.err.write("\r" + " " * self._status + "\r")
            self._output.err.flush()
            self._status = 0
