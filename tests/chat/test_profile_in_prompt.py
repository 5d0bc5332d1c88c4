"""What the pet concluded stands in the prompt after every memo, never in the last message."""

from __future__ import annotations

import pytest

from pet.engines.base import Stop
from pet.memory import memos, profile
from pet.memory.profile import ProfileLine


@pytest.fixture
def conclude(pet):
    """Puts lines into the profile, as a night would."""

    def save(*texts, **fields):
        lines = profile.snapshot(pet.store).lines
        new = tuple(ProfileLine(0, "interest", text, 1, **fields) for text in texts)
        profile.save(pet.store, (*lines, *new), expected=profile.newest(pet.store))

    return save


def system(pet):
    return pet.session.prompt_now("hello").messages[0].content


def test_every_memo_stands_before_every_line(pet, conclude):
    conclude("Goes hiking", "Drinks coffee often")
    memos.add(pet.store, "Call me Captain", origin="command")
    sent = system(pet)
    assert sent.index("Call me Captain") < sent.index("Goes hiking") < sent.index("Drinks coffee")


def test_a_memo_that_says_otherwise_takes_the_line_out_at_once(pet, conclude, say):
    conclude("Drinks coffee often")
    say("hello")
    assert "Drinks coffee" in system(pet)
    memos.add(pet.store, "I don't drink coffee", origin="command")
    assert "Drinks coffee" not in system(pet)


def test_what_the_user_rejects_leaves_at_once(pet, conclude, say):
    conclude("Goes hiking")
    say("hello")
    profile.reject(pet.store, profile.lines(pet.store)[0].id)
    assert "Goes hiking" not in system(pet)


def test_a_line_that_came_by_night_waits_for_the_next_system_message(pet, conclude, say):
    say("hello")
    before = system(pet)
    conclude("Goes hiking")
    assert "Goes hiking" not in pet.session.prompt_now("hi").messages[-1].content
    assert system(pet) == before
    pet.session.seat.begin_another()
    assert "Goes hiking" in system(pet)


def test_a_plan_is_sent_with_its_day(pet, conclude):
    conclude("Moves to Dublin", event="2026-04-01", precision="month")
    assert "Moves to Dublin (2026-04)" in system(pet)


def test_how_the_words_came_in_is_kept(pet):
    list(pet.session.turn("pasted words", Stop(), source="pasted"))
    list(pet.session.turn("typed words", Stop()))
    assert pet.store.rows("SELECT user_text, source FROM turns ORDER BY id") == [
        ("pasted words", "pasted"),
        ("typed words", "typed"),
    ]
