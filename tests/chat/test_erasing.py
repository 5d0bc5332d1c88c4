"""What is erased for good while a reply comes does not come back to disk with it."""

from __future__ import annotations

import pytest

from pet.memory import erase, memos, turns


def test_a_reply_that_may_hold_what_was_erased_meanwhile_is_not_kept(say, pet, engine):
    memo = memos.add(pet.store, "Purple elephants dance", origin="command").memo
    engine.will_say(
        "You told me: ",
        lambda _stop: erase.erase_memo(pet.store, memo.id),
        "Purple elephants dance",
    )
    say("What did I tell you?")
    (turn,) = turns.shown(pet.store, pet.session.seat.number, 9)
    assert (turn.user_text, turn.reply, turn.state) == ("What did I tell you?", "", "stopped")
    engine.will_say("Fine.")
    say("How are you?")
    assert turns.shown(pet.store, pet.session.seat.number, 9)[-1].reply == "Fine."
    for file in pet.paths.root.rglob("*"):
        assert not file.is_file() or b"elephants" not in file.read_bytes(), file


def talk(say, engine, *, until: int) -> None:
    for number in range(until):
        engine.will_say(f"Answer {number}.")
        say(f"Question {number}?")


def last_reply(say, pet, engine, erased: int) -> tuple[str, str]:
    """The reply in which the turn *erased* is erased, as it is kept."""
    engine.will_say("Once upon ", lambda _stop: erase.erase_turns(pet.store, [erased]), "a time")
    say("And?")
    kept = turns.shown(pet.store, pet.session.seat.number, 20)[-1]
    return kept.reply, kept.state


@pytest.mark.parametrize("which", [0, 9], ids=["in the summary", "in the prompt"])
def test_a_turn_takes_a_reply_along_that_was_made_from_it(say, pet, engine, which):
    talk(say, engine, until=12)
    told = turns.shown(pet.store, pet.session.seat.number, 20)
    assert last_reply(say, pet, engine, told[which].id) == ("", "stopped")


def test_a_turn_that_no_prompt_holds_takes_none(say, pet, engine):
    talk(say, engine, until=2)
    told = turns.shown(pet.store, pet.session.seat.number, 20)
    say("/new")
    assert last_reply(say, pet, engine, told[0].id) == ("Once upon a time", "done")
