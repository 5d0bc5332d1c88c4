"""Raw prompts: the last twenty, in memory alone, and none that could hold what was erased."""

from __future__ import annotations

from contextlib import closing

import pytest

from pet.memory import memos
from pet.memory.erase import erase_memo
from pet.memory.store import Store


def turn_of(events):
    return events[0].turn


@pytest.fixture
def recent(pet):
    return pet.session.recent


def test_the_prompt_of_a_reply_is_there_as_it_was_sent(say, engine, recent):
    first, second = turn_of(say("hello")), turn_of(say("and you?"))
    assert recent.of(first).messages == engine.sent[0]
    assert recent.of(second).messages == engine.sent[1]
    assert recent.before(second) is recent.of(first)
    assert recent.before(first) is None


def test_only_the_last_twenty_stay(say, recent):
    turns = [turn_of(say(f"message {number}")) for number in range(21)]
    assert recent.of(turns[0]) is None
    assert all(recent.of(turn) for turn in turns[1:])
    assert recent.before(turns[1]) is None


def test_nothing_of_it_is_on_the_disk(say, pet, paths):
    say("/remember I keep bees in Zwolle")
    say("hello")
    assert pet.session.recent.newest is not None
    reports = pet.store.rows("SELECT report FROM reports")
    assert reports
    assert not any("bees" in report for (report,) in reports)
    written = [file for file in paths.root.rglob("*") if file.is_file() and file != paths.database]
    assert not any(b"Zwolle" in file.read_bytes() for file in written)


def test_erasing_here_lets_go_of_all_of_them_at_once(say, pet, recent):
    say("/remember I keep bees in Zwolle")
    say("hello")
    erase_memo(pet.store, memos.everything(pet.store)[0].id)
    assert recent.newest is None


def test_erasing_in_another_copy_lets_go_of_them_at_the_next_look(say, pet, paths, clock, recent):
    say("/remember I keep bees in Zwolle")
    turn = turn_of(say("hello"))
    with closing(Store.open(paths, clock)) as other:
        erase_memo(other, memos.everything(other)[0].id)
    assert recent.of(turn) is None
    assert recent.newest is None


def test_a_prompt_made_before_an_erasure_is_not_kept_after_it(
    say, pet, engine, recent, monkeypatch
):
    say("/remember I keep bees in Zwolle")
    gather = pet.session.seat.gather

    def erased_meanwhile(said):
        parts = gather(said)
        erase_memo(pet.store, memos.everything(pet.store)[0].id)
        return parts

    monkeypatch.setattr(pet.session.seat, "gather", erased_meanwhile)
    turn = turn_of(say("hello"))
    assert "Zwolle" in engine.sent[0][0].content
    assert recent.of(turn) is None


def test_forgetting_erases_nothing_and_keeps_them(say, recent):
    say("/remember I keep bees in Zwolle")
    turn = turn_of(say("hello"))
    say("/forget #1")
    assert recent.of(turn) is not None
