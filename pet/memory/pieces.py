"""Text cut into runs of one script, and the search terms of each: the common ground of both sides.

What is indexed and what is asked for must be cut alike, or nothing is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pet.memory.english import stem
from pet.memory.scan import scan
from pet.memory.vocabulary import words as _words

_PIECE = re.compile(
    r"(?P<hangul>[가-힣]+)|(?P<latin>[a-zÀ-ɏ]+(?:'[a-z]+)?(?P<plus>\+\+|#(?![a-z0-9]))?)"
    r"|(?P<digits>[0-9]+)"
    r"|(?P<ideographs>[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+)|(?P<other>[^\W\d_]+)"
    r"|(?P<emoji>[\u2190-\u2bff\U0001f000-\U0001faff])"
)
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_TAILS = re.compile(r"'(?:s|m|re|ve|ll|d|t)$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one script; *spaced* where only white space stands before it."""

    script: str
    text: str
    spaced: bool


def cut(text: str) -> Iterator[Piece]:
    """The runs of *text* in order, normalised, in small letters, without marks and spaces."""
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
        yield Piece(script, word, spaced=gap.isspace())


def uncontracted(word: str) -> str:
    """The word without what an apostrophe joins to it: "what's" is "what"."""
    return _TAILS.sub("", word)


def terms_of(piece: Piece) -> list[str]:
    """The terms of one run, in order: pairs of syllables, a stem, a number."""
    match piece.script:
        case "hangul" | "ideographs":
            return pairs(piece.text)
        case "latin":
            return [_latin(piece.text)]
        case "emoji":
            return [f"u{ord(piece.text):x}"]
        case "other":
            return [re.sub(r"(.)\1{2,}", r"\1\1", piece.text)]  # ㅋㅋㅋㅋ is ㅋㅋ
        case _:
            return [piece.text]


def pairs(text: str) -> list[str]:
    """Every two neighbouring letters; the one letter where there is but one."""
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
    word = uncontracted(word).replace("'", "")
    return stem(word) if word.isascii() else word


_PARTICLES = _words(
    """은 는 이 가 을 를 의 에 와 과 도 만 로 으로 랑 이랑 야 아 나 이나 요 이요 든 이든 란 이란
    께 한테 에게 에서 에는 에도 에만 에서는 에서도 에게서 에게는 한테서 한테는 께서 께서는
    으로는 으로도 로는 로도 으로서 로서 으로써 로써 까지 까지는 까지도 부터 부터는 마다 조차
    마저 밖에 처럼 만큼 보다 하고 하고는 이라도 라도 이라고 라고 이라는 라는 이라서 라서 이야
    이에요 예요 입니다 이지 이고 인데 인가 이네 이죠 이었어 였어 이랑은 랑은 들 들이 들은 들을
    들도 들의 들에게 만은 만을 만이 도요 은요 는요 이면 라면 이라면 과의 와의"""
)
_LONGEST = max(map(len, _PARTICLES))


def without_particle(word: str, fewest: int = 2) -> str:
    """The word without its longest particle, if at least *fewest* syllables are left."""
    return bare_forms(word, fewest)[-1]


def bare_forms(word: str, fewest: int = 2) -> list[str]:
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
