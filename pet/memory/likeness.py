"""Whether two short notes say the same, or one says otherwise than the other.

Both answers are careful: where it is not plain that two notes are about one thing, they are
neither the same nor against each other, and both stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pet.memory import slots
from pet.memory.stems import stems
from pet.memory.wording import folded

_SAME: Final = 0.8  # of all words in both notes
_ABOUT_ONE_THING: Final = 0.5  # of the words of the shorter note: more than that
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")

_NOT: Final = re.compile(
    r"(?:^|\s)(?:안|못)\s|(?:^|\s)(?:안|못)(?=먹|마[시셔심]|좋|가[고요지]|간|해|하|함|쓰|써|봐|보|자|잔|"
    r"피|피[우워]|즐|타|탄|입|신|읽|들|만|와|온|살|산)"
    r"|않|아니[다야고라며에]|아님|없(?:다|음|어|이|는|고)|지\s?(?:마|말)"
    r"|\bno(?:t|r)?\b|n't\b|\bdont\b|\bdoesnt\b|\bisnt\b|\bcant\b|\bnever\b|\bwithout\b"
)
_AGAINST: Final = re.compile(
    r"싫|별로|질색|끊[었음어]|그만[두뒀]|피한다|피함|꺼[려리]"
    r"|\bhat(?:e|es|ed|ing)\b|\bdislik|\bavoid|\bquit\b|\bstopped\b|\bgave up\b|\bcan't stand\b"
)
# What was given up: the word that says so, and the one beside it that says what.
_ENDED: Final = re.compile(
    r"(\S+)\s(?:이제\s|완전히\s|다\s)?(?:그만[두뒀]|끊[었음어])"
    r"|\b(?:stopped|quit|gave up|given up|no longer)\s(\w+)"
)
# What cannot both be so where two notes are about one thing.
_OPPOSITES: Final = tuple(
    (re.compile(left), re.compile(right))
    for left, right in (
        (r"아침형|일찍\s?(?:일어|자)", r"저녁형|올빼미|밤형|늦게\s?(?:일어|자)"),
        (r"\bmorning person\b|\bearly (?:bird|riser)\b", r"\bnight owl\b|\bevening person\b"),
        (r"재택", r"출근|사무실"),
        (r"\bfrom home\b|\bremote", r"\bin (?:the|an) office\b|\bon-?site\b"),
        (r"미혼", r"기혼|결혼했"),
        (r"\bsingle\b|\bunmarried\b", r"\bmarried\b"),
        (r"시작", r"그만|끊|포기"),
        (r"\bbegan\b|\bstarted\b", r"\bstopped\b|\bquit\b|\bgave up\b"),
        (r"왼손", r"오른손"),
        (r"\bleft-?handed\b", r"\bright-?handed\b"),
        (r"\bbeginner\b|초보", r"\bexpert\b|\badvanced\b|전문가|숙련"),
    )
)
# The first pair cannot both be so whatever else the notes are about.
_SIDES: Final = (
    (
        re.compile(r"채식|비건|\bvegetarian|\bvegan"),
        re.compile(r"고기|삼겹살|갈비|스테이크|\bsteaks?\b|\bbeef\b|\bpork\b|\bbacon\b|\bmeat\b"),
    ),
    *_OPPOSITES,
)

Side = tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Note:
    """A short text, read once for many comparisons."""

    text: str
    stems: frozenset[str]
    numbers: frozenset[str]
    against: bool  # whether it denies, or is against what it is about
    slots: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[Side, ...] = ()  # of each pair of opposites, which it has
    ended: frozenset[str] = frozenset()  # stems of what was given up


@lru_cache(maxsize=512)  # each prompt compares the same memos and lines: 0.1 ms for each of them
def read(text: str) -> Note:
    """*text* as the other functions compare it."""
    plain = folded(text).replace("’", "'")
    denied = len(_NOT.findall(plain)) % 2 == 1
    return Note(
        text=plain,
        stems=stems(plain),
        numbers=frozenset(_NUMBER.findall(plain)),
        against=denied != bool(_AGAINST.search(plain)),
        slots=slots.filled(plain),
        ended=_ended(plain),
        sides=tuple(
            (bool(left.search(plain)), bool(right.search(plain))) for left, right in _SIDES
        ),
    )


def essence(note: Note) -> str:
    """What is left when word order, particles, endings and case make no difference."""
    return " ".join((*sorted(note.stems), *sorted(note.numbers), "-" if note.against else "+"))


def handles(note: Note) -> frozenset[str]:
    """What two notes must share, one of them at least, to be the same or against each other."""
    diet = ("/diet",) if any(note.sides[0]) else ()
    return note.stems | {f"/{name}" for name in note.slots} | frozenset(diet)


def says_same(one: Note, two: Note) -> bool:
    """Whether both notes say one thing; differing numbers or a "not" make them two."""
    if one.text == two.text:
        return True
    if one.numbers != two.numbers or one.against != two.against:
        return False
    union = one.stems | two.stems
    return bool(union) and len(one.stems & two.stems) / len(union) >= _SAME


def contradicts(one: Note, two: Note) -> bool:
    """Whether not both notes can be true of one person at one time."""
    if any(
        slots.differ(name, value, two.slots[name])
        for name, value in one.slots.items()
        if name in two.slots
    ):
        return True
    if _are_opposed(one.sides[0], two.sides[0]) and not (one.against or two.against):
        return True
    if one.ended != two.ended and (one.ended & two.stems or two.ended & one.stems):
        return True
    if not _are_about_one_thing(one, two):
        return False
    if one.against != two.against:
        return True
    if one.numbers and two.numbers and one.numbers.isdisjoint(two.numbers):
        return one.stems == two.stems
    return any(map(_are_opposed, one.sides[1:], two.sides[1:]))


def _ended(plain: str) -> frozenset[str]:
    words = [word for found in _ENDED.findall(plain) for word in found if word]
    return stems(" ".join(words))


def _are_about_one_thing(one: Note, two: Note) -> bool:
    shorter = min(len(one.stems), len(two.stems))
    return shorter > 0 and len(one.stems & two.stems) / shorter > _ABOUT_ONE_THING


def _are_opposed(one: Side, two: Side) -> bool:
    return {one, two} == {(True, False), (False, True)}
