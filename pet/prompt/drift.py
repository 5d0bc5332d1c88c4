"""Noticing that a reply slides into another language, as small models' replies do.

A Korean reply slides into Chinese or Japanese, any reply into a script that nobody used.
"""

from __future__ import annotations

import re
from typing import Final

from pet.i18n import Language

MOST_SHARE: Final = 0.05  # of the letters; above it a Korean reply has drifted
_FEWEST: Final = 3  # letters: a name in another script is no drift
_PLAINLY: Final = 20  # letters, and
_PLAIN_SHARE: Final = 0.3  # from here on nobody need wait for the end of the reply

_REMINDER: Final = "(한국어로만 대답하세요.)"
_REMINDER_OF_ANY: Final = "(Answer in the language of this message.)"

_HAN_AND_KANA: Final = (
    r"\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
)
# Cyrillic to Syriac, the scripts of India and its neighbours to Georgian, Ethiopic, Khmer.
_FAR: Final = r"\u0400-\u074f\u0900-\u10ff\u1200-\u137f\u1780-\u17b3"
_NEAR_LETTER: Final = re.compile(f"[{_HAN_AND_KANA}]")
_FAR_WORD: Final = re.compile(f"[{_FAR}]{{3,}}")  # faces are drawn with single letters: ಠ_ಠ
_GLOSS: Final = re.compile(  # 한자(漢字)
    rf"(?<=[가-힣])\s?[(（][{_HAN_AND_KANA}\s·,]{{1,20}}[)）]"
)
_WISH: Final = re.compile(
    "중국어|일본어|한자|번역|히라가나|가타카나|러시아어|아랍어|태국어|힌디어|외국어|언어"
    "|chinese|japanese|hanja|kanji|translat|russian|ukrainian|arabic|hebrew|thai|hindi|language",
    re.IGNORECASE,
)


def reminder(speaks: Language | None) -> str:
    """What stands beside a message when it is asked once more; *speaks* is the persona's."""
    return _REMINDER if speaks == "ko" else _REMINDER_OF_ANY


def foreign_share(text: str) -> float:
    """The share of letters that a Korean reply has no use for, from 0 to 1: not Latin ones.

    Hanja in brackets after Hangul explain a word and do not count.
    """
    text = _GLOSS.sub("", text)
    letters = sum(map(str.isalpha, text))
    return (_count(_NEAR_LETTER, text) + _count(_FAR_WORD, text)) / letters if letters else 0.0


def has_drifted(reply: str, user_text: str, *, whole: bool = True) -> bool:
    """Whether *reply*, which should be Korean, is partly in a foreign script unasked.

    Not where *user_text* is in such a script itself, or asks for one. Of a reply that is not
    *whole* yet only where the rest could hardly change it.
    """
    if _WISH.search(user_text) or uses(user_text):
        return False
    text = _GLOSS.sub("", reply)
    letters = _count(_NEAR_LETTER, text) + _count(_FAR_WORD, text)
    if whole:
        return letters >= _FEWEST and foreign_share(reply) > MOST_SHARE
    return letters >= _PLAINLY and foreign_share(reply) > _PLAIN_SHARE


def has_strayed(reply: str, user_text: str, *, whole: bool = True) -> bool:
    """Whether *reply* is for a good part in a script that nobody used; see `uses`.

    Not where *user_text* asks for a language. *whole* as for `has_drifted`.
    """
    if _WISH.search(user_text):
        return False
    letters = _count(_NEAR_LETTER, reply) + _count(_FAR_WORD, reply)
    return letters >= (_FEWEST if whole else _PLAINLY) and foreign_share(reply) > _PLAIN_SHARE


def uses(*texts: str) -> bool:
    """Whether any of *texts* is partly in a script that `has_strayed` looks for."""
    return any(_NEAR_LETTER.search(text) or _FAR_WORD.search(text) for text in texts)


def _count(script: re.Pattern[str], text: str) -> int:
    return sum(map(str.isalpha, "".join(script.findall(text))))
