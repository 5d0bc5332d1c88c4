"""Sentences in the user's language: gettext catalogues keyed by name, with Korean particles.

`locale/<language>/LC_MESSAGES/` holds one catalogue for each room of the program (`chat.po`,
`memory.po`, …), compiled when the package is built.

A catalogue entry may ask for the particle that fits a fact: `{name:은는}` becomes "솜이는" or
"철수는", `{name:이가}`, `{name:을를}`, `{name:과와}`, `{name:으로}` likewise. The rule (a final
consonant or not; ㄹ counts as none for 으로) is that of the National Institute of Korean Language.
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, get_args

Language = Literal["en", "ko"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_PARTICLES: Final = {
    "은는": ("은", "는"),
    "이가": ("이", "가"),
    "을를": ("을", "를"),
    "과와": ("과", "와"),
    "으로": ("으로", "로"),
}
_RIEUL: Final = 8
_LAST_SOUNDS: Final = {
    "0": 21,
    "1": 8,
    "3": 16,
    "6": 1,
    "7": 8,
    "8": 8,
    "l": 8,
    "m": 16,
    "n": 4,
}


class _Noun(str):
    """A fact that can carry a Korean particle: format(noun, "이가")."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec in _PARTICLES:
            return str(self) + particle(self, spec)
        return super().__format__(spec)


class Texts:
    """The catalogue of one language: `texts("memo.saved", id=3)` is the sentence to show."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._catalogue = _read_catalogues(Path(__file__).parent / "locale" / language)

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence of *key* with *facts* filled in. Raises KeyError for an unknown key."""
        sentence = self._catalogue.gettext(key)
        if sentence == key:
            raise KeyError(key)
        return sentence.format_map(_speakable(facts))

    def count(self, key: str, n: int, **facts: object) -> str:
        """Like a call, where the sentence depends on a number: the fact `n` is filled in too."""
        sentence = self._catalogue.ngettext(key, key + ".plural", n)
        if sentence in (key, key + ".plural"):
            raise KeyError(key)
        return sentence.format_map(_speakable({**facts, "n": n}))

    def has(self, key: str) -> bool:
        return self._catalogue.gettext(key) != key


def _read_catalogues(folder: Path) -> gettext.NullTranslations:
    """One catalogue for each room of the program (chat.po, memory.po, …), asked in turn."""
    catalogue = gettext.NullTranslations()
    for compiled in sorted((folder / "LC_MESSAGES").glob("*.mo")):
        with compiled.open("rb") as stream:
            catalogue.add_fallback(gettext.GNUTranslations(stream))
    return catalogue


def choose_language(asked: str | None, environ: Mapping[str, str] | None = None) -> Language:
    """The language to speak: what was *asked* for, else the system's, else English."""
    env = os.environ if environ is None else environ
    candidates = [asked, env.get("LC_ALL"), env.get("LC_MESSAGES")]
    candidates += (env.get("LANGUAGE") or "").split(":")
    candidates.append(env.get("LANG"))
    if environ is None:
        candidates.append(locale.getlocale()[0])
    for candidate in candidates:
        code = (candidate or "").strip().lower()
        if code.startswith(("ko", "korean")):
            return "ko"
        if code.startswith(("en", "english")):
            return "en"
    return "en"


def known_language(code: str) -> Language | None:
    """*code* as a Language, or None where the program does not speak it."""
    return code if code in LANGUAGES else None


def particle(noun: str, pair: str) -> str:
    """The particle of *pair* ("은는", "이가", "을를", "과와", "으로") that follows *noun*."""
    after_consonant, after_vowel = _PARTICLES[pair]
    last = _last_sound(noun)
    if last == 0 or (pair == "으로" and last == _RIEUL):
        return after_vowel
    return after_consonant


def _last_sound(noun: str) -> int:
    """The number of the final consonant of the last letter; 0 where there is none."""
    for letter in reversed(noun.lower()):
        if "가" <= letter <= "힣":
            return (ord(letter) - ord("가")) % 28
        if letter.isalnum():
            return _LAST_SOUNDS.get(letter, 0)
    return 0


def _speakable(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: _Noun(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
