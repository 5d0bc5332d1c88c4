"""The slash commands as a table; the parser, the popup and `/help` read it.

A command is the first word of the message, in any case, in English or Korean. It is answered at
once and without a model, but for `/summarize`, which is work. `answer` returns None for everything
that is not a command, and that is the only branch a turn knows.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import Final

from pet.chat import (
    export_commands,
    memo_commands,
    mode_commands,
    persona_commands,
    prompt_commands,
    search_commands,
    talk_commands,
)
from pet.chat.desk import Answer, Command, Desk, Work
from pet.i18n import Texts

# A path such as /usr/bin has a second slash and is text, as is a lone slash. Some write a colon.
_COMMAND: Final = re.compile(r"[/／]([^\W\d_][\w-]*)(?:(?:[:：]\s*|\s+)(.*))?\Z", re.DOTALL)


def answer(desk: Desk, text: str) -> Answer | Work | None:
    """The answer to a command; None where *text* is ordinary talk."""
    called = _COMMAND.match(text.strip())
    if called is None:
        return None
    command = named(called[1])
    return None if command is None else command.run(desk, (called[2] or "").strip())


def named(word: str) -> Command | None:
    """The command called *word* (without the slash), in any case, width and normal form."""
    wanted = _folded(word)
    return next((row for row in TABLE if wanted in (row.name, *row.aliases)), None)


def nearest(text: str) -> str | None:
    """The command that an unknown slash word may have meant, with its slash; else None."""
    called = _COMMAND.match(text.strip())
    if called is None or named(called[1]) is not None:
        return None
    words = [word for row in TABLE for word in (row.name, *row.aliases)]
    near = difflib.get_close_matches(_folded(called[1]), words, n=1, cutoff=0.7)
    return f"/{near[0]}" if near else None


def unescaped(text: str) -> str:
    """`//x` says `/x` to the model; everything else stays as it is."""
    return text[1:] if text.startswith(("//", "／／")) else text


def _folded(word: str) -> str:
    """As the table has it: input methods of East Asia also write letters of full width."""
    return unicodedata.normalize("NFKC", word).casefold()


def names_in(texts: Texts, row: Command) -> str:
    """How the popup and `/help` call *row*: in Korean, the Korean alias first."""
    korean = [alias for alias in row.aliases if not alias.isascii()]
    return korean[0] if texts.language == "ko" and korean else row.name


def named_in(texts: Texts, name: str) -> str:
    """The word, without its slash, that a person who reads *texts* types for the command *name*."""
    return next(names_in(texts, row) for row in TABLE if row.name == name)


def worded_in(texts: Texts, text: str) -> str:
    """The command *text* as a person who reads *texts* would have typed it; other text as it is."""
    called = _COMMAND.match(text)
    command = named(called[1]) if called is not None else None
    if called is None or command is None:
        return text
    return f"/{names_in(texts, command)} {called[2] or ''}".rstrip()


def _help(desk: Desk, _words: str) -> Answer:
    lines = (f"/{names_in(desk.texts, row)} — {desk.texts(row.help_key)}" for row in TABLE)
    return Answer(desk.texts("command.help.head") + "\n" + "\n".join(lines), echo=True)


TABLE: Final[tuple[Command, ...]] = (
    Command("remember", ("기억", "기억해", "저장"), memo_commands.remember),
    Command("forget", ("잊어", "잊어줘", "삭제"), memo_commands.forget),
    Command("edit", ("고쳐", "수정"), memo_commands.edit),
    Command("memories", ("기억목록", "메모"), memo_commands.memories),
    Command("undo", ("되돌리기", "취소"), memo_commands.undo, takes=False),
    Command("search", ("찾기", "검색", "찾아"), search_commands.search),
    Command("why", ("왜", "이유"), prompt_commands.why, takes=False),
    Command("summarize", ("요약", "요약해"), prompt_commands.summarize, takes=False),
    Command("export", ("내보내기",), export_commands.export),
    Command("new", ("새대화", "새로"), talk_commands.new, takes=False),
    Command("model", ("모델",), talk_commands.model),
    Command("persona", ("페르소나",), persona_commands.persona),
    Command("memory", ("메모리", "기억설정"), mode_commands.memory),
    Command("incognito", ("비밀", "비밀대화"), mode_commands.incognito, takes=False),
    Command("help", ("도움말", "도움"), _help, takes=False),
)
