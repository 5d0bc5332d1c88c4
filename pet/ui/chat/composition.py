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
_WAIT_MS: Final = 30  # 0 ms lost the syllable, 20 ms never did
_LIMIT: Final = 0.150  # seconds; then we no longer wait for the input method
_ECHO: Final = 0.5  # seconds in which a commit of what we took ourselves is a repetition


class Composition(QObject):
    """The composition of one text box; the box tells it of every input-method event."""

    def __init__(self, box: QPlainTextEdit) -> None:
        super().__init__(box)
        self._box = box
        self._preedit = ""
        self._changed_at = float("-inf")
        self._deadline = 0.0
        self._waiting: list[Callable[[], None]] = []
        self._taken = ""
        self._taken_at = float("-inf")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)

    @property
    def preedit(self) -> str:
        """What is being composed: seen in the box, not yet part of its text."""
        return self._preedit

    def filter(self, event: QInputMethodEvent) -> QInputMethodEvent:
        """*event*, or one without its commit where that repeats what was taken already."""
        commit = event.commitString()
        if not commit:
            return event
        repeats = commit == self._taken and time.monotonic() - self._taken_at < _ECHO
        self._taken = ""
        return QInputMethodEvent(event.preeditString(), event.attributes()) if repeats else event

    def note(self, event: QInputMethodEvent) -> None:
        """The box has dealt with *event*."""
        self._preedit = event.preeditString()
        self._changed_at = time.monotonic()
        if self._waiting and event.commitString() and self._preedit:
            self._act()  # the user types on already: what came is whole

    def settle(self, then: Callable[[], None]) -> None:
        """Call *then* once nothing is being composed: at once, or within 150 ms."""
        now = time.monotonic()
        if not self._waiting:
            if not self._preedit and now - self._changed_at > _RECENT:
                then()
                return
            self._deadline = now + _LIMIT
            self._timer.start(_WAIT_MS)
            self._ask_to_commit()
        self._waiting.append(then)

    def hurry(self) -> None:
        """Another key comes: do what waits before it, unless a syllable is still open."""
        if self._waiting and not self._preedit:
            self._act()

    def finish(self) -> None:
        """End the composition now: the box loses the focus, or goes away."""
        self._ask_to_commit()
        self._take()
        if self._waiting:
            self._act()

    @Slot()
    def _look(self) -> None:
        left = self._deadline - time.monotonic()
        if self._preedit and left > 0:
            self._timer.start(min(_WAIT_MS, round(left * 1000) + 1))
            return
        self._take()
        self._act()

    def _take(self) -> None:
        """Make the unfinished syllable part of the text, once."""
        if not self._preedit:
            return
        taken = self._preedit
        event = QInputMethodEvent()
        event.setCommitString(taken)
        QCoreApplication.sendEvent(self._box, event)
        self._taken, self._taken_at = taken, time.monotonic()
        if QGuiApplication.focusObject() is self._box:
            QGuiApplication.inputMethod().reset()

    def _ask_to_commit(self) -> None:
        """The input method commits to whatever has the focus, so only while that is the box."""
        if self._preedit and QGuiApplication.focusObject() is self._box:
            QGuiApplication.inputMethod().commit()

    def _act(self) -> None:
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()
