"""A guess at what a memo is about, from the words people use in Korean and in English.

"talk" is how the pet should talk, "project" what the user works on, "about" everything else. A
wrong guess costs little: the kind is shown, and the user can change it.
"""

from __future__ import annotations

import re
from typing import Final

from pet.memory.memo_rows import Kind
from pet.memory.wording import folded

# No \b beside Hangul: a particle follows its word without a space.
_TALK: Final = re.compile(
    r"존댓말|존대|반말|높임말|말투|어투|호칭|사투리|이모지|이모티콘|^앞으로"
    r"|라고\s?(불러|부르)|불러\s?(줘|주|달)"
    r"|(답변|대답|답장|설명)(은|는|을|를|도|할 때는?)?\s.{0,12}"
    r"(해\s?줘|해\s?주|하지\s?마|하지\s?말|짧|길게|간단|간결|자세)"
    r"|(짧게|길게|간단히|간결하게|자세히|솔직하게|친절하게|영어로|한국어로|우리말로|쉽게)\s?"
    r"(답|대답|말|설명|써)"
    r"|\b(call|address) me\b|\bmy pronouns\b|\bemojis?\b|\bfrom now on\b"
    r"|^(please )?(always |never |only )*(speak|talk|write|reply|answer|respond|use|avoid)\b"
    r"|\b(replies|answers|responses|explanations)\b"
    r"|^(please )?(be|stay|keep it) (more )?"
    r"(brief|short|concise|formal|informal|casual|polite|honest|direct)\b"
)
_PROJECT: Final = re.compile(
    r"프로젝트|과제|논문|졸업\s?작품|마감|출시|배포|스타트업|창업|공모전|해커톤"
    r"|(개발|연구|집필|제작)\s?(하고\s?있|하는\s?중|중이|중인|중$)|만들고\s?있|쓰고\s?있"
    r"|\bprojects?\b|\bworking on\b|\bdeadlines?\b|\bthesis\b|\bdissertation\b|\bassignments?\b"
    r"|\bi('m| am) (building|writing|developing|making|designing)\b"
    r"|\b(launch|release)(es|ing)?\b|\brepo(sitory)?\b|\bstart-?up\b"
)


def guess_kind(text: str) -> Kind:
    """The likely kind of the memo *text*."""
    plain = folded(text)
    if _TALK.search(plain):
        return "talk"
    return "project" if _PROJECT.search(plain) else "about"
