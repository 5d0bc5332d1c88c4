"""What was found joins the profile: pure, the same for the same input, and the same again after it.

A line that the user wrote is never touched. What is there already only gains the places where it
was said; what says otherwise takes the place of an older line about the same thing; nothing is
dropped for being old, except that plans long past make room for new lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, Literal

from pet.memory import likeness
from pet.memory.likeness import Note
from pet.memory.profile_rows import MAX_LINES, ProfileLine
from pet.memory.standing import Standing
from pet.memory.unread import Found

MOST_LOST: Final = 0.4  # of the lines; a night that takes more is not to be trusted
_STALE: Final = timedelta(days=90)  # so long after its day a plan may leave

Outcome = Literal["added", "replaced", "supported"]
Refusal = Literal["rejected", "forgotten", "memo", "theirs", "older", "full"]


@dataclass(frozen=True, slots=True)
class Merged:
    """The lines as they would be, what became of each finding, and whether too much is lost."""

    lines: tuple[ProfileLine, ...]
    outcomes: tuple[Outcome | Refusal, ...]
    shrunk: bool


def merge(
    current: Sequence[ProfileLine], found: Iterable[Found], standing: Standing, today: date
) -> Merged:
    """*current* and what was *found*, in the order in which it was said.

    *standing* has what the user said in person. Where more than 40 % of the lines would go
    (`shrunk`), the lines are *current*.
    """
    lines = list(current)
    ordered = sorted(found, key=lambda each: (each.source, each.text))
    outdated = _outdated(ordered)
    outcomes = [
        "older" if number in outdated else _take_in(lines, one, standing, today)
        for number, one in enumerate(ordered)
    ]
    lost = {line.id for line in current} - {line.id for line in lines}
    if len(lost) > 1 and len(lost) > MOST_LOST * len(current):
        return Merged(tuple(current), tuple(outcomes), shrunk=True)
    return Merged(tuple(lines), tuple(outcomes), shrunk=False)


def _outdated(found: Sequence[Found]) -> frozenset[int]:
    """Which of *found* something said later takes back, wherever that itself may end.

    So the outcome does not depend on what an earlier night made of it. Only what shares a word or
    a slot is compared.
    """
    outdated: set[int] = set()
    later: dict[str, list[int]] = {}
    for number in reversed(range(len(found))):
        if found[number].topic == "plan":
            continue
        note = likeness.read(found[number].text)
        keys = likeness.handles(note)
        near = {other for key in keys for other in later.get(key, ())}
        if any(
            found[other].said_ms > found[number].said_ms
            and likeness.contradicts(note, likeness.read(found[other].text))
            for other in near
        ):
            outdated.add(number)
        for key in keys:
            later.setdefault(key, []).append(number)
    return frozenset(outdated)


def _take_in(
    lines: list[ProfileLine], one: Found, standing: Standing, today: date
) -> Outcome | Refusal:
    note = likeness.read(one.text)
    twins = [n for n, line in enumerate(lines) if _is_twin(line, one, note)]
    if twins:
        twin = next((n for n in twins if one.source in lines[n].sources), twins[0])
        lines[twin] = _supported(lines[twin], one)
        return "supported"
    refusal = _refusal(note, one, standing)
    if refusal is not None:
        return refusal
    return _put_in(lines, one, note, today)


def _refusal(note: Note, one: Found, standing: Standing) -> Refusal | None:
    if standing.is_rejected(note, (one.source,)):
        return "rejected"
    if standing.forgotten_like(note) is not None or one.source.turn in standing.buried_turns:
        return "forgotten"
    return "memo" if standing.memo_like(note) is not None else None


def _put_in(lines: list[ProfileLine], one: Found, note: Note, today: date) -> Outcome | Refusal:
    against = [n for n, line in enumerate(lines) if _says_otherwise(line, one, note)]
    if any(lines[n].theirs for n in against):
        return "theirs"
    if any(lines[n].observed_ms >= one.said_ms for n in against):
        return "older"
    if against:
        new = replace(_line(one), replaces=lines[against[0]].id or None)
        lines[against[0]] = new
        for n in reversed(against[1:]):
            del lines[n]
        return "replaced"
    if len(lines) >= MAX_LINES and (_is_stale(one.event, today) or not _make_room(lines, today)):
        return "full"
    lines.append(_line(one))
    return "added"


def _is_twin(line: ProfileLine, one: Found, note: Note) -> bool:
    """Whether the line is the finding: the same words of a turn, or the same thing said.

    A line that the user wrote over stays the line of the words it came from.
    """
    if line.theirs and any(source.overlaps(one.source) for source in line.sources):
        return True
    if (line.topic == "plan") != (one.topic == "plan") or line.event != one.event:
        return False
    return likeness.says_same(likeness.read(line.text), note)


def _says_otherwise(line: ProfileLine, one: Found, note: Note) -> bool:
    """Whether both cannot be so; plans for two days are two plans."""
    if line.topic == "plan" or one.topic == "plan":
        return False
    return likeness.contradicts(likeness.read(line.text), note)


def _supported(line: ProfileLine, one: Found) -> ProfileLine:
    places = tuple(sorted({*line.sources, one.source}))
    if line.theirs:
        return replace(line, sources=places)
    return replace(line, sources=places, observed_ms=max(line.observed_ms, one.said_ms))


def _line(one: Found) -> ProfileLine:
    return ProfileLine(
        id=0,
        topic=one.topic,
        text=one.text,
        observed_ms=one.said_ms,
        sources=(one.source,),
        event=one.event,
        precision=one.precision,
    )


def _make_room(lines: list[ProfileLine], today: date) -> bool:
    """Let the plan go whose day is past the longest; False where none is past long enough."""
    past = [
        (line.event or "", n)
        for n, line in enumerate(lines)
        if _is_stale(line.event, today) and not line.theirs
    ]
    if not past:
        return False
    del lines[min(past)[1]]
    return True


def _is_stale(event: str | None, today: date) -> bool:
    return event is not None and date.fromisoformat(event) + _STALE < today
