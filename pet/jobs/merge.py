"""What was found joins the profile: pure, the same for the same input, and the same again after it.

A line that the user wrote is never touched. What is there already only gains the places where it
was said; what says otherwise takes the place of an older line about the same thing; nothing is
dropped for being old, except that plans long past make room for new lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, Literal

from pet.jobs.findings import Finding, gathered, outdated
from pet.memory import likeness
from pet.memory.profile_rows import MAX_LINES, ProfileLine
from pet.memory.standing import Standing
from pet.memory.unread import Found

MOST_LOST: Final = 0.4  # of the lines; a night that takes more is not to be trusted
_STALE: Final = timedelta(days=90)  # so long after its day a plan may leave

Outcome = Literal["added", "replaced", "supported"]
Refusal = Literal["rejected", "forgotten", "memo", "theirs", "older", "full"]


@dataclass(frozen=True, slots=True)
class Merged:
    """The lines as they would be, what became of what was found, and whether too much is lost."""

    lines: tuple[ProfileLine, ...]
    outcomes: tuple[Outcome | Refusal, ...]
    shrunk: bool


def merge(
    current: Sequence[ProfileLine], found: Iterable[Found], standing: Standing, today: date
) -> Merged:
    """*current* and what was *found*, in the order in which it was said.

    *standing* has what the user said in person. Where more than 40 % of the lines would go
    (`shrunk`), all of it is set aside.
    """
    lines = list(current)
    findings = gathered(found)
    became = _take_in(lines, findings, standing, today)
    outcomes: list[Outcome | Refusal] = []
    for one, outcome in zip(findings, became, strict=True):
        again = "supported" if outcome in ("added", "replaced") else outcome
        outcomes += [outcome, *[again] * (len(one.sources) - 1)]
    lost = {line.id for line in current} - {line.id for line in lines}
    if len(lost) > 1 and len(lost) > MOST_LOST * len(current):
        return Merged(tuple(current), (), shrunk=True)
    return Merged(tuple(lines), tuple(outcomes), shrunk=False)


def _take_in(
    lines: list[ProfileLine], findings: Sequence[Finding], standing: Standing, today: date
) -> list[Outcome | Refusal]:
    """Change *lines*; what became of each finding.

    What is known comes first, then what takes the place of a line, then what is new: so nothing is
    measured by a line that the same night takes away, and the next night would see no other.
    """
    became: dict[int, Outcome | Refusal] = dict.fromkeys(outdated(findings), "older")

    def each(step: Callable[[Finding], Outcome | Refusal | None]) -> None:
        for number, one in enumerate(findings):
            if number not in became and (outcome := step(one)):
                became[number] = outcome

    each(lambda one: _support(lines, one))
    each(lambda one: _refusal(one, standing))
    each(lambda one: _replace(lines, one))
    each(lambda one: _add(lines, one, today))
    return [became[number] for number in range(len(findings))]


def _support(lines: list[ProfileLine], one: Finding) -> Outcome | None:
    """Add to the line that says so where it was said again; None where there is no such line."""
    twins = [n for n, line in enumerate(lines) if _is_twin(line, one)]
    if not twins:
        return None
    known = (n for n in twins if not set(one.sources).isdisjoint(lines[n].sources))
    twin = next(known, twins[0])
    lines[twin] = _supported(lines[twin], one)
    return "supported"


def _refusal(one: Finding, standing: Standing) -> Refusal | None:
    if standing.is_rejected(one.note, one.sources):
        return "rejected"
    buried = all(source.turn in standing.buried_turns for source in one.sources)
    if buried or standing.forgotten_like(one.note) is not None:
        return "forgotten"
    return "memo" if standing.memo_like(one.note) is not None else None


def _replace(lines: list[ProfileLine], one: Finding) -> Outcome | Refusal | None:
    """Put it in the place of the lines that it contradicts, where all of them are older."""
    against = [n for n, line in enumerate(lines) if _says_otherwise(line, one)]
    if any(lines[n].theirs for n in against):
        return "theirs"
    if not against or any(lines[n].observed_ms >= one.said_ms for n in against):
        return None
    lines[against[0]] = replace(_line(one), replaces=lines[against[0]].id or None)
    for n in reversed(against[1:]):
        del lines[n]
    return "replaced"


def _add(lines: list[ProfileLine], one: Finding, today: date) -> Outcome | Refusal:
    if any(_says_otherwise(line, one) for line in lines):
        return "older"
    stale = _is_stale(one.first.event, today)
    if len(lines) >= MAX_LINES and (stale or not _make_room(lines, today)):
        return "full"
    lines.append(_line(one))
    return "added"


def _is_twin(line: ProfileLine, one: Finding) -> bool:
    """Whether the line is the finding: the same words of a turn, or the same thing said.

    A line that the user wrote over stays the line of the words it came from.
    """
    if line.theirs and any(place.overlaps(said) for place in line.sources for said in one.sources):
        return True
    first = one.first
    if (line.topic == "plan") != (first.topic == "plan") or line.event != first.event:
        return False
    return likeness.says_same(likeness.read(line.text), one.note)


def _says_otherwise(line: ProfileLine, one: Finding) -> bool:
    """Whether both cannot be so; plans for two days are two plans."""
    if line.topic == "plan" or one.first.topic == "plan":
        return False
    return likeness.contradicts(likeness.read(line.text), one.note)


def _supported(line: ProfileLine, one: Finding) -> ProfileLine:
    places = tuple(sorted({*line.sources, *one.sources}))
    if line.theirs:
        return replace(line, sources=places)
    return replace(line, sources=places, observed_ms=max(line.observed_ms, one.said_ms))


def _line(one: Finding) -> ProfileLine:
    first = one.first
    return ProfileLine(
        id=0,
        topic=first.topic,
        text=first.text,
        observed_ms=one.said_ms,
        sources=one.sources,
        event=first.event,
        precision=first.precision,
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
