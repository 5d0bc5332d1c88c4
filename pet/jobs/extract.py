"""One request to the engine, and what its answer holds: proposals, nothing, or nothing usable."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, Final, Literal

from pet.engines.base import Engine, Finished, Message, Stop, Word
from pet.errors import BudgetExceeded, PromptTooLong
from pet.i18n import Language
from pet.jobs import checks
from pet.jobs.checks import Proposal
from pet.memory.unread import Found, Said
from pet.prompt.assemble import new_nonce
from pet.prompt.budget import Budget
from pet.prompt.noting import REPLY_TOKENS, Quoted, noting_request, schema

MAX_MESSAGES: Final = 6  # of one request: small models lose the count
MAX_BYTES: Final = 2_400  # of the messages in one request
_MOST_READ: Final = 64 * 1024  # of an answer; a loop is no answer
_MESSAGE_TOKENS: Final = 8  # role marks and line ends of the template

_WEEKDAYS: Final = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "ko": ("월", "화", "수", "목", "금", "토", "일"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `broken` is no answer at all, which is not the same as an empty one."""

    state: Literal["answered", "stopped", "broken", "too_large"]
    items: tuple[object, ...] = ()  # JSON of the model


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was let through of the answers about some messages, and what was not, by reason."""

    found: tuple[Found, ...] = ()
    refused: tuple[str, ...] = ()
    state: Literal["answered", "stopped", "broken"] = "answered"
    requests: int = 0
    proposals: tuple[tuple[Proposal | None, Found | str], ...] = field(default=(), repr=False)

    def joined(self, other: Extracted) -> Extracted:
        """Both, as if they were one; nothing of either where *other* was not answered."""
        requests = self.requests + other.requests
        if other.state != "answered":
            return Extracted(state=other.state, requests=requests)
        return Extracted(
            self.found + other.found,
            self.refused + other.refused,
            "answered",
            requests,
            self.proposals + other.proposals,
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """How the engine is asked, all night alike: then it need not read the rules again each time."""

    engine: Engine
    budget: Budget
    language: Language  # of the notes
    zone: tzinfo | None  # where the user lives
    nonce: str


def chunks(messages: Sequence[Said]) -> Iterator[tuple[Said, ...]]:
    """*messages* in portions that one request can hold."""
    portion: list[Said] = []
    size = 0
    for said in messages:
        bytes_of_it = len(said.text.encode(errors="replace"))
        if portion and (len(portion) == MAX_MESSAGES or size + bytes_of_it > MAX_BYTES):
            yield tuple(portion)
            portion, size = [], 0
        portion.append(said)
        size += bytes_of_it
    if portion:
        yield tuple(portion)


def extract(asking: Asking, messages: Sequence[Said], stop: Stop) -> Extracted:
    """What *messages* say of the user; asked in halves where they do not fit. Raises EngineError.

    A message that does not fit alone is passed over: "too_large".
    """
    answer, requests = ask(asking, messages, stop)
    if answer.state == "too_large":
        if len(messages) == 1:
            return Extracted(refused=("too_large",), requests=requests)
        first = extract(asking, messages[: len(messages) // 2], stop)
        if first.state != "answered":
            return first
        return first.joined(extract(asking, messages[len(messages) // 2 :], stop))
    if answer.state != "answered":
        return Extracted(state=answer.state, requests=requests)
    return _checked(asking, messages, answer.items, requests)


def ask(asking: Asking, messages: Sequence[Said], stop: Stop) -> tuple[Answer, int]:
    """The engine's answer about *messages*, and how often it was asked. Raises EngineError."""
    quoted = [Quoted(_day(said, asking), said.text) for said in messages]
    known = any(asking.nonce in said.text for said in messages)
    nonce = new_nonce(said.text for said in messages) if known else asking.nonce
    try:
        request = noting_request(quoted, asking.language, asking.budget, nonce=nonce)
    except BudgetExceeded:
        return Answer("too_large"), 0
    if not _fits(asking.engine, request):
        return Answer("too_large"), 0
    try:
        return _read(asking.engine, request, len(messages), stop), 1
    except PromptTooLong:
        return Answer("too_large"), 1


def items_of(text: str) -> tuple[object, ...] | None:
    """The notes in the JSON *text*, those before a cut too; None where it is no such answer."""
    whole = _loaded(text)
    if isinstance(whole, dict) and isinstance(whole.get("notes"), list):
        return tuple(whole["notes"])
    if whole is not None:
        return None
    begins = text.find("[")
    if begins < 0 or not text.lstrip().startswith("{"):
        return None
    return tuple(_whole_items(text, begins + 1)) or None


def _read(engine: Engine, request: Sequence[Message], messages: int, stop: Stop) -> Answer:
    said: list[str] = []
    size = 0
    ending = ""
    for event in engine.chat(
        request, stop, schema=schema(messages), temperature=0.0, max_tokens=REPLY_TOKENS
    ):
        if isinstance(event, Word):
            size += len(event.text)
            if size <= _MOST_READ:
                said.append(event.text)
        elif isinstance(event, Finished):
            ending = "cut" if event.cut else event.ending
    if ending == "stopped" or stop.pressed:
        return Answer("stopped")
    items = items_of("".join(said)) if ending != "cut" else None
    return Answer("broken") if items is None else Answer("answered", items)


def _checked(
    asking: Asking, messages: Sequence[Said], items: Sequence[object], requests: int
) -> Extracted:
    found: dict[Found, None] = {}
    refused: list[str] = []
    proposals: list[tuple[Proposal | None, Found | str]] = []
    for item in items:
        proposal = checks.read_proposal(item)
        verdict = checks.check(proposal, messages, asking.language, asking.zone)
        proposals.append((proposal, verdict))
        if isinstance(verdict, Found):
            found[verdict] = None
        else:
            refused.append(verdict)
    return Extracted(tuple(found), tuple(refused), "answered", requests, tuple(proposals))


def _fits(engine: Engine, request: Sequence[Message]) -> bool:
    """Whether the window holds the request, as far as the engine can count by itself."""
    tokens = 0
    for message in request:
        counted = engine.count_tokens(message.content)
        if counted is None:
            return True
        tokens += counted + _MESSAGE_TOKENS
    return tokens <= engine.window().prompt_tokens


def _day(said: Said, asking: Asking) -> str:
    day = datetime.fromtimestamp(said.said_ms / 1000, asking.zone).date()
    return f"{day.isoformat()} {_WEEKDAYS[asking.language][day.weekday()]}"


def _loaded(text: str) -> Any:  # any JSON
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _whole_items(text: str, place: int) -> Iterator[object]:
    """The items of a list that was cut, up to the cut."""
    decoder = json.JSONDecoder()
    while True:
        while text[place : place + 1] in (" ", "\n", "\r", "\t", ","):
            place += 1
        try:
            item, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            return
        yield item
