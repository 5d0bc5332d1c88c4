"""Without a screen the pet says so and talks in the terminal."""

from __future__ import annotations

import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals on Windows", allow_module_level=True)

from tests.cli.program import Program
from tests.cli.terminals import CTRL_D, at_a_terminal

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("lang", "why", "saved"),
    [
        ("en", "There is no screen here.", "Saved as #1: tea"),
        ("ko", "여기에는 화면이 없어요.", "#1번으로 저장했어요: tea"),
    ],
)
def test_pet_says_why_and_opens_the_terminal_chat(tmp_path, lang, why, saved):
    pet = Program(tmp_path / "home")
    assert "DISPLAY" not in pet.environ
    with at_a_terminal(pet, "--lang", lang, "--engine", "ollama") as person:
        person.sees(why)
        person.sees("> ")
        person.type("/remember tea\n")
        person.sees(saved)
        person.type(CTRL_D)
        assert person.ends() == 0
