"""Two starts, and two copies on one folder."""

from __future__ import annotations

import pytest

from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")


def test_a_second_start_brings_the_first_back_and_ends(start):
    first = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert first.character
    assert first.tell("hide").returncode == 0
    until(lambda: not first.is_shown, what="the character to hide")
    second = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert second.ended()[0] == 0
    until(lambda: first.is_shown, what="the character to come back")
    assert first.process.poll() is None


def test_of_two_starts_at_once_one_stays(start, home):
    both = [start(*ENGINE, OLLAMA_HOST=NOBODY) for _ in range(2)]
    until(lambda: [pet for pet in both if pet.process.poll() is not None], 60, "one of them to end")
    (stays,) = [pet for pet in both if pet.process.poll() is None]
    assert stays.character
    assert [pet.process.returncode for pet in both if pet is not stays] == [0]
    stays.open_chat()
    assert "#1" in stays.answers("/remember I am the one that stays").reply


def test_two_copies_talk_and_see_what_the_other_remembers(desktop, start, home, fake):
    fake.reply, fake.word_seconds = "I hear you.", 0.0
    first = start(*ENGINE, OLLAMA_HOST=fake.url)
    here = first.character
    second = start(*ENGINE, "--another", OLLAMA_HOST=fake.url)
    there = second.character
    assert here.x - there.x > 404 + 80, "the second stands on the first, or on its chat"
    second.open_chat()
    second.answers("Hello from the second")
    desktop.keyboard.press("Escape")
    first.open_chat()
    first.answers("Hello from the first")
    assert {(turn.said, turn.reply) for turn in home.turns("done")} == {
        ("Hello from the second", "I hear you."),
        ("Hello from the first", "I hear you."),
    }

    first.answers("/remember tea in the morning")
    low = first.chat.height
    desktop.keyboard.type("#")
    until(lambda: first.chat.height > low, what="the list of memos")
    one_memo = first.chat.height
    assert second.tell("remember", "coffee at noon").returncode == 0
    until(lambda: first.chat.height > one_memo, 5, "the other copy's memo in the list")
    desktop.keyboard.press("Escape", "ctrl+a", "BackSpace", "Escape")
    until(lambda: first.chat is None)

    second.open_chat()
    listed = second.answers("/memories").reply
    assert "tea in the morning" in listed
    assert "coffee at noon" in listed
    assert "tea in the morning" in str(second.prompt("What do I drink?"))


def test_nothing_is_lost_while_both_write(desktop, start, home):
    first = start(*ENGINE, OLLAMA_HOST=NOBODY)
    assert first.character
    second = start(*ENGINE, "--another", OLLAMA_HOST=NOBODY)
    second.open_chat()
    wanted = []
    for number in range(5):
        second.say(f"/remember typed {number}")
        assert first.tell("remember", f"told {number}").returncode == 0
        wanted += [f"typed {number}", f"told {number}"]
    until(lambda: sorted(home.memos()) == sorted(wanted), what="all memos")
    assert home.is_sound()
    assert first.tell("quit").returncode == 0
    assert first.ended()[0] == 0
    assert second.process.poll() is None  # it is asked nothing: the first one listens
    assert "typed 4" in second.answers("/memories").reply


def test_where_another_copy_is_put_is_not_where_the_next_start_stands(desktop, start, home):
    first = start(*ENGINE, OLLAMA_HOST=NOBODY)
    here = first.character
    second = start(*ENGINE, "--another", OLLAMA_HOST=NOBODY)
    there = second.character
    x, y = there.x + there.width // 2, there.y + there.height * 2 // 3
    desktop.mouse.drag(x, y, x - 200, y - 300)
    until(lambda: second.character.y == there.y - 300, what="the second to move")
    assert second.end()[0] == 0
    assert first.end()[0] == 0
    again = start(*ENGINE, OLLAMA_HOST=NOBODY).character
    assert (again.x, again.y) == (here.x, here.y)
