"""What is let through of what a model proposes: nothing that cannot be shown in the user's words.

Each refusal has a key; a report counts them. No check trusts the model, also where it is asked to
judge: it may only make a proposal worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Final, Literal, get_args

from pet.i18n import Language
from pet.jobs import dates, evidence, form, lasting
from pet.jobs.dates import Day
from pet.jobs.evidence import Doubt, Place
from pet.jobs.topics import topic_of
from pet.memory import categories, likeness, names, sensitive
from pet.memory.likeness import Note
from pet.memory.profile_rows import TOPICS, Source, Topic
from pet.memory.stems import stems
from pet.memory.unread import Found, Said
from pet.memory.wording import folded

Fault = Literal[
    "shape", "message", "not_the_user", "quote",  # not what was asked for
    "sensitive", "special", "name",  # not to be kept
    "ungrounded", "number", "negation",  # not said
    "too_large",  # a message that no request can hold
]  # fmt: skip
Refusal = Doubt | Fault | form.Fault | lasting.Fault
REFUSALS: Final[frozenset[str]] = frozenset(
    key for part in (Doubt, Fault, form.Fault, lasting.Fault) for key in get_args(part)
)

_LEAST_GROUNDED: Final = 0.5  # of the words of a line must stand in the message it is from


@dataclass(frozen=True, slots=True)
class Proposal:
    """One note as a model wrote it, with the types of the schema; nothing in it is true yet."""

    message: int
    quote: str
    about: str
    topic: Topic
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """The message that a quote is from, as quotes are looked for in it, and the place."""

    said: Said
    message: str
    place: Place


def read_proposal(item: object) -> Proposal | None:
    """*item* of the answer as a value; None where it has not the shape that was asked for."""
    if not isinstance(item, Mapping):
        return None
    fields: dict[str, Any] = {name: item.get(name) for name in Proposal.__slots__}  # any JSON
    message = fields["message"]
    if isinstance(message, bool) or not isinstance(message, int):
        return None
    if not all(isinstance(fields[name], str) for name in ("quote", "about", "topic", "text")):
        return None
    return Proposal(**fields) if fields["topic"] in TOPICS else None


def check(
    proposal: Proposal | None, messages: Sequence[Said], language: Language, zone: tzinfo | None
) -> Found | Refusal:
    """What may be merged of *proposal*, or why nothing may. *messages* are those it is about."""
    if proposal is None:
        return "shape"
    if not 1 <= proposal.message <= len(messages):
        return "message"
    if proposal.about != "user":
        return "not_the_user"
    cited = _cited(proposal, messages)
    if cited is None:
        return "quote"
    return cited.place.doubt or _judged(proposal, cited, language, zone)


def _cited(proposal: Proposal, messages: Sequence[Said]) -> Cited | None:
    """Where the quote stands; None where it stands in no message.

    Small models lose the count. So where the quote is not in the message of that number, but in
    exactly one of the others, it is from that one: where something was said is stamped by the
    program, not by the model.
    """
    there: dict[int, Cited] = {}
    for number, said in enumerate(messages, start=1):
        message = evidence.plain(said.text)
        place = evidence.place_of(proposal.quote, message)
        if place is not None:
            there[number] = Cited(said, message, place)
    if proposal.message in there:
        return there[proposal.message]
    return next(iter(there.values())) if len(there) == 1 else None


def _judged(
    proposal: Proposal, cited: Cited, language: Language, zone: tzinfo | None
) -> Found | Refusal:
    """The line that may be kept, once it is known where it was said in earnest."""
    said, clause = cited.said, cited.place.clause
    day = datetime.fromtimestamp(said.said_ms / 1000, zone).date()
    text = form.tidy(proposal.text)
    turned = likeness.read(text).against != likeness.read(clause).against
    if turned or form.says_nothing(text):
        text = form.tidy(clause)  # the user's own words are better
    when = lasting.event_in(clause, day)
    topic = topic_of(clause, proposal.topic, dated=when is not None)
    refusal = (
        form.fault(text, cited.message, language)
        or _not_to_be_kept(text, cited)
        or _not_said(text, cited, when)
        or lasting.fault(text, clause, topic, day)
    )
    if refusal is not None:
        return refusal
    source = Source(said.turn, cited.place.start, cited.place.stop)
    if when is None:
        return Found(source, topic, text, said.said_ms)
    shown = form.once(dates.without_relative(text)) or text
    return Found(source, topic, shown, said.said_ms, when.day.isoformat(), when.precision)


def _not_to_be_kept(text: str, cited: Cited) -> Fault | None:
    if sensitive.find(text) or sensitive.find(cited.place.clause):
        return "sensitive"
    # The whole message counts: what it is about need not stand in the clause that was quoted.
    if categories.special(text) or categories.special(cited.message):
        return "special"
    return "name" if names.named(text) else None


def _not_said(text: str, cited: Cited, when: Day | None) -> Fault | None:
    note = likeness.read(text)
    if not _is_grounded(note, cited.message):
        return "ungrounded"
    if not note.numbers <= _numbers(cited.message, when):
        return "number"
    return "negation" if note.against != likeness.read(cited.place.clause).against else None


def _is_grounded(note: Note, message: str) -> bool:
    """Whether half of the words are the user's own; across languages nobody can tell."""
    if form.language_of(note.text) != form.language_of(message):
        return True
    words, compact = stems(message), "".join(folded(message).split())
    known = [stem for stem in note.stems if stem in words or _stands_in(stem, compact)]
    return len(known) >= _LEAST_GROUNDED * len(note.stems)


def _stands_in(stem: str, compact: str) -> bool:
    """Whether a word stands inside a longer one; endings are written as single letters."""
    syllables = stem.rstrip("".join(map(chr, range(0x1100, 0x1113))))
    return len(syllables) >= 2 and syllables in compact


def _numbers(message: str, when: Day | None) -> frozenset[str]:
    numbers = likeness.read(message).numbers
    if when is not None:
        day = when.day
        numbers |= likeness.read(f"{day:%Y %m %d} {day.month} {day.day} {day:%Y-%m-%d}").numbers
    return numbers
