"""What the engine says while somebody is edited: which models there are, and how much fits."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from pet.app import Pet
from pet.engines.base import Model
from pet.errors import PetError
from pet.i18n import Language
from pet.prompt.budget import Budget
from pet.prompt.measure import measure
from pet.ui.background import Background
from pet.ui.frame.window import Window
from pet.ui.persona.form import PersonaForm
from pet.ui.persona.meter import Meter
from pet.ui.persona.works import Works

_MEASURE_MS: Final = 150  # after a key


class Gauge(QObject):
    """Measures whoever stands in the form, a moment after she was edited."""

    def __init__(
        self,
        works: Works,
        form: PersonaForm,
        meter: Meter,
        language: Language,
        window: Window,
    ) -> None:
        super().__init__(window)
        self._works = works
        self._form = form
        self._meter = meter
        self._window = window
        self._budget = Budget()
        self._language = language
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MEASURE_MS)
        self._timer.timeout.connect(self.measure)

    def begin(self, pet: Pet, background: Background) -> None:
        """Ask the engine, off the UI thread."""
        background.run(pet.session.budget_now, self._take_budget, self._pass_over)
        background.run(pet.engine.models, self._take_models, self._pass_over)

    @Slot()
    def measure_soon(self) -> None:
        """Something was edited."""
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def measure(self) -> None:
        """Show how she fits now."""
        work = self._works.current
        if work is None:
            return
        try:
            measured = measure(work.persona(stand_in="…"), self._language, self._budget)
        except PetError:  # a window so small that nothing fits: the model will say so itself
            return
        self._meter.show_measured(measured)
        self._form.show_measured(measured, self._window.theme)

    @Slot(object)
    def _take_budget(self, budget: Budget) -> None:
        self._budget = budget
        self.measure()

    @Slot(object)
    def _take_models(self, models: tuple[Model, ...]) -> None:
        self._form.show_models(tuple(model.name for model in models))

    @Slot(object)
    def _pass_over(self, _error: PetError) -> None:
        """No engine: the usual numbers, and whichever model there will be."""
