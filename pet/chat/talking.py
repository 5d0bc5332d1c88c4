"""One message and its reply: written down, answered, and what became of the memory told."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from pet.chat.aftermath import Aftermath
from pet.chat.answering import Answering, Asked, Events
from pet.chat.book import Book
from pet.chat.events import Event, MemoryNote, TurnFailed, TurnFinished, TurnStarted
from pet.chat.incognito import Incognito
from pet.chat.memory_tool import MemoryTool
from pet.chat.seat import Memory, Seat
from pet.chat.seats import Seats
from pet.chat.tool_pool import ToolPool
from pet.chat.tools import Tools
from pet.engines.base import Stop
from pet.errors import PetError
from pet.memory.grounds import Heard
from pet.prompt.incoming import Source


class Talking:
    """Turns come one at a time; the caller sees to that."""

    def __init__(self, tools: Tools, answering: Answering, seats: Seats) -> None:
        self._tools = tools
        self._answering = answering
        self._seats = seats
        self._afterwards = Stop()  # of what is asked after a reply

    def talk(self, said: str, stop: Stop, source: Source, seat: Seat, speaker: str = "") -> Events:
        """Say *said* in *seat*; *speaker* answers, where that is not the current one."""
        self._seats.be_talked_over()
        self._answering.recent.begin()
        is_guest = seat is not self._seats.current
        if is_guest and self._seats.current.incognito is not None:
            seat.incognito = Incognito(self._tools, seat.persona_id)
        try:
            yield from self._talk(said, stop, source, seat, speaker)
        finally:
            if is_guest:
                seat.incognito = None
                seat.close()

    def give_way(self) -> None:
        """The user goes on: what is still asked after the last reply is left."""
        self._afterwards.press()

    def offered(self, said: str, memory: Memory) -> ToolPool:
        """What the model would be offered for *said*."""
        tool = MemoryTool(self._tools.store, Heard(said), self._tools.memory_on)
        return _pool(tool, memory)

    def _talk(self, said: str, stop: Stop, source: Source, seat: Seat, speaker: str) -> Events:
        memory = seat.memory
        try:
            book = self._book(seat)
            parts = seat.gather(said)
            turn = book.ask(said, source=source, memory_on=memory == "on")
        except PetError as error:
            yield TurnFailed(error)
            return
        yield TurnStarted(turn, speaker)
        before = parts.turns[-1].user if parts.turns else ""
        heard = Heard(said, turn, before, in_person=source in ("typed", "spoken"))
        tool = MemoryTool(self._tools.store, heard, self._tools.memory_on)
        aftermath = Aftermath(self._tools, memory, tool)
        asked = Asked(turn, book, _pool(aftermath.tool, memory))
        answer = self._answering.answer(asked, parts, seat.nonce, stop)
        with contextlib.closing(answer) as events:
            for event in events:
                ended = self._ended(event, aftermath, seat, stop)
                if isinstance(ended, TurnFinished | TurnFailed) and _is_unsaved(ended.notes):
                    book.tell(turn, "not_saved")
                yield ended
        seat.settle(parts, self._answering.sent)

    def _book(self, seat: Seat) -> Book:
        if seat is self._seats.current or seat.incognito is not None:
            return seat.book()
        return seat.book(asked_from=self._seats.current.take().session)

    def _ended(self, event: Event, aftermath: Aftermath, seat: Seat, stop: Stop) -> Event:
        """The last event of a turn with what became of the memory; the others as they are."""
        match event:
            case TurnFinished():
                if event.ending != "stopped":
                    self._look_afterwards(aftermath, seat.nonce, stop)
                notes = aftermath.notes(event.text)
            case TurnFailed():
                notes = aftermath.notes(event.partial)
            case _:
                return event
        hidden = self._seats.current.incognito
        if hidden is not None:
            hidden.offer(aftermath.tool.heard.meant)
        return replace(event, notes=notes)

    def _look_afterwards(self, aftermath: Aftermath, nonce: str, stop: Stop) -> None:
        """Ask what should be kept, where the model could not say it by itself."""
        self._afterwards = Stop()
        forget = stop.call_when_pressed(self._afterwards.press)
        try:
            aftermath.look(self._answering, nonce, self._afterwards)
        finally:
            forget()


def _is_unsaved(notes: tuple[MemoryNote, ...]) -> bool:
    return any(note.kind == "not_saved" for note in notes)


def _pool(tool: MemoryTool, memory: Memory) -> ToolPool:
    """What the model may call: nothing unless the memory is on."""
    return ToolPool((tool.tool,) if memory == "on" else ())
