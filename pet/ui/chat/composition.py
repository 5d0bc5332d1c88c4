"""What an input method has under way in a text box, and acting only once that is over.

Some input methods deliver Return before the syllable that it ends (fcitx 5 through its ibus
front-end: the commit comes up to a millisecond later), so whatever follows a key is put off until
the commit has arrived. Where it never does, the unfinished syllable is taken as it stands.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QPlainTextEdit

_RECENT: Final = 0.030  # seconds; an event this fresh may be one of several
_IN_USE: Final = 5.0  # seconds; so long after a syllable another one may be on its way
_WAIT_MS: Final = 30  # 0 ms lost the syllable, 20 ms never did
_LIMIT: Final = 0.150  # seconds; then we no longer wait for the input method
_ECHO: Final = 0.5  # seconds in which a commit of what we took ourselves is a repetition
_FOCUS: Final = 0.6  # seconds in which the focus may go after the syllable
_LONG_AGO: Final = float("-inf")


class Composition(QObject):
    """The composition of one text box; the box tells it of every input-method event.

    `QInputMethod.commit` is a wish: ibus answers at once, fcitx 5 as `ibus` drops the syllable
    (Qt's plugin commits only what the input method said should survive). What was composed and
    then neither stays nor arrives is put into the text here.
    """

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._preedit = ""
        self._changed_at = _LONG_AGO
        self._committed_at = _LONG_AGO
        self._owed = ""  # what the input method was asked for and has not delivered
        self._dropped = ""  # what vanished without having been asked for
        self._taken = ""  # what was put into the text here
        self._taken_at = _LONG_AGO
        self._deadline = 0.0
        self._is_answered = False  # what we wait for has come
        self._is_fresh = False  # what is being composed began after the key
        self._waiting: list[Callable[[], None]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)

    @property
    def preedit(self) -> str:
        """What is being composed: seen in the box, not yet part of its text."""
        return self._preedit

    def filter(self, event: QInputMethodEvent) -> QInputMethodEvent:
        """To be asked before the box deals with *event*, and to be used in its place.

        It comes back without its commit where that repeats what was taken already. Where it
        begins another syllable, what waits for the last one is done first; but on a busy machine
        the last syllable itself may come after its key, all at once, and that is waited for.
        """
        commit, preedit = event.commitString(), event.preeditString()
        if preedit and not self._preedit:
            if self._is_answered and not self._owed:
                self.hurry()
            self._is_fresh = True
        self._owed = "" if commit else self._owed
        self._dropped = "" if commit or preedit else self._preedit
        self._preedit = preedit
        self._changed_at = time.monotonic()
        if not commit:
            return event
        self._is_answered = True
        self._committed_at = self._changed_at
        repeats = commit == self._taken and self._changed_at - self._taken_at < _ECHO
        self._taken = ""
        return QInputMethodEvent(preedit, event.attributes()) if repeats else event

    def note(self, event: QInputMethodEvent) -> None:
        """The box has dealt with *event*."""
        if event.commitString() and event.preeditString():
            self._act()  # the user types on already: what came is whole

    def settle(self, then: Callable[[], None], *, by_key: bool = True) -> None:
        """Call *then* once nothing is being composed: at once, or within 150 ms.

        A key has reached the input method before us and ends the syllable by itself; asking for
        it as well might cancel the next one, which is on its way when the machine is busy. So it
        is asked only where no key was pressed, or where the syllable is still open after 30 ms.
        """
        if not self._waiting:
            now = time.monotonic()
            if not self._preedit and now - self._changed_at > _IN_USE:
                then()
                return
            self._is_answered = not self._preedit and now - self._committed_at < _RECENT
            self._is_fresh = False
            self._owed = self._preedit
            self._deadline = now + _LIMIT
            self._timer.start(_WAIT_MS)
            if not by_key:
                self._ask_to_commit()
        self._waiting.append(then)

    def hurry(self) -> None:
        """Another key comes: do what waits before it, unless a syllable is still open."""
        self._dropped = ""
        if self._waiting and not self._preedit:
            self._take(self._owed)
            self._act()

    def finish(self) -> None:
        """End the composition now: the cursor goes elsewhere, or the focus, or the box.

        Qt may have asked for the commit itself, a moment ago, and lost it the same way.
        """
        self._ask_to_commit()
        self._take(self._preedit or self._owed or self._lost())
        self._act()

    @Slot()
    def _look(self) -> None:
        left = self._deadline - time.monotonic()
        if self._preedit and not self._is_fresh and left > 0:
            self._ask_to_commit()
            self._timer.start(min(_WAIT_MS, round(left * 1000) + 1))
            return
        self._take(self._owed if self._is_fresh else self._preedit or self._owed)
        self._act()

    def _lost(self) -> str:
        """What vanished of late without arriving, and not because it was erased.

        Qt waits up to 400 ms before it believes that a window of X11 has lost the focus. Erasing
        takes a syllable apart, so what vanished whole was not erased.
        """
        whole = len(self._dropped) == 1 and "가" <= self._dropped <= "힣"
        age = time.monotonic() - self._changed_at
        return self._dropped if age < (_FOCUS if whole else _RECENT) else ""

    def _ask_to_commit(self) -> None:
        """The input method commits to whatever has the focus, so only while that is the box."""
        if not self._preedit:
            return
        self._owed = self._preedit
        if QGuiApplication.focusObject() is self._box:
            QGuiApplication.inputMethod().commit()

    def _take(self, syllable: str) -> None:
        """Make *syllable* part of the text, once; what was begun after it stays open."""
        self._owed = self._dropped = ""
        if not syllable:
            return
        composing = self._preedit
        event = QInputMethodEvent("" if composing == syllable else composing, [])
        event.setCommitString(syllable)
        QCoreApplication.sendEvent(self._box, event)
        self._taken, self._taken_at = syllable, time.monotonic()
        if composing == syllable and QGuiApplication.focusObject() is self._box:
            QGuiApplication.inputMethod().reset()

    def _act(self) -> None:
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()
