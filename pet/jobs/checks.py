"""What is let through of what a model proposes: nothing that cannot be shown in the user's words.

Each refusal has a key; a report counts them. No check trusts the model, also where it is asked to
judge: it may only make a proposal worse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, Final, Literal, get_args

from pet.i18n import Language
from pet.jobs import dates, evidence
from pet.jobs.dates import Day
from pet.jobs.evidence import Doubt, Place
from pet.memory import categories, likeness, names, sensitive
from pet.memory.likeness import Note
from pet.memory.profile_rows import TOPICS, Source, Topic
from pet.memory.stems import stems
from pet.memory.unread import Found, Said
from pet.memory.wording import folded, one_line
from pet.prompt.neutralise import neutralise
from pet.prompt.noting import SENTINELS

MAX_TEXT_SCALARS: Final = 100

Fault = Literal[
    "shape", "message", "not_the_user", "quote", "empty", "too_long", "example", "instruction",
    "language", "sensitive", "special", "name", "ungrounded", "number", "negation", "moment",
    "past", "no_date",
]  # fmt: skip
Refusal = Doubt | Fault
REFUSALS: Final[frozenset[str]] = frozenset((*get_args(Doubt), *get_args(Fault)))


@dataclass(frozen=True, slots=True)
class Proposal:
    """One note as a model wrote it, with the types of the schema; nothing in it is true yet."""

    message: int
    quote: str
    about: str
    topic: Topic
    text: str


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
    said = messages[proposal.message - 1]
    message = evidence.plain(said.text)
    place = evidence.place_of(proposal.quote, message)
    if place is None:
        return "quote"
    if place.doubt is not None:
        return place.doubt
    day = datetime.fromtimestamp(said.said_ms / 1000, zone).date()
    text = _tidy(proposal.text)
    refusal = (
        _wrong_form(text, message, language)
        or _not_to_be_kept(text, place)
        or _not_said(text, message, place, day)
        or _not_lasting(text, proposal.topic, place, day)
    )
    if refusal is not None:
        return refusal
    return _found(proposal.topic, text, said, place, day)


def _found(topic: Topic, text: str, said: Said, place: Place, day: date) -> Found:
    source = Source(said.turn, place.start, place.stop)
    when = _event(place, day) if topic == "plan" else None
    if when is None:
        return Found(source, topic, text, said.said_ms)
    shown = dates.without_relative(text) or text
    return Found(source, topic, shown, said.said_ms, when.day.isoformat(), when.precision)


def _event(place: Place, day: date) -> Day | None:
    return dates.find(place.clause, day)


# --- form -------------------------------------------------------------------------------------

_OPENING: Final = re.compile(
    r"^(?:the user(?:'s)?|user(?:'s)?|they|he|she|i)\s+(?:is an?\s+|is\s+|am an?\s+|am\s+)?"
    r"|^(?:사용자|유저|본인|나|저)(?:는|은|가|의)\s+",
    re.IGNORECASE,
)
_ORDERS: Final = re.compile(
    r"https?:|www\.|[{}\[\]|`\\]|ignore (?:all|previous|prior|the above)|system prompt"
    r"|\bassistant\b|\byou (?:must|should|are|will)\b|always (?:send|reply with|include)"
    r"|이전 (?:지시|명령)|지시를? 무시|시스템 프롬프트|너는|당신은|반드시"
    r"|(?:보내|출력하|따르)(?:라|도록|시오|세요)",
    re.IGNORECASE,
)
_HANGUL: Final = re.compile(r"[가-힣]")
_LATIN: Final = re.compile(r"[A-Za-z]")


def _tidy(text: str) -> str:
    line = one_line(neutralise(text).text).strip(" \"'“”-*•·")
    line = _OPENING.sub("", line, count=1).rstrip(" .。")
    return line[:1].upper() + line[1:]


def _wrong_form(text: str, message: str, language: Language) -> Refusal | None:
    if len(text) > MAX_TEXT_SCALARS:
        return "too_long"
    plain = folded(text)
    if any(word in plain and word not in folded(message) for word in SENTINELS):
        return "example"
    if _ORDERS.search(text):
        return "instruction"
    if not stems(text):
        return "empty"
    return None if language_of(text) in (language, None) else "language"


def language_of(text: str) -> Language | None:
    """The language *text* is written in, as far as its letters tell; None: neither."""
    hangul, latin = len(_HANGUL.findall(text)), len(_LATIN.findall(text))
    if hangul * 2 >= latin and hangul:  # a syllable says as much as two or three letters
        return "ko"
    return "en" if latin else None


# --- what must not be kept --------------------------------------------------------------------


def _not_to_be_kept(text: str, place: Place) -> Refusal | None:
    if sensitive.find(text) or sensitive.find(place.clause):
        return "sensitive"
    if categories.special(text) or categories.special(place.clause):
        return "special"
    return "name" if names.named(text) else None


# --- what was not said ------------------------------------------------------------------------

_LEAST_GROUNDED: Final = 0.5  # of the words of a note must stand in the message it is from


def _not_said(text: str, message: str, place: Place, day: date) -> Refusal | None:
    note, told = likeness.read(text), likeness.read(place.clause)
    if not _is_grounded(note, message):
        return "ungrounded"
    if not note.numbers <= _numbers(message, place, day):
        return "number"
    return "negation" if note.against != told.against else None


def _is_grounded(note: Note, message: str) -> bool:
    """Whether half of the words are the user's own; across languages nobody can tell."""
    if language_of(note.text) != language_of(message):
        return True
    words, compact = stems(message), "".join(folded(message).split())
    known = [stem for stem in note.stems if stem in words or _stands_in(stem, compact)]
    return len(known) >= _LEAST_GROUNDED * len(note.stems)


def _stands_in(stem: str, compact: str) -> bool:
    """Whether a word stands inside a longer one; endings are written as single letters."""
    syllables = stem.rstrip("".join(map(chr, range(0x1100, 0x1113))))
    return len(syllables) >= 2 and syllables in compact


def _numbers(message: str, place: Place, day: date) -> frozenset[str]:
    numbers = likeness.read(message).numbers
    when = dates.find(place.clause, day)
    if when is not None:
        numbers |= likeness.read(f"{when.day:%Y %m %d} {when.day.month} {when.day.day}").numbers
        numbers |= {when.day.isoformat()}
    return numbers


# --- what does not last -----------------------------------------------------------------------

_COMING: Final = re.compile(
    r"예정|계획|(?:하|가|되|보|오|배우|만들|사|옮기)려고|기로 했"
    r"|[을를할갈볼될올]\s?(?:거야|거예요|것이|예정|생각|계획)"
    r"|\bgoing to\b|\bplan(?:s|ned|ning)? to\b|\bwill\b|\bi'll\b|\bgonna\b|\babout to\b|\bintend",
    re.IGNORECASE,
)
_PAST: Final = re.compile(
    r"(?:[았었했갔왔였됐봤샀]|다녀왔)(?:다|어|지|는데|습니다|음|던|거든)(?!\s?(?:고|기로))"
    r"|\b(?:went|was|were|had|did|came|got|saw|visited|ended|finished)\b",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(
    r"기로 (?:했|정했|결정했)|잡혔|정해졌|예약했|끊었|\bbooked\b|\bdecided\b"
)


def _not_lasting(text: str, topic: Topic, place: Place, day: date) -> Refusal | None:
    if topic != "plan":
        return "moment" if dates.has_moment(text) or dates.has_moment(place.clause) else None
    if _PAST.search(place.clause) and not _DECIDED.search(place.clause.lower()):
        return "past"
    when = _event(place, day)
    if when is None:
        return None if _COMING.search(place.clause) else "no_date"
    return "past" if when.last < day else None
