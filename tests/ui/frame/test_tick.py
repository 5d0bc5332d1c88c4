"""A box with many words: all of them can be read, however narrow the window is."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from pet.ui.frame.tick import Tick

WORDS = "The moon is a rice cake & every star is a crumb of it. " * 4


def test_its_words_go_on_in_the_next_line(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    box = Tick(WORDS, page)
    column.addWidget(box)
    column.addStretch()
    page.resize(300, 300)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: box.height() > 3 * box.fontMetrics().height())
    assert box.width() < 300
    assert box.text().replace("\n", " ").replace("&&", "&").split() == WORDS.split()
    widest = max(map(box.fontMetrics().horizontalAdvance, box.text().split("\n")))
    assert widest < box.width()
