"""Noticing that a Korean reply slides into Chinese or Japanese, as small models' replies do."""

from __future__ import annotations

import re
from typing import Final

MOST_SHARE: Final = 0.05  # of the letters; above it a reply has drifted
_FEWEST: Final = 3  # letters: a name in another script is no drift
_PLAINLY: Final = 20  # letters, and
_PLAIN_SHARE: Final = 0.3  # from here on nobody need wait for the end of the reply

REMINDER: Final = "(한국어로만 대답하세요.)"  # beside the message when it is asked once more

_FOREIGN: Final = r"\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_FOREIGN_LETTER: Final = re.compile(f"[{_FOREIGN}]")
_GLOSS: Final = re.compile(rf"(?<=[가-힣])\s?[(（][{_FOREIGN}\s·,]{{1,20}}[)）]")  # 한자(漢字)
_WISH: Final = re.compile(
    "중국어|일본어|한자|번역|히라가나|가타카나|chinese|japanese|hanja|kanji|translat", re.IGNORECASE
)


def foreign_share(text: str) -> float:
    """The share of Hanja and kana among the letters of *text*, from 0 to 1.

    Hanja in brackets after Hangul explain a word and do not count.
    """
    text = _GLOSS.sub("", text)
    letters = sum(map(str.isalpha, text))
    return len(_FOREIGN_LETTER.findall(text)) / letters if letters else 0.0


def has_drifted(reply: str, user_text: str, *, whole: bool = True) -> bool:
    """Whether *reply*, which should be Korean, is partly Chinese or Japanese unasked.

    Not where *user_text* is in those scripts itself, or asks for them. Of a reply that is not
    *whole* yet only where the rest could hardly change it.
    """
    if _FOREIGN_LETTER.search(user_text) or _WISH.search(user_text):
        return False
    foreign = len(_FOREIGN_LETTER.findall(_GLOSS.sub("", reply)))
    if whole:
        return foreign >= _FEWEST and foreign_share(reply) > MOST_SHARE
    return foreign >= _PLAINLY and foreign_share(reply) > _PLAIN_SHARE
