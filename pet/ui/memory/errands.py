"""Makes wishes come true: each on a thread of its own, told when it is on the disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import assert_never

from PySide6.QtCore import QObject, Signal, Slot

from pet.errors import PetError
from pet.i18n import Texts
from pet.memory import erase, memos, profile, undo
from pet.memory.imported import Withdrawn
from pet.memory.memos import Receipt
from pet.memory.store import Store
from pet.settings import Settings
from pet.ui.background import Background
from pet.ui.memory.wishes import (
    AcceptLine,
    AddMemo,
    ChangeLine,
    ChangeMemo,
    Done,
    EraseMemo,
    EraseSession,
    EraseTurns,
    ForgetMemo,
    MoveMemo,
    PinMemo,
    RejectLine,
    SetKind,
    SwitchMemory,
    Undo,
    UseVersion,
    Wish,
)


class Errands(QObject):
    """`done` for a wish that came true, `refused` for one that did not, with the wish itself."""

    done = Signal(object)  # Done
    refused = Signal(object, object)  # Wish, PetError

    def __init__(
        self,
        store: Store,
        settings: Settings,
        texts: Texts,
        background: Background,
        elsewhere: Callable[[int], str],
        parent: QObject | None = None,
    ) -> None:
        """*elsewhere* says where a memo stands that erasing does not change; empty: nowhere."""
        super().__init__(parent)
        self._store = store
        self._settings = settings
        self._texts = texts
        self._background = background
        self._elsewhere = elsewhere
        self._waiting: list[Wish] = []  # one at a time, in the order in which they were wished

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    @Slot(object)
    def run(self, wish: Wish) -> None:
        """Do it, after what was wished before."""
        self._waiting.append(wish)
        if len(self._waiting) == 1:
            self._begin(wish)

    def _begin(self, wish: Wish) -> None:
        self._background.run(partial(self._do, wish), self._tell, self._refuse)

    @Slot(object)
    def _tell(self, done: Done) -> None:
        self._go_on()
        self.done.emit(done)

    @Slot(object)
    def _refuse(self, error: PetError) -> None:
        wish = self._waiting[0]
        self._go_on()
        self.refused.emit(wish, error)

    def _go_on(self) -> None:
        self._waiting.pop(0)
        if self._waiting:
            self._begin(self._waiting[0])

    # -- on the background's threads ------------------------------------------------------------

    def _do(self, wish: Wish) -> Done:
        match wish:
            case AddMemo() | ChangeMemo() | PinMemo() | SetKind() | MoveMemo() | ForgetMemo():
                return self._told(wish, self._edit(wish))
            case Undo():
                return self._taken_back(wish, undo.undo(self._store))
            case EraseMemo() | EraseTurns() | EraseSession():
                return Done(wish, self._erased(wish))
            case ChangeLine() | RejectLine() | AcceptLine() | UseVersion():
                return self._profile(wish)
            case SwitchMemory(on):
                self._settings.change(memory=on)
                return Done(wish)
            case _:
                assert_never(wish)

    def _taken_back(self, wish: Wish, receipt: Receipt | Withdrawn) -> Done:
        if isinstance(receipt, Withdrawn):
            return Done(wish, self._texts("import.undone", **asdict(receipt)))
        return self._told(wish, receipt)

    def _edit(
        self, wish: AddMemo | ChangeMemo | PinMemo | SetKind | MoveMemo | ForgetMemo
    ) -> Receipt:
        store = self._store
        match wish:
            case AddMemo(text):
                return memos.add(store, text, origin="window")
            case ChangeMemo(memo, text, revision):
                return memos.change(store, memo, text, revision=revision)
            case PinMemo(memo, pinned):
                return memos.pin(store, memo, pinned)
            case SetKind(memo, kind):
                return memos.set_kind(store, memo, kind)
            case MoveMemo(memo, before):
                return memos.move(store, memo, before)
            case ForgetMemo(memo):
                return memos.forget(store, memo)
            case _:
                assert_never(wish)

    def _told(self, wish: Wish, receipt: Receipt) -> Done:
        """Only what may surprise is told: a new pin or place can be seen."""
        texts, memo = self._texts, receipt.memo
        if receipt.undid is not None:
            return Done(wish, texts(f"undo.{receipt.undid}", id=memo.id, text=memo.text))
        match receipt.action:
            case "forgotten":
                return Done(wish, texts("memo.forgotten", id=memo.id, text=memo.text), Undo())
            case "already" if isinstance(wish, AddMemo):
                return Done(wish, texts("memo.already", id=memo.id, text=memo.text))
        return Done(wish)

    def _erased(self, wish: EraseMemo | EraseTurns | EraseSession) -> str:
        standing = ""
        match wish:
            case EraseMemo(memo, turns):
                standing = self._elsewhere(memo)
                gone = erase.erase_memo(self._store, memo, turns=turns)
            case EraseTurns(turns):
                gone = erase.erase_turns(self._store, turns)
            case EraseSession(session):
                gone = erase.erase_session(self._store, session)
            case _:
                assert_never(wish)
        told = [self._texts("memory.erased", turns=gone.turns, backups=gone.backups)]
        if gone.drafts:
            told.append(self._texts("erase.drafts", n=gone.drafts))
        return " ".join(filter(None, (*told, standing)))

    def _profile(self, wish: ChangeLine | RejectLine | AcceptLine | UseVersion) -> Done:
        store, texts = self._store, self._texts
        match wish:
            case ChangeLine(line, text, seen):
                profile.edit(store, line, text, seen=seen)
                return Done(wish)
            case RejectLine(line):
                gone = profile.reject(store, line)
                return Done(wish, texts("memory.rejected", text=gone.text), AcceptLine(line))
            case AcceptLine(line):
                back = profile.accept(store, line)
                return Done(wish, texts("memory.accepted", text=back.text))
            case UseVersion(version):
                before = profile.newest(store)
                made = profile.restore(store, version)
                sentence = texts("memory.version.used", version=version, made=made.version)
                return Done(wish, sentence, UseVersion(before) if before else None)
            case _:
                assert_never(wish)
