"""Search terms of Korean and English text: what the index holds and what a query asks for.

Hangul is indexed by overlapping pairs of syllables, because its words carry particles and are
written together or apart at will; Latin letters and digits are indexed by word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pet.memory.english import COMMON
from pet.memory.pieces import (
    Piece,
    bare_forms,
    cut,
    pairs,
    terms_of,
    uncontracted,
    without_particle,
)
from pet.memory.scan import scan
from pet.memory.vocabulary import words as _words

# A pair of syllables across a space: the end of one word and the beginning of the next.
_ACROSS = "x"
# The last syllable of a word, for queries of one syllable ("집" finds "우리집").
_LAST = "z"


def indexed(text: str) -> str:
    """The terms of *text*, joined by spaces, for a column of the index.

    First the terms in the order of the text, so that phrases can be found; then, in any order,
    the single syllables that stand alone without their particle, and last syllables.
    """
    terms: list[str] = []
    single: list[str] = []
    before: Piece | None = None
    for piece in cut(text):
        if piece.script == "hangul":
            if before is not None and before.script == "hangul" and piece.spaced:
                terms.append(_ACROSS + before.text[-1] + piece.text[0])
            single.extend(_singles(piece.text))
        terms.extend(terms_of(piece))
        before = piece
    return " ".join(terms + single)


def _singles(word: str) -> list[str]:
    """Single syllables by which a Hangul word of several is found as well."""
    if len(word) == 1:
        return []
    bare = without_particle(word, fewest=1)
    return [bare] if len(bare) == 1 else [_LAST + bare[-1]]


@dataclass(frozen=True, slots=True)
class Stage:
    """One way to look: MATCH expressions of which any will do, and when to look that way."""

    alternatives: tuple[str, ...]
    wanted: int
    """Look only while fewer than so many texts were found."""

    @property
    def match(self) -> str:
        """All alternatives in one MATCH expression."""
        return " OR ".join(self.alternatives)


# Beyond any real limit: the strict stages are looked up until the caller has enough.
_ALWAYS = 1_000_000
# Longer questions are not also tried with every word as it stands, or taken apart: it costs
# milliseconds, and a question is rarely found as a whole.
_FEW = 3


def queries(words: str) -> tuple[str, ...]:
    """The MATCH expressions of `stages`, the strictest first."""
    return tuple(stage.match for stage in stages(words))


def stages(words: str) -> tuple[Stage, ...]:
    """How to look for what a person typed, the strictest way first; none for no words.

    Every term stands in quotation marks, so no input is a syntax error. The stages: all words as
    they stand; all without particles; all, written together or apart; any of them; then, only
    where little was found, any of their beginnings, and of their pairs of syllables.
    """
    telling = _telling(words)
    if not telling:
        return ()
    few = len(telling) <= _FEW
    widest = [word.respaced() if few else word.bare() for word in telling]
    ways = (
        *([Stage((_all(word.whole() for word in telling),), _ALWAYS)] if few else []),
        Stage((_all(word.bare() for word in telling),), _ALWAYS),
        Stage((_all(widest),), _ALWAYS),
        Stage(_any(widest), _ALWAYS),
        Stage(_any(word.beginnings() for word in telling), 2),
        Stage(_any(word.pairs() for word in telling), 1),
    )
    seen: dict[str, Stage] = {}
    for way in ways:
        seen.setdefault(way.match, way)
    return tuple(seen.values())


def word_forms(words: str) -> tuple[frozenset[str], frozenset[str]]:
    """What to mark in a text that *words* found: Hangul strings, and terms of other scripts."""
    runs = [piece for word in _telling(words) for piece in word.pieces]
    hangul = (form for run in runs if run.script == "hangul" for form in bare_forms(run.text))
    others = (term for run in runs if run.script != "hangul" for term in terms_of(run))
    return frozenset(hangul), frozenset(others)


# --- queries ----------------------------------------------------------------------------------

_COMMON_KOREAN = _words(
    """나 난 나는 내 내가 나도 나를 나의 저 저는 제 제가 우리 너 넌 네가 뭐 뭐야 뭐지 뭐였지
    뭐였어 뭐였더라 뭐라고 뭘 무엇 무엇을 무엇이 무슨 어떤 어느 언제 언제야 언제지 언제였지 어디
    어디야 어디서 어디에 어디에서 어디로 누구 누가 왜 어떻게 얼마 얼마나 몇 며칠 며칠이라고 그
    이 저 그거 이거 저거 것 거 게 걸 수 때 좀 잘 더 또 다 안 못 꼭 지금 그리고 그런데 그래서
    했지 했어 했더라 했었지 한다고 했다고 하는 한 할 해 하고 있어 있지 있다고 있었지 없어 있는
    되는 됐지 됐어 대해 대한 관한 관해 알려줘 찾아줘 말한 말했던 얘기한 얘기 이야기 말해줘
    보여줘 혹시"""
)


# A pasted page is no query: beyond this many different words the rest is left out.
_MOST_WORDS = 24


def _telling(words: str) -> list[_Word]:
    """The words of a query that tell something; all of them where none does."""
    asked: list[_Word] = []
    for typed in scan(words).text.split():
        runs: list[Piece] = []
        for piece in cut(typed):
            # "배포/테스트" is two words, "C++/Qt" and "3.11" are one.
            if runs and piece.script == runs[-1].script == "hangul":
                asked.append(_Word(tuple(runs)))
                runs = []
            runs.append(piece)
        if runs:
            asked.append(_Word(tuple(runs)))
    different = list(dict.fromkeys(asked))[:_MOST_WORDS]
    return [word for word in different if not word.is_common()] or different


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a query, as the runs of script it is made of."""

    pieces: tuple[Piece, ...]

    def is_common(self) -> bool:
        """Whether the word stands in every second text and finds nothing."""
        if len(self.pieces) != 1:
            return False
        piece = self.pieces[0]
        if piece.script == "hangul":
            return piece.text in _COMMON_KOREAN
        return uncontracted(piece.text) in COMMON or piece.text.replace("'", "") in COMMON

    def whole(self) -> list[str]:
        """The word as it stands, as one phrase."""
        return [_phrase(term for piece in self.pieces for term in terms_of(piece))]

    def bare(self) -> list[str]:
        """The word without its particle; one syllable also as the end of a longer word."""
        last = self.pieces[-1]
        if last.script != "hangul":
            return self.whole()
        head = [term for piece in self.pieces[:-1] for term in terms_of(piece)]
        forms = [_phrase([*head, *pairs(rest)]) for rest in bare_forms(last.text)]
        single = without_particle(last.text, fewest=1)
        if len(single) == 1 and head:  # "3월에" is found as "3월", and the other way round
            forms.append(_phrase([*head, single]) + "*")
        elif len(single) == 1:
            forms += [_phrase([single]), _phrase([_LAST + single])]
        return forms

    def respaced(self) -> list[str]:
        """The word also with a space inside it ("다크모드", "다크 모드")."""
        if len(self.pieces) != 1 or self.pieces[0].script != "hangul":
            return self.bare()
        stripped = without_particle(self.pieces[0].text)
        return [*self.whole(), *self.bare(), *map(_phrase, _apart(stripped))]

    def beginnings(self) -> list[str]:
        """Words that begin alike: other endings, longer words."""
        forms = self.respaced()
        for piece in self.pieces:
            if piece.script == "hangul" and (len(self.pieces) == 1 or len(piece.text) > 2):
                forms += _hangul_beginnings(piece.text)
            elif piece.script == "latin" and len(piece.text) >= 3:
                forms.append(_phrase(terms_of(piece)) + "*")
        return forms

    def pairs(self) -> list[str]:
        """Anything that shares a pair of syllables, the first of two, or the first five letters."""
        forms = [_phrase([term]) for piece in self.pieces for term in terms_of(piece)]
        # "photograph" may have been said as "photo".
        forms += [
            _phrase([terms_of(piece)[0][:5]]) + "*"
            for piece in self.pieces
            if piece.script == "latin" and len(terms_of(piece)[0]) >= 7
        ]
        only = self.pieces[0]
        if len(self.pieces) == 1 and only.script == "hangul" and len(only.text) == 2:
            forms.append(_phrase([only.text[0]]) + "*")
        return forms


def _hangul_beginnings(text: str) -> list[str]:
    if len(text) == 1:
        return [_phrase([text]) + "*"]
    longest = min(len(text) - 1, _LONGEST_APART)
    return [_phrase(pairs(text[:length])) for length in range(longest, 1, -1)]


# Longer words are taken apart at one place only.
_TWICE_APART = range(5, 9)
_LONGEST_APART = 12


def _apart(text: str) -> Iterator[list[str]]:
    """The terms of the word as it looks in the index with one or two spaces in it."""
    if len(text) > _LONGEST_APART:
        return
    for first in range(1, len(text)):
        yield _joined(text[:first], text[first:])
        for second in range(first + 2, len(text) - 1 if len(text) in _TWICE_APART else 0):
            yield _joined(text[:first], text[first:second], text[second:])


def _joined(*parts: str) -> list[str]:
    terms = pairs(parts[0])
    for left, right in pairwise(parts):
        terms += [_ACROSS + left[-1] + right[0], *pairs(right)]
    return terms


def _phrase(terms: Iterable[str]) -> str:
    return '"' + " ".join(terms) + '"'


def _all(alternatives: Iterable[list[str]]) -> str:
    groups = [" OR ".join(dict.fromkeys(forms)) for forms in alternatives]
    return " AND ".join(f"({group})" if " OR " in group else group for group in groups)


def _any(alternatives: Iterable[list[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" OR ".join(dict.fromkeys(forms)) for forms in alternatives))
