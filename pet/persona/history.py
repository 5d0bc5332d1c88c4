"""What was done to a sheet, step by step, so that each step can be taken back and done again."""

from __future__ import annotations

from typing import Final

from pet.persona.sheet import Sheet

_TOGETHER: Final = 1.0  # seconds; keys that follow each other faster in one field are one step
_MOST: Final = 500  # steps


class History:
    """One history for the whole form."""

    def __init__(self, first: Sheet) -> None:
        self._steps = [first]
        self._at = 0  # where in the steps the form stands
        self._field = ""  # what the last step changed
        self._when = float("-inf")

    @property
    def current(self) -> Sheet:
        return self._steps[self._at]

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at + 1 < len(self._steps)

    def record(self, sheet: Sheet, field: str, when: float) -> None:
        """*field* was changed *when* (monotonic seconds); what was undone before is gone."""
        if sheet == self.current:
            return
        goes_on = field == self._field and when - self._when < _TOGETHER and self._at > 0
        del self._steps[self._at + 1 :]
        if goes_on:
            self._steps[self._at] = sheet
        else:
            self._steps.append(sheet)
            del self._steps[: max(0, len(self._steps) - _MOST)]
            self._at = len(self._steps) - 1
        self._field, self._when = field, when

    def undo(self) -> Sheet:
        """One step back; the sheet to show now."""
        self._at = max(0, self._at - 1)
        self._field = ""
        return self.current

    def redo(self) -> Sheet:
        """The step that was taken back last, again; the sheet to show now."""
        self._at = min(len(self._steps) - 1, self._at + 1)
        self._field = ""
        return self.current
