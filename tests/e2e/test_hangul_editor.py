"""Hangul typed into the persona editor through a real input method arrives whole."""

from __future__ import annotations

import json

import pytest

from tests.e2e.pets import NOBODY
from tests.e2e.test_hangul import desktop as desktop  # ibus and fcitx 5, one after the other
from tests.waiting import until

pytestmark = [pytest.mark.e2e, pytest.mark.ime]


def names(home):
    """What the drafts say she is called."""
    files = home.folder.glob("persona-drafts/*/*.json")
    return [json.loads(file.read_text("utf-8"))["words"][0]["name"] for file in files]


def test_every_way_out_of_a_field_takes_the_syllable_with_it(desktop, start, home):
    pet = start("--engine", "ollama", OLLAMA_HOST=NOBODY, lang="ko")
    assert pet.character
    assert pet.tell("persona", "edit").returncode == 0
    window = desktop.wait_for_window("페르소나", pid=pet.process.pid)
    until(lambda: desktop.focused() == window.id, what="the keyboard in the editor")
    keys = desktop.keyboard
    keys.press("ctrl+n")

    def composes() -> bool:
        keys.type("g")  # the input method comes a moment after the first field has the keyboard
        keys.press("Tab", "shift+Tab")
        return any("ㅎ" in name for name in names(home))

    def is_empty() -> bool:
        desktop.mouse.click(window.x + 550, window.y + 97)  # on a busy machine a Tab came late
        keys.press("ctrl+a", "BackSpace")
        return not any(names(home))

    until(composes, what="the input method")
    until(is_empty, what="an empty name")
    keys.type("gksrmf")
    keys.press("Tab")  # in the middle of a syllable
    until(lambda: "한글" in names(home), what="the whole name")
    keys.press("ctrl+a", "BackSpace")  # what the trying left in this field
    keys.type("dkssud")
    keys.press("ctrl+s")  # and again

    def saved():
        file = home.folder / "personas" / "한글.json"
        return json.loads(file.read_text("utf-8"))["data"] if file.is_file() else None

    card = until(saved, what="the card")
    assert (card["name"], card["description"]) == ("한글", "안녕")
