"""Search terms of Korean and English text: what the index holds and what a query asks for.

Hangul is indexed by overlapping pairs of syllables, because its words carry particles and are
written together or apart at will; Latin letters and digits are indexed by word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pet.memory.english import COMMON, stem
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
    before: _Piece | None = None
    for piece in _pieces(text):
        if piece.script == "hangul":
            if before is not None and before.script == "hangul" and piece.spaced:
                terms.append(_ACROSS + before.text[-1] + piece.text[0])
            single.extend(_singles(piece.text))
        terms.extend(_terms(piece))
        before = piece
    return " ".join(terms + single)


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
# Longer questions are not also tried with every word taken apart.
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
    widest = [word.respaced() if len(telling) <= _FEW else word.bare() for word in telling]
    ways = (
        Stage((_all(word.whole() for word in telling),), _ALWAYS),
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
    pieces = [piece for word in _telling(words) for piece in word.pieces]
    hangul = (form for piece in pieces if piece.script == "hangul" for form in _bare(piece.text))
    others = (term for piece in pieces if piece.script != "hangul" for term in _terms(piece))
    return frozenset(hangul), frozenset(others)


# --- pieces -----------------------------------------------------------------------------------

_PIECE = re.compile(
    r"(?P<hangul>[가-힣]+)|(?P<latin>[a-zÀ-ɏ]+(?:'[a-z]+)?(?P<plus>\+\+|#(?![a-z0-9]))?)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<ideographs>[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+)|(?P<other>[^\W\d_]+)"
    r"|(?P<emoji>[\u2190-\u2bff\U0001f000-\U0001faff])"
)
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_TAILS = re.compile(r"'(?:s|m|re|ve|ll|d|t)$")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run of one script; *spaced* where only white space stands before it."""

    script: str
    text: str
    spaced: bool


def _pieces(text: str) -> Iterator[_Piece]:
    plain = _THOUSANDS.sub("", scan(text).text.lower())
    end = 0
    before = ""
    for found in _PIECE.finditer(plain):
        script = found.lastgroup or "other"
        script = "latin" if script == "plus" else script
        gap = plain[end : found.start()]
        end = found.end()
        word = found[0]
        if script == "hangul" and before in ("latin", "digits") and not gap and word in _PARTICLES:
            continue  # "Notion에": the particle is no word
        before = script
        yield _Piece(script, word, spaced=gap.isspace())


def _terms(piece: _Piece) -> list[str]:
    match piece.script:
        case "hangul" | "ideographs":
            return _pairs(piece.text)
        case "latin":
            return [_latin(piece.text)]
        case "emoji":
            return [f"u{ord(piece.text):x}"]
        case "other":
            return [re.sub(r"(.)\1{2,}", r"\1\1", piece.text)]  # ㅋㅋㅋㅋ is ㅋㅋ
        case _:
            return [piece.text]


def _pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(len(text) - 1)] or [text]


def _latin(word: str) -> str:
    """The stem of a Latin word without accents; C++ and C# keep what makes them another word."""
    if word.endswith("++"):
        return word[:-2] + "plusplus"
    if word.endswith("#"):
        return word[:-1] + "sharp"
    if not word.isascii():
        word = "".join(
            c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c)
        )
    word = _TAILS.sub("", word).replace("'", "")
    return stem(word) if word.isascii() else word


def _singles(word: str) -> list[str]:
    """Single syllables by which a Hangul word of several is found as well."""
    if len(word) == 1:
        return []
    bare = _without_particle(word, fewest=1)
    return [bare] if len(bare) == 1 else [_LAST + bare[-1]]


# --- particles --------------------------------------------------------------------------------

_PARTICLES = _words(
    """은 는 이 가 을 를 의 에 와 과 도 만 로 으로 랑 이랑 야 아 나 이나 요 이요 든 이든 란 이란
    께 한테 에게 에서 에는 에도 에만 에서는 에서도 에게서 에게는 한테서 한테는 께서 께서는
    으로는 으로도 로는 로도 으로서 로서 으로써 로써 까지 까지는 까지도 부터 부터는 마다 조차
    마저 밖에 처럼 만큼 보다 하고 하고는 이라도 라도 이라고 라고 이라는 라는 이라서 라서 이야
    이에요 예요 입니다 이지 이고 인데 인가 이네 이죠 이었어 였어 이랑은 랑은 들 들이 들은 들을
    들도 들의 들에게 만은 만을 만이 도요 은요 는요 이면 라면 이라면 과의 와의"""
)
_LONGEST = max(map(len, _PARTICLES))


def _without_particle(word: str, fewest: int = 2) -> str:
    """The word without its longest particle, if at least *fewest* syllables are left."""
    return _bare(word, fewest)[-1]


def _bare(word: str, fewest: int = 2) -> list[str]:
    """The word without each particle that may end it, the longest rest first; or the word.

    고양이랑 is 고양이 with 랑, and might be 고양 with 이랑.
    """
    rests = [
        word[:-length]
        for length in range(1, min(_LONGEST, len(word) - fewest) + 1)
        if word[-length:] in _PARTICLES and _may_follow(word[-length - 1], word[-length:])
    ]
    return rests or [word]


def _may_follow(syllable: str, particle: str) -> bool:
    """Whether *particle* has the form that the end of *syllable* asks for (을 or 를)."""
    closed = (ord(syllable) - ord("가")) % 28 != 0
    if particle[0] in "은을" or particle in ("과", "이"):
        return closed
    if particle[0] in "는를" or particle in ("와", "가"):
        return not closed
    return True


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
        pieces: list[_Piece] = []
        for piece in _pieces(typed):
            # "배포/테스트" is two words, "C++/Qt" and "3.11" are one.
            if pieces and piece.script == pieces[-1].script == "hangul":
                asked.append(_Word(tuple(pieces)))
                pieces = []
            pieces.append(piece)
        if pieces:
            asked.append(_Word(tuple(pieces)))
    different = list(dict.fromkeys(asked))[:_MOST_WORDS]
    return [word for word in different if not word.is_common()] or different


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a query, as the runs of script it is made of."""

    pieces: tuple[_Piece, ...]

    def is_common(self) -> bool:
        """Whether the word stands in every second text and finds nothing."""
        if len(self.pieces) != 1:
            return False
        piece = self.pieces[0]
        if piece.script == "hangul":
            return piece.text in _COMMON_KOREAN
        return _TAILS.sub("", piece.text) in COMMON or piece.text.replace("'", "") in COMMON

    def whole(self) -> list[str]:
        """The word as it stands, as one phrase."""
        return [_phrase(term for piece in self.pieces for term in _terms(piece))]

    def bare(self) -> list[str]:
        """The word without its particle; one syllable also as the end of a longer word."""
        last = self.pieces[-1]
        if last.script != "hangul":
            return self.whole()
        head = [term for piece in self.pieces[:-1] for term in _terms(piece)]
        forms = [_phrase([*head, *_pairs(rest)]) for rest in _bare(last.text)]
        single = _without_particle(last.text, fewest=1)
        if len(single) == 1 and not head:
            forms += [_phrase([single]), _phrase([_LAST + single])]
        return forms

    def respaced(self) -> list[str]:
        """The word also with a space inside it ("다크모드", "다크 모드")."""
        if len(self.pieces) != 1 or self.pieces[0].script != "hangul":
            return self.bare()
        stripped = _without_particle(self.pieces[0].text)
        return [*self.whole(), *self.bare(), *map(_phrase, _apart(stripped))]

    def beginnings(self) -> list[str]:
        """Words that begin alike: other endings, longer words."""
        forms = self.respaced()
        for piece in self.pieces:
            if piece.script == "hangul":
                forms += _hangul_beginnings(piece.text)
            elif piece.script == "latin" and len(piece.text) >= 3:
                forms.append(_phrase([_latin(piece.text)]) + "*")
        return forms

    def pairs(self) -> list[str]:
        """Anything that shares a pair of syllables, the first of two, or the first five letters."""
        forms = [_phrase([term]) for piece in self.pieces for term in _terms(piece)]
        # "photograph" may have been said as "photo".
        forms += [
            _phrase([piece.text[:5]]) + "*"
            for piece in self.pieces
            if piece.script == "latin" and piece.text[:7].isalpha() and len(piece.text) >= 7
        ]
        only = self.pieces[0]
        if len(self.pieces) == 1 and only.script == "hangul" and len(only.text) == 2:
            forms.append(_phrase([only.text[0]]) + "*")
        return forms


def _hangul_beginnings(text: str) -> list[str]:
    if len(text) == 1:
        return [_phrase([text]) + "*"]
    longest = min(len(text) - 1, _LONGEST_APART)
    return [_phrase(_pairs(text[:length])) for length in range(longest, 1, -1)]


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
    terms = _pairs(parts[0])
    for left, right in pairwise(parts):
        terms += [_ACROSS + left[-1] + right[0], *_pairs(right)]
    return terms


def _phrase(terms: Iterable[str]) -> str:
    return '"' + " ".join(terms) + '"'


def _all(alternatives: Iterable[list[str]]) -> str:
    groups = [" OR ".join(dict.fromkeys(forms)) for forms in alternatives]
    return " AND ".join(f"({group})" if " OR " in group else group for group in groups)


def _any(alternatives: Iterable[list[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" OR ".join(dict.fromkeys(forms)) for forms in alternatives))
