"""The persona editor in the real program, with the keyboard alone, and through a crash."""

from __future__ import annotations

import json
import signal

import pytest

from tests.e2e.desktop import VirtualDesktop
from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")


def opened(desktop: VirtualDesktop, pet, *name: str):
    """The editor, with the keyboard in it."""
    assert pet.character
    assert pet.tell("persona", "edit", *name).returncode == 0
    window = desktop.wait_for_window("Personas", pid=pet.process.pid)
    until(lambda: desktop.focused() == window.id, what="the keyboard in the editor")
    return window


def card(home, name):
    file = home.folder / "personas" / f"{name}.json"
    return json.loads(file.read_text("utf-8"))["data"] if file.is_file() else None


def saved_by_key(desktop, home, name):
    """The card, once Ctrl+S did it; before the editor has read who is there it does nothing."""

    def pressed():
        desktop.keyboard.press("ctrl+s")
        return card(home, name)

    return until(pressed, what=f"{name} on the disk")


def drafts(home):
    return [file.read_text("utf-8") for file in home.folder.glob("persona-drafts/*/*.json")]


def test_a_persona_is_made_tried_saved_and_worn_with_the_keyboard_alone(desktop, start, home, fake):
    fake.reply, fake.word_seconds = "Ahoy from the trial!", 0.0
    pet = start(*ENGINE, OLLAMA_HOST=fake.url)
    opened(desktop, pet)
    keys = desktop.keyboard
    keys.press("ctrl+n")
    keys.type("Captain")
    keys.press("Tab")
    keys.type("A moth who is a captain.")
    keys.press("Tab")
    keys.type("Grand, short.")
    keys.press("Tab", "Tab", "space")  # over the situation, to the button that adds a greeting
    keys.type("Ahoy!")
    keys.press("Tab", "Tab", "Tab", "space")  # over adding and removing, to adding an example
    keys.type("Hi")
    keys.press("Tab")
    keys.type("Ahoy, sailor!")

    keys.press("ctrl+t")
    keys.type("Who are you?\n")
    asked = until(
        lambda: [
            seen for seen in fake.seen if seen.path == "/api/chat" and "moth" in str(seen.body)
        ],
        what="the trial to reach the model",
    )
    assert "Ahoy, sailor!" in str(asked[0].body)
    assert card(home, "captain") is None

    keys.press("ctrl+shift+s")
    made = until(lambda: card(home, "captain"), what="the card on the disk")
    assert (made["description"], made["personality"]) == (
        "A moth who is a captain.",
        "Grand, short.",
    )
    assert made["first_mes"] == "Ahoy!"
    assert made["mes_example"] == "<START>\n{{user}}: Hi\n{{char}}: Ahoy, sailor!"
    until(lambda: home.setting("persona") == "captain", what="her to be worn")
    assert "A moth who is a captain." in pet.prompt("Hello")[0]["content"]
    said = [turn.said for turn in home.turns()]
    assert said == ["/persona captain"]  # nothing of the trial was kept
    until(lambda: drafts(home) == [], what="the draft to go")


def test_what_was_typed_before_a_crash_is_offered_afterwards(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    opened(desktop, pet)
    desktop.keyboard.press("ctrl+n")
    desktop.keyboard.type("Quetzal")
    desktop.keyboard.press("Tab")
    desktop.keyboard.type("A green bird.")
    until(lambda: "A green bird." in "".join(drafts(home)), what="the draft on the disk")
    pet.end(signal.SIGKILL)

    again = start(*ENGINE, OLLAMA_HOST=NOBODY)
    opened(desktop, again)
    saved = saved_by_key(desktop, home, "quetzal")
    assert saved["description"] == "A green bird."


def test_escape_closes_and_keeps_what_was_written(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    window = opened(desktop, pet)
    desktop.keyboard.press("ctrl+n")
    desktop.keyboard.type("Quetzal")
    desktop.keyboard.press("Escape")
    until(lambda: not desktop.windows("Personas", pid=pet.process.pid), what="the editor to close")
    until(lambda: "Quetzal" in "".join(drafts(home)), what="the draft")
    assert opened(desktop, pet).id != window.id
    saved_by_key(desktop, home, "quetzal")


def test_a_card_is_opened_in_the_pet_that_runs(desktop, start, home, tmp_path):
    file = tmp_path / "mina.json"
    data = {"name": "Mina", "description": "A cat."}
    file.write_text(json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}))
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert pet.character
    assert pet.tell(str(file)).returncode == 0
    page = desktop.wait_for_window("Import a persona", pid=pet.process.pid)
    until(lambda: desktop.focused() == page.id, what="the keyboard in the page")
    assert card(home, "mina") is None
    desktop.keyboard.press("Return")
    until(lambda: card(home, "mina") and home.setting("persona") == "mina", what="her to be worn")
