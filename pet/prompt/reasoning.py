"""The shapes in which models write down their reasoning, as regular expressions."""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = (
    r"(?:(?!start|end)[a-z]{1,12}[:_]|ant)?think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad"
    r"|inner_(?:monologue|thoughts?)"
)
# `‹` is how the model was shown a `<` (see `neutralise`), ◁ is Kimi's.
_LEFT: Final = r"[<‹＜◁]"
_RIGHT: Final = r"[>›＞▷]"

OPENING: Final = (
    rf"{_LEFT}\|?\s{{0,2}}(?:{_NAMES}|begin_of_thought|start_thinking)"
    rf"(?:\s[^<>\n]{{0,80}})?\|?{_RIGHT}"
    r"|\[THINK\]"  # Magistral
    r"|<\|channel\|?>"  # Gemma 4; GPT-OSS, where every channel but `final` is reasoning
    r"|<unused94>"  # MedGemma
)
CLOSING: Final = (
    rf"{_LEFT}\|?\s{{0,2}}(?:/\s{{0,2}}(?:{_NAMES})|end_of_thought|end_thinking)"
    rf"\s{{0,2}}\|?{_RIGHT}"
    r"|\[/THINK\]"
    r"|<channel\|>"
    r"|final<\|message\|>"
    r"|<unused95>"
)
# How reasoning begins where its opening tag was in the model's template, not in its words.
MUSING: Final = (
    r"(?:(?:ok(?:ay)?|alright|hmm+|so|well),? )?(?:so )?"
    r"(?:the user |let me (?:think|see|figure|analy[sz]e)|let's (?:think|see|analy[sz]e)"
    r"|(?:i|we) (?:need to|should|have to) (?:respond|answer|reply|figure|think))"
    r"|(?:음,? ?)?사용자[가는의]|好的，|嗯，|用户"
)

_TAG: Final = re.compile(f"(?i:{OPENING}|{CLOSING})")


def without_reasoning_tags(text: str) -> str:
    """*text* without the tags that mark reasoning; what stands between them is kept."""
    while True:
        shorter = _TAG.sub("", text)
        if shorter == text:
            return text
        text = shorter
