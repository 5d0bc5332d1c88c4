"""How anything that went wrong is told: a sentence for what is expected, one dialog for the rest.

An expected failure is a `PetError`; its sentence is `error.<key>` of the catalogues, and where one
press can help (`remedies`), `action.<remedy>` is the label of a button. Whoever shows notices
connects to `Notices.told`. Anything else is a fault of ours: it goes to the log and to one calm
dialog, whose details can be copied. Neither holds a word of a conversation: an exception is told
by its type and the places it passed, never by its message.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

import PySide6
from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

import pet
from pet.errors import PetError
from pet.i18n import Texts
from pet.ui import libraries
from pet.ui.boxes import plain_box
from pet.ui.remedies import remedy

_log = logging.getLogger(__name__)
_qt_log = logging.getLogger("pet.qt")

_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_NO_SCREEN: Final = 1  # exit code where Qt finds no screen to draw on
_MAX_QT_MESSAGE: Final = 500  # characters
_SOURCE: Final = Path(pet.__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence to show, and perhaps a button: its label and the action it stands for."""

    sentence: str
    action: str = ""
    label: str = ""


def describe(texts: Texts, error: PetError) -> Notice:
    """What to show of an expected failure, and the remedy to offer."""
    try:
        sentence = texts(f"error.{error.key}", **error.facts)
    except (KeyError, IndexError, ValueError):  # no such sentence, or a fact that it asks for
        _log.warning("no sentence for %s", error.key)
        return Notice(texts("error.unexpected"))
    action = remedy(error)
    return Notice(sentence, action, texts(f"action.{action}")) if action else Notice(sentence)


def details(error: BaseException) -> str:
    """What a developer needs, and nothing that was said: types, places, versions."""
    lines = [
        f"desktop-pet {pet.__version__}, Python {platform.python_version()}, "
        f"PySide6 {PySide6.__version__}, {platform.system()} {platform.release()}",
    ]
    link: BaseException | None = error
    while link is not None and len(lines) < 200:  # a chain may be a ring
        lines.append(str(link) if isinstance(link, PetError) else type(link).__qualname__)
        lines += [f"  {_place(frame)}" for frame in traceback.extract_tb(link.__traceback__)[-20:]]
        link = link.__cause__ or link.__context__
    return "\n".join(lines)


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(_SOURCE) if path.is_relative_to(_SOURCE) else Path(path.name)
    return f"{shown.as_posix()}:{frame.lineno} {frame.name}"


class Notices(QObject):
    """Where failures go. Any thread may report; everything is shown on the UI thread."""

    told = Signal(object)  # Notice
    _reported = Signal(object)

    def __init__(self, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._dialog: QMessageBox | None = None
        self._former: tuple[Callable[..., object], Callable[..., object]] | None = None
        self._reported.connect(self.show_unexpected, Qt.ConnectionType.QueuedConnection)

    def take_hooks(self) -> None:
        """Hear of every exception that nobody caught, on any thread, until `give_hooks_back`."""
        self._former = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._hear
        threading.excepthook = self._hear_thread

    def give_hooks_back(self) -> None:
        if self._former is not None:
            sys.excepthook, threading.excepthook = self._former
            self._former = None

    @Slot(object)
    def tell(self, error: PetError) -> None:
        """Tell of an expected failure."""
        self.told.emit(describe(self._texts, error))

    @Slot(object)
    def show_unexpected(self, error: BaseException) -> None:
        """Log a fault of ours and show it, one dialog at a time however many come."""
        report = details(error)
        _log.error("unexpected: %s", report)
        if self._dialog is None:
            self._dialog = self._build_dialog(report)
            self._dialog.open()

    def _hear(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QGuiApplication.quit()
        else:
            self._reported.emit(error.with_traceback(trace))

    def _hear_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._reported.emit(args.exc_value)

    def _build_dialog(self, report: str) -> QMessageBox:
        box = plain_box(
            self._texts("unexpected.title"),
            self._texts("error.unexpected"),
            self._texts("unexpected.more"),
        )
        box.setDetailedText(report)
        close = box.addButton(self._texts("unexpected.close"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(close)
        box.setEscapeButton(close)
        copy = box.addButton(self._texts("unexpected.copy"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.disconnect()  # copying does not close the dialog
        copy.clicked.connect(self._copy_details)
        box.destroyed.connect(self._forget_dialog)  # not before: it is still at work
        return box

    @Slot()
    def _copy_details(self) -> None:
        if self._dialog is not None:
            QGuiApplication.clipboard().setText(self._dialog.detailedText())

    @Slot()
    def _forget_dialog(self) -> None:
        self._dialog = None


class QtMessages:
    """Takes what Qt writes: into the log, and a start without a screen into one plain sentence.

    Installed before the QApplication is made, because Qt aborts in its constructor where no
    platform plugin can be loaded.
    """

    def __init__(
        self,
        texts: Texts,
        out: TextIO | None = None,
        leave: Callable[[int], object] = os._exit,  # Qt would abort and leave a core file
    ) -> None:
        self._texts = texts
        self._out = out
        self._leave = leave

    def take(self) -> None:
        """Hear Qt's messages until `give_back`."""
        qInstallMessageHandler(self.hear)

    @staticmethod
    def give_back() -> None:
        qInstallMessageHandler(None)

    def hear(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        _qt_log.log(_LEVELS[kind], "%s: %s", context.category, message[:_MAX_QT_MESSAGE])
        if kind == QtMsgType.QtFatalMsg and "platform plugin" in message:
            out = self._out or sys.stderr
            out.write(no_screen(self._texts) + "\n")
            out.flush()
            self._leave(_NO_SCREEN)


def no_screen(texts: Texts) -> str:
    """Why no window can be opened, and what to do about it."""
    packages = libraries.missing_packages()
    if packages:
        return texts("screen.libraries", packages=" ".join(packages))
    return texts("screen.none")
