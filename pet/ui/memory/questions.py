"""Asks before anything is erased for good: finds out what would go, and shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from pet.errors import PetError
from pet.i18n import Texts
from pet.memory import conversations, erase, memo_rows, turns
from pet.memory.store import Store
from pet.memory.turns import Turn
from pet.ui.background import Background
from pet.ui.frame.window import Window
from pet.ui.memory.erasing import EraseDialog
from pet.ui.memory.wishes import EraseMemo, EraseSession, EraseTurns

_PIECE: Final = 300  # scalars of what a question shows
_OFFERED: Final = 40  # turns that a memo's question offers


@dataclass(frozen=True, slots=True)
class _Question:
    wish: EraseMemo | EraseTurns | EraseSession
    what: str
    turns: int  # that go in any case
    offered: tuple[Turn, ...] = ()
    elsewhere: str = ""  # where the text stays


class EraseQuestions(QObject):
    """`confirmed` with the wish that was asked about."""

    confirmed = Signal(object)
    failed = Signal(object)  # PetError

    def __init__(
        self,
        store: Store,
        texts: Texts,
        background: Background,
        elsewhere: Callable[[int], str],
        window: Window,
    ) -> None:
        """*elsewhere* says where a memo stands that erasing does not change; empty: nowhere."""
        super().__init__(window)
        self._elsewhere = elsewhere
        self._store = store
        self._texts = texts
        self._background = background
        self._window = window

    @Slot(int)
    def ask_memo(self, memo: int) -> None:
        """Whether to erase a memo, and which of the turns that hold its text."""
        question = partial(_of_memo, self._store, memo, self._elsewhere)
        self._background.run(question, self._ask, self._fail)

    @Slot(object)
    def ask_turns(self, numbers: tuple[int, ...]) -> None:
        """Whether to erase these turns."""
        self._background.run(partial(_of_turns, self._store, numbers), self._ask, self._fail)

    @Slot(int)
    def ask_session(self, session: int) -> None:
        """Whether to erase a whole conversation."""
        self._background.run(partial(_of_session, self._store, session), self._ask, self._fail)

    @Slot(object)
    def _ask(self, question: _Question) -> None:
        dialog = EraseDialog(
            question.wish,
            question.what[:_PIECE],
            self._goes(question),
            self._window.theme,
            self._texts,
            self._window,
            offered=question.offered,
        )
        dialog.confirmed.connect(self.confirmed)
        dialog.open()

    def _goes(self, question: _Question) -> str:
        match question.wish:
            case EraseMemo():
                goes = self._texts("memory.erase.memo")
                return "\n".join(filter(None, (goes, question.elsewhere)))
            case EraseTurns():
                return self._texts.count("memory.erase.turns", question.turns)
            case EraseSession():
                return self._texts.count("memory.erase.session", question.turns)

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)


def _of_memo(store: Store, number: int, elsewhere: Callable[[int], str]) -> _Question:
    memo = store.read(lambda connection: memo_rows.any_one(connection, number))
    held = erase.mentions(store, number)[-_OFFERED:]
    return _Question(EraseMemo(number), memo.text, 0, turns.some(store, held), elsewhere(number))


def _of_turns(store: Store, numbers: tuple[int, ...]) -> _Question:
    first = turns.some(store, numbers[:1])
    return _Question(EraseTurns(numbers), first[0].user_text if first else "", len(numbers))


def _of_session(store: Store, session: int) -> _Question:
    numbers = conversations.turn_numbers(store, session)
    first = turns.some(store, numbers[:1])
    what = first[0].user_text if first else ""
    return _Question(EraseSession(session), what, len(numbers))
