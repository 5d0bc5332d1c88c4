"""Untrusted text made harmless just before it enters the prompt; store and screen keep their own.

Through Ollama and llama.cpp a control token typed by a user *is* a control token (ollama#15931,
llama.cpp#28249). Nearly every family's tokens, the think tags and our own fences begin with `<`,
so every `<` becomes `‹`: one rule and nothing to slip past, at the price that the model reads
`1 ‹ 2`. Tokens in square brackets, which ordinary text needs, are known by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pet.prompt.hidden import reveal


@dataclass(frozen=True, slots=True)
class Neutral:
    """Harmless text, and what it cost."""

    text: str
    removed: int = 0  # scalars that nobody sees
    replaced: int = 0  # signs that could have become structure


def neutralise(text: str) -> Neutral:
    """*text* normalised (see `normalise`), without hidden characters and control tokens.

    The same again if given its own result; so is every part from the front of the result that
    ends on a grapheme boundary, and several results joined by line ends.
    """
    if _PLAIN.fullmatch(text):
        return Neutral(text)
    text, removed = reveal(text)
    text, replaced = _without_structure(text)
    return Neutral(text, removed, replaced)


def one_line(text: str) -> str:
    """*text* with a space for its line ends, so that a list stays a list."""
    return " ".join(line.strip() for line in text.split("\n") if line.strip())


# Hangul and ASCII, less the signs that tokens are made of (# < > [ | ~): nothing to look for.
_PLAIN: Final = re.compile(r"[가-힣 -\"$-;=?-Z\\-z{}\n\t]*")
_NAMED: Final = (
    # Mistral's families, GLM, BERT's and others' sentence marks, Skywork, InternLM
    r"/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID"
    r"|MODEL_SETTINGS|THINK|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|TRANSCRIBE|PREFIX|MIDDLE"
    r"|SUFFIX|GMASK|SMASK|MASK|CLS|SEP|PAD|UNK|BOS|EOS|EOT|BOT|USER|ASSISTANT|SYSTEM)"
    r"|unused_?\d+|extra_id_\d+"
    r"|img(?:-\d+)?"  # Ollama puts pictures in place of these
)
_SQUARE: Final = re.compile(
    rf"\[((?i:{_NAMED})|/?[A-Z]{{2,}}(?:_[A-Z0-9]+)+|\|[\w ]{{1,30}}\|)\]"  # [|user|]: EXAONE
)
_MINIMAX: Final = re.compile(r"[\[\]](~!?b|e~|!?p~|!?d~)[\[\]]")
_HEADING: Final = re.compile(  # Alpaca, Solar and their kin have no tokens, only such headings
    r"(?<!#)#{3,}([ \t]*(?:Instructions?|Input|Response|System|User|Human|Assistant"
    r"|질문|답변|명령어|맥락)[ \t]*:)"
)
_ANGLES: Final = (
    ("<", "‹"),
    ("＜", "‹"),  # some tokenizers fold wide forms before they look for tokens
    ("﹤", "‹"),
    ("≮", "‹\u0338"),  # `<` with a stroke, for those that take letters apart
    ("|>", "|›"),
    ("｜>", "｜›"),
)


def _without_structure(text: str) -> tuple[str, int]:
    replaced = 0
    for found, harmless in _ANGLES:
        if count := text.count(found):
            text = text.replace(found, harmless)
            replaced += count
    for sign, tokens, harmless_form in _TOKENS:
        if sign in text:
            text, count = tokens.subn(harmless_form, text)
            replaced += count
    return text, replaced


def _in_round_brackets(token: re.Match[str]) -> str:
    return f"({token[1]})"


def _with_two_signs(heading: re.Match[str]) -> str:
    return "##" + heading[1]


_TOKENS: Final = (  # a sign that each holds, the tokens, and what makes them harmless
    ("[", _SQUARE, _in_round_brackets),
    ("~", _MINIMAX, _in_round_brackets),
    ("###", _HEADING, _with_two_signs),
)
