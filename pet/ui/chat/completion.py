"""Completing the word at the cursor: between the text box and the popup."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from pet.ui.chat.composer import Composer
from pet.ui.chat.popup import SuggestionPopup
from pet.ui.chat.suggestions import Suggestion, is_whole, matches


class WordCompletion(QObject):
    """Offers what fits the word while it is typed, and takes Up, Down, Tab and Enter for it."""

    def __init__(self, composer: Composer, popup: SuggestionPopup) -> None:
        super().__init__(popup)
        self._composer = composer
        self._popup = popup
        self._offered: tuple[Suggestion, ...] = ()
        self._word = ""
        self._was_moved = False
        self._was_dismissed = False  # until the word changes
        self._picked: Suggestion | None = None
        composer.listen_first(self)
        composer.word_changed.connect(self._offer)
        popup.suggestion_picked.connect(self._pick)

    @property
    def is_open(self) -> bool:
        return self._popup.is_open

    def set_suggestions(self, offered: tuple[Suggestion, ...]) -> None:
        """Offer these from now on: commands, personas and memos together.

        An open popup shows them at once: another copy may just have saved a memo.
        """
        self._offered = offered
        if not self._was_dismissed:
            self._offer(self._word)

    def move(self, step: int) -> None:
        self._was_moved = True
        self._popup.choose_next(step)

    def take_enter(self) -> bool:
        """Complete; but a whole command runs at once, unless another row was chosen."""
        chosen = self._popup.chosen
        if not self.is_open or chosen is None:
            return False
        if not self._was_moved and is_whole(self._word, self._offered):
            self.dismiss()
            return False
        self._insert(chosen)
        return True

    def take_tab(self) -> None:
        if self.is_open and (chosen := self._popup.chosen) is not None:
            self._insert(chosen)

    def dismiss(self) -> None:
        """Close the popup; it opens again when the word changes."""
        self._was_dismissed = True
        self._popup.show_suggestions(())

    @Slot(object)
    def _offer(self, word: str | None) -> None:
        """An input method changes the word in steps, so what was chosen by hand stays chosen."""
        found = matches(word, self._offered) if word else ()
        chosen = self._popup.chosen if self._was_moved else None
        self._word = word or ""
        self._was_dismissed = False
        self._was_moved = chosen in found
        self._popup.show_suggestions(found, chosen)

    @Slot(object)
    def _pick(self, suggestion: Suggestion) -> None:
        """A click may come in the middle of a syllable, which belongs to the word."""
        self._picked = suggestion
        self._composer.composition.settle(self._insert_picked, by_key=False)

    def _insert_picked(self) -> None:
        if self._picked is not None:
            self._insert(self._picked)
            self._picked = None

    def _insert(self, suggestion: Suggestion) -> None:
        self._composer.replace_before_cursor(self._word, suggestion.insert)
        self.dismiss()
