"""What one press can do about a failure."""

from __future__ import annotations

import pytest

from pet.errors import BudgetExceeded, EngineRefused, PromptTooLong, UserTextTooLarge
from pet.i18n import Texts
from pet.ui.notices import describe


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    ("error", "action"),
    [
        (BudgetExceeded("budget_exceeded", budget=1_000, needed=2_345), "choose_model"),
        (PromptTooLong("prompt_too_long", tokens=9_000, window=8_192), "choose_model"),
        (EngineRefused("engine_busy"), "retry"),
        (
            EngineRefused("model_too_large", model="m:8b", needed="5.6 GiB", free="3.2 GiB"),
            "choose_model",
        ),
        (UserTextTooLarge("user_text_too_long", size=1_234, limit=1_000, unit="scalars"), ""),
    ],
)
def test_too_much_is_told_with_its_numbers_and_with_what_helps(language, error, action):
    notice = describe(Texts(language), error)
    assert notice.action == action
    assert bool(notice.label) == bool(action)
    numbers = [fact for fact in error.facts.values() if isinstance(fact, int)]
    assert all(f"{fact:,}" in notice.sentence or str(fact) in notice.sentence for fact in numbers)
