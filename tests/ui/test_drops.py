"""What is dropped on the character or a window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from pet.ui.drops import DropTarget


@pytest.fixture
def widget(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


def drop(widget, mime):
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(5, 5), action, mime, buttons, keys)
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(widget, QDropEvent(QPointF(5, 5), action, mime, buttons, keys))


def test_files_are_told_by_their_paths(qtbot, widget, tmp_path):
    target, mime = DropTarget(widget), QMimeData()
    mime.setUrls(
        [QUrl.fromLocalFile(str(tmp_path / "카드.png")), QUrl("https://example.org/x.png")]
    )
    with qtbot.waitSignal(target.files_dropped) as told:
        drop(widget, mime)
    assert told.args == [[str(tmp_path / "카드.png")]]


def test_words_are_something_else(qtbot, widget):
    target, mime = DropTarget(widget), QMimeData()
    mime.setText("hello")
    with qtbot.waitSignal(target.something_dropped):
        drop(widget, mime)
