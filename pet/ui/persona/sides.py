"""The form and the place to try her out: side by side, or one at a time in a narrow window."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from pet.ui.persona.trial_pane import WIDTH, TrialPane

_BOTH: Final = 920  # px of the window from which on there is room for both


class Sides(QObject):
    """Where there is room for one only, a button leads from each to the other."""

    def __init__(
        self, window: QWidget, form: QWidget, line: QWidget, trial: TrialPane, there: QPushButton
    ) -> None:
        """*there* leads from the form to the trial."""
        super().__init__(window)
        self._window = window
        self._form = form
        self._line = line
        self._trial = trial
        self._there = there
        self._tries = False  # which of both is shown where there is room for one
        there.clicked.connect(self.show_trial)
        trial.back.clicked.connect(self.show_form)
        window.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    @Slot()
    def show_trial(self) -> None:
        """She is to be tried: the keyboard goes there."""
        self._tries = True
        self._fit()
        self._trial.take_focus()

    @Slot()
    def show_form(self) -> None:
        """She is to be edited."""
        self._tries = False
        self._fit()

    def _fit(self) -> None:
        both = self._window.width() >= _BOTH
        self._form.setVisible(both or not self._tries)
        self._line.setVisible(both)
        self._trial.setMaximumWidth(WIDTH if both else 2 * WIDTH)
        self._trial.setVisible(both or self._tries)
        self._there.setVisible(not both)
        self._trial.back.setVisible(not both)
