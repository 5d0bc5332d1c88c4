"""Characters that nobody sees: a hidden order may ride on them, a name hide behind them."""

from __future__ import annotations

import re
from typing import Final

from pet.prompt.normalise import is_mark, normalise

_CONTROLS: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_LINE_CONTROLS: Final = frozenset("\x0b\x0c\x85")  # vertical tab, form feed, next line
_ZERO_WIDTH_SPACE: Final = "\u200b"
_INVISIBLE: Final = (  # soft hyphen, directions, word joiners, interlinear marks, non-characters
    r"\u00ad\u061c\u17b4\u17b5\u180e\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    r"\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff"
)
_INVISIBLE_ASTRAL: Final = r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a" + "".join(
    chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(1, 0x11)
)
_TAGS: Final = r"\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
_SELECTORS: Final = r"\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_GRAPHEME_JOINER: Final = "\u034f"
_FILLERS: Final = r"\u115f\u1160"

_BLACK_FLAG: Final = "\U0001f3f4"
# England, Scotland and Wales are the flags made of tags that exist; others are a hidden channel.
_FLAGS: Final = tuple(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)

_LEADING: Final = r"\u1100-\u115e\ua960-\ua97c"  # Hangul jamo by their place in the syllable
_VOWELS: Final = r"\u1161-\u11a7\ud7b0-\ud7c6"
_TRAILING: Final = r"\u11a8-\u11ff\ud7cb-\ud7fb"
_IDEOGRAPHS: Final = r"\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_HERE: Final = f"{_CONTROLS}{_INVISIBLE}{_ZERO_WIDTH_SPACE}"
_NEVER_SEEN: Final = re.compile(f"[{_HERE}{_INVISIBLE_ASTRAL}{_TAGS}]+")
# Those and some that are harmless: the many small ranges above U+FFFF cost five times the scan.
_SUSPECT: Final = re.compile(rf"[{_HERE}\U0001bca0-\U0001d17a\U0001fffe-\U0010ffff]")
_OUT_OF_PLACE: Final = re.compile(
    rf"[{_SELECTORS}{_FILLERS}{_GRAPHEME_JOINER}\u200c\u200d](?:"
    # a variation selector that has no letter before it, or follows another one
    rf"(?<=[{_SELECTORS}])(?<![^\s{_SELECTORS}][{_SELECTORS}])"
    # an ideographic one after anything but an ideograph
    rf"|(?<=[\U000e0100-\U000e01ef])(?<![{_IDEOGRAPHS}].)"
    # Hangul fillers where no half-written syllable needs them
    rf"|(?<=\u115f)(?![{_VOWELS}]|\u1160[{_TRAILING}])"
    rf"|(?<=\u1160)(?<![{_LEADING}]\u1160)(?!(?<=\u115f\u1160)[{_TRAILING}])"
    # the third joiner in a row: Persian and emoji need one, a hidden message many
    r"|(?<=[\u200c\u200d]{3})"
    # every grapheme joiner: whether it may stay is asked below
    rf"|(?<={_GRAPHEME_JOINER}))"
)


def reveal(text: str) -> tuple[str, int]:
    """*text* normalised and without hidden characters, and how many scalars those were.

    Kept are the three flags made of tags, single joiners (Persian, emoji), one variation selector
    after a letter, and Hangul fillers inside a syllable. A zero-width space becomes a space, so
    that no two words are joined. The same again if given its own result.
    """
    hidden = 0

    def seen(match: re.Match[str]) -> str:
        nonlocal hidden
        flag = _flag_tags(match)
        rest = match[0][len(flag) :]
        hidden += len(rest)
        if not _LINE_CONTROLS.isdisjoint(rest):
            return flag + "\n"
        return flag + (" " if _ZERO_WIDTH_SPACE in rest else "")

    def in_place(match: re.Match[str]) -> str:
        nonlocal hidden
        if match[0] == _GRAPHEME_JOINER and _is_between_marks(match):
            return _GRAPHEME_JOINER
        hidden += 1
        return ""

    text = normalise(text)
    if _SUSPECT.search(text):
        text = _NEVER_SEEN.sub(seen, text)
    text = _OUT_OF_PLACE.sub(in_place, text)
    return (normalise(text) if hidden else text), hidden


def _flag_tags(run: re.Match[str]) -> str:
    """The tags at the front of *run* that make a flag of the black flag before it, or nothing."""
    if not run.start() or run.string[run.start() - 1] != _BLACK_FLAG:
        return ""
    return next((tags for tags in _FLAGS if run[0].startswith(tags)), "")


def _is_between_marks(joiner: re.Match[str]) -> bool:
    """Whether this grapheme joiner keeps a long row of marks apart, as `normalise` needs it."""
    before = joiner.string[joiner.start() - 1 : joiner.start()]
    behind = joiner.string[joiner.end() : joiner.end() + 1]
    return bool(before and behind) and is_mark(before) and is_mark(behind)
