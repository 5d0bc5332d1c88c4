"""What a night found, with what says the same in one, and what was taken back again left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pet.memory import likeness
from pet.memory.likeness import Note
from pet.memory.profile_rows import Source
from pet.memory.unread import Found


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing, however often it was said: in the words in which it was said first."""

    first: Found
    note: Note
    sources: tuple[Source, ...]
    said_ms: int  # the last time

    def joined(self, other: Found) -> Finding:
        """It, said once more."""
        places = tuple(sorted({*self.sources, other.source}))
        return replace(self, sources=places, said_ms=max(self.said_ms, other.said_ms))


def gathered(found: Iterable[Found]) -> list[Finding]:
    """*found* with what says the same in one, in the order in which it was said first."""
    findings: list[Finding] = []
    by_handle: dict[str, list[int]] = {}
    for one in sorted(found, key=lambda each: (each.source, each.text)):
        note = likeness.read(one.text)
        handles = likeness.handles(note)
        near = sorted({number for key in handles for number in by_handle.get(key, ())})
        twin = next((n for n in near if _are_one(findings[n], one, note)), None)
        if twin is not None:
            findings[twin] = findings[twin].joined(one)
            continue
        for key in handles:
            by_handle.setdefault(key, []).append(len(findings))
        findings.append(Finding(one, note, (one.source,), one.said_ms))
    return findings


def _are_one(finding: Finding, one: Found, note: Note) -> bool:
    first = finding.first
    same_kind = (first.topic == "plan") == (one.topic == "plan") and first.event == one.event
    return same_kind and likeness.says_same(finding.note, note)


def outdated(findings: Sequence[Finding]) -> frozenset[int]:
    """Which of *findings* something said later takes back, wherever that itself may end.

    So the outcome does not depend on what an earlier night made of it. Only what shares a word or
    a slot is compared.
    """
    by_handle: dict[str, list[int]] = {}
    lasting = [n for n, one in enumerate(findings) if one.first.topic != "plan"]
    for number in lasting:
        for key in likeness.handles(findings[number].note):
            by_handle.setdefault(key, []).append(number)
    return frozenset(
        number
        for number in lasting
        if any(
            findings[other].said_ms > findings[number].said_ms
            and likeness.contradicts(findings[number].note, findings[other].note)
            for key in likeness.handles(findings[number].note)
            for other in by_handle[key]
        )
    )
