"""Another persona: by the menu, by /persona and by @name, in both languages."""

from __future__ import annotations

import pytest

from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")
PERSONAS = 2  # the entry of the menu, from the top


def test_a_persona_is_worn_by_the_menu_and_by_a_command(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert pet.character
    pet.choose(PERSONAS, 3)
    until(lambda: home.setting("persona") == "tori", what="Tori in the settings")
    pet.is_called("Tori")
    pet.open_chat()
    pet.is_called("Somi", after=lambda: pet.answers("/persona somi"))
    assert home.setting("persona") == "somi"


def test_a_message_for_another_is_answered_by_her_alone(desktop, start, home, fake):
    fake.reply = "Hm. Tea."
    pet = start(*ENGINE, OLLAMA_HOST=fake.url)
    pet.open_chat()
    assert pet.answers("hello").state == "done"
    assert pet.answers("@tori what do you drink?").said == "what do you drink?"
    assert pet.answers("and you?").said == "and you?"
    talked = [chat for chat in fake.chats if chat["messages"]]
    sent = ["\n".join(one["content"] for one in chat["messages"]) for chat in talked]
    assert ["Name: Tori" in text for text in sent] == [False, True, False]
    assert "drink" not in sent[2]
    assert pet.chat is not None  # it is still the chat with Somi


def test_the_terminal_tells_the_running_copy_in_korean(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY, lang="ko")
    assert pet.character
    told = pet.tell("persona", "use", "마루")
    assert told.returncode == 0, told.stderr
    assert "실행 중인 펫도" in told.stdout
    pet.is_called("마루")
    pet.open_chat()
    assert "토리" in pet.answers("/페르소나 토리").reply
    pet.is_called("토리")


def test_an_at_opens_the_popup_of_the_others(desktop, start, home, fake):
    fake.reply = "Hm."
    pet = start(*ENGINE, OLLAMA_HOST=fake.url)
    pet.open_chat()
    low = pet.chat.height
    desktop.keyboard.type("@")
    until(lambda: pet.chat.height > low + 30, what="the popup above the box")
    desktop.keyboard.type("to")
    desktop.keyboard.press("Return")
    desktop.keyboard.type("hello\n")
    until(lambda: [turn.said for turn in home.turns("done")] == ["hello"], 30, "her turn")
