"""What is erased for good while a reply comes does not come back to disk with it."""

from __future__ import annotations

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


def test_a_partial_reply_is_kept_only_while_nothing_is_erased(say, pet, engine):
    memo = memos.add(pet.store, "Purple elephants dance", origin="command").memo
    turn = turns.ask(pet.store, pet.session.seat.take().session, "What did I tell you?")
    turns.grow(pet.store, turn, "You told me", erased=0)
    erase.erase_memo(pet.store, memo.id)
    turns.grow(pet.store, turn, "You told me: Purple elephants dance", erased=0)
    (kept,) = turns.shown(pet.store, pet.session.seat.number, 9)
    assert (kept.reply, kept.state) == ("You told me", "partial")
