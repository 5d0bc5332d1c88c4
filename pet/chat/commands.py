"""The slash commands as a table; the parser, the popup and `/help` read it.

A command is the first word of the message, in any case, in English or Korean. It is answered at
once and without a model. `answer` returns None for everything that is not a command, and that is
the only branch a turn knows.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pet.chat.events import Choice
from pet.engines.base import Model
from pet.errors import MemoRefused, ModelMissing, NothingFound
from pet.i18n import Texts
from pet.memory import memos, sensitive, undo
from pet.memory.store import Store

# A path such as /usr/bin has a second slash and is text, as is a lone slash.
_COMMAND: Final = re.compile(r"[/／]([^\W\d_][\w-]*)(?:\s+(.*))?\Z", re.DOTALL)
_LISTED_SCALARS: Final = 60


class Desk(Protocol):
    """What a command may touch."""

    @property
    def store(self) -> Store: ...
    @property
    def texts(self) -> Texts: ...
    def begin_session(self) -> int: ...
    def models(self) -> Sequence[Model]: ...
    def current_model(self) -> str | None: ...
    def choose_model(self, name: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says. `saved` only where the store gave a receipt for new text."""

    text: str
    refused: bool = False
    saved: bool = False
    choices: tuple[Choice, ...] = ()
    memo: int | None = None  # the memo the words of this command went into, or came out of
    session: int | None = None  # a session that this command began


@dataclass(frozen=True, slots=True)
class Command:
    """One row: the name, its aliases, and what it does with the rest of the message."""

    name: str
    aliases: tuple[str, ...]
    run: Callable[[Desk, str], Answer]
    takes: bool = True  # whether words follow

    @property
    def help_key(self) -> str:
        return f"command.{self.name}.help"


def answer(desk: Desk, text: str) -> Answer | None:
    """The answer to a command; None where *text* is ordinary talk."""
    called = _COMMAND.match(text.strip())
    if called is None:
        return None
    command = named(called[1])
    return None if command is None else command.run(desk, (called[2] or "").strip())


def named(word: str) -> Command | None:
    """The command called *word* (without the slash), in any case and any normal form."""
    wanted = unicodedata.normalize("NFC", word).casefold()
    return next((row for row in TABLE if wanted in (row.name, *row.aliases)), None)


def nearest(text: str) -> str | None:
    """The command that an unknown slash word may have meant, with its slash; else None."""
    called = _COMMAND.match(text.strip())
    if called is None or named(called[1]) is not None:
        return None
    words = [word for row in TABLE for word in (row.name, *row.aliases)]
    near = difflib.get_close_matches(called[1].casefold(), words, n=1, cutoff=0.7)
    return f"/{near[0]}" if near else None


def unescaped(text: str) -> str:
    """`//x` says `/x` to the model; everything else stays as it is."""
    return text[1:] if text.startswith("//") else text


def names_in(texts: Texts, row: Command) -> str:
    """How the popup and `/help` call *row*: in Korean, the Korean alias first."""
    korean = [alias for alias in row.aliases if not alias.isascii()]
    return korean[0] if texts.language == "ko" and korean else row.name


def _remember(desk: Desk, words: str) -> Answer:
    if not words:
        return Answer(desk.texts("command.remember.usage"), refused=False)
    try:
        receipt = memos.add(desk.store, words, origin="command")
    except MemoRefused as error:
        return _refused(desk, words, error)
    key = "memo.saved" if receipt.action == "saved" else "memo.already"
    return Answer(
        desk.texts(key, id=receipt.memo.id, text=receipt.memo.text),
        saved=receipt.action == "saved",
        memo=receipt.memo.id,
        choices=(Choice(desk.texts("memo.undo"), "/undo"),) if receipt.action == "saved" else (),
    )


def _refused(desk: Desk, words: str, error: MemoRefused) -> Answer:
    """Why *words* were not saved, and for a sensitive value the offer to save the rest."""
    if error.key != "memo_sensitive":
        return Answer(_refusal(desk, error), refused=True)
    kind = desk.texts(f"sensitive.{error.facts['kind']}")
    rest = sensitive.without_values(words)
    offer = Choice(desk.texts("memo.save_rest", text=_short(rest)), f"/remember {rest}")
    return Answer(desk.texts("memo.sensitive", kind=kind), refused=True, choices=(offer,))


def _refusal(desk: Desk, error: MemoRefused) -> str:
    sentence = desk.texts(f"error.{error.key}", **error.facts)
    if error.key != "memos_full":
        return sentence
    return sentence + "\n" + _listed(memos.everything(desk.store))


def _forget(desk: Desk, words: str) -> Answer:
    if not words:
        return Answer(desk.texts("command.forget.usage"))
    found = memos.find(desk.store, words)
    if not found:
        raise NothingFound("memo_unmatched", wanted_text=words)
    if len(found) > 1:
        return _which(desk, found)
    receipt = memos.forget(desk.store, found[0].id)
    return Answer(
        desk.texts("memo.forgotten", id=receipt.memo.id, text=receipt.memo.text),
        memo=receipt.memo.id,
        choices=(Choice(desk.texts("memo.undo"), "/undo"),),
    )


def _which(desk: Desk, found: Sequence[memos.Memo]) -> Answer:
    choices = tuple(
        Choice(f"{number}. #{memo.id} {_short(memo.text)}", f"/forget #{memo.id}")
        for number, memo in enumerate(found, start=1)
    )
    lines = "\n".join(choice.label for choice in choices)
    return Answer(desk.texts("memo.which", n=len(found)) + "\n" + lines, choices=choices)


def _memories(desk: Desk, words: str) -> Answer:
    found = memos.find(desk.store, words) if words else memos.everything(desk.store)
    if not found:
        key = "memo.none_with" if words else "memo.none"
        return Answer(desk.texts(key, words=words))
    head = desk.texts("memo.list", n=len(found), limit=memos.MAX_MEMOS)
    return Answer(head + "\n" + _listed(found))


def _listed(found: Sequence[memos.Memo]) -> str:
    return "\n".join(f"#{memo.id} {'📌 ' if memo.pinned else ''}{memo.text}" for memo in found)


def _undo(desk: Desk, _words: str) -> Answer:
    receipt = undo.undo(desk.store)
    return Answer(
        desk.texts(f"undo.{receipt.undid}", id=receipt.memo.id, text=receipt.memo.text),
        memo=receipt.memo.id,
    )


def _new(desk: Desk, _words: str) -> Answer:
    session = desk.begin_session()
    return Answer(desk.texts("command.new.done"), session=session)


def _model(desk: Desk, words: str) -> Answer:
    offered = desk.models()
    if not words:
        return _list_models(desk, offered)
    wanted = words.casefold()
    exact = [model for model in offered if model.name.casefold() == wanted]
    near = exact or [model for model in offered if model.name.casefold().startswith(wanted)]
    if len(near) != 1:
        raise ModelMissing("model_not_offered", model=words)
    desk.choose_model(near[0].name)
    return Answer(desk.texts("model.chosen", model=near[0].name))


def _list_models(desk: Desk, offered: Sequence[Model]) -> Answer:
    if not offered:
        return Answer(desk.texts("model.none"))
    now = desk.current_model()
    lines = (f"{'●' if model.name == now else '○'} {model.name}" for model in offered)
    choices = tuple(
        Choice(model.name, f"/model {model.name}") for model in offered if model.name != now
    )
    return Answer(desk.texts("model.list") + "\n" + "\n".join(lines), choices=choices)


def _help(desk: Desk, _words: str) -> Answer:
    lines = (f"/{names_in(desk.texts, row)} — {desk.texts(row.help_key)}" for row in TABLE)
    return Answer(desk.texts("command.help.head") + "\n" + "\n".join(lines))


def _short(text: str) -> str:
    return text if len(text) <= _LISTED_SCALARS else text[: _LISTED_SCALARS - 1] + "…"


TABLE: Final[tuple[Command, ...]] = (
    Command("remember", ("기억", "기억해", "저장"), _remember),
    Command("forget", ("잊어", "잊어줘", "삭제"), _forget),
    Command("memories", ("기억목록", "메모"), _memories),
    Command("undo", ("되돌리기", "취소"), _undo, takes=False),
    Command("new", ("새대화", "새로"), _new, takes=False),
    Command("model", ("모델",), _model),
    Command("help", ("도움말", "도움"), _help, takes=False),
)
