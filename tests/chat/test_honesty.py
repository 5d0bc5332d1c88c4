"""The polite lie is caught: receipts come from the store, and where none came the reply says so."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.chat.events import TurnFinished
from pet.engines.base import Stop
from pet.errors import EngineUnreachable
from pet.memory import memos
from tests.memory import sentences

LIES = ("Sure, I'll remember that!", "네, 기억할게요!", "Okay.", "그렇군요!")


@pytest.fixture
def engine(engine):
    engine.tools = True  # and never calls one
    return engine


def test_every_wish_of_the_set_is_answered_by_a_receipt_or_by_the_truth(say, pet, engine):
    """Through the whole path, with a model that only promises; half of 140 are wishes."""
    rows = sentences.read("wishes")
    wishes = [row for row in rows if row["is"]][:70]
    others = [row for row in rows if not row["is"]][:70]
    assert len(wishes) + len(others) >= 120
    told = []
    for number, row in enumerate((*wishes, *others)):
        engine.otherwise = LIES[number % 4] if row["is"] else "Hm."
        last = say(row["text"])[-1]
        assert isinstance(last, TurnFinished)
        marked = any(note.kind == "not_saved" for note in last.notes)
        told.append((row["text"], row["is"], marked))
    score = sentences.score(told)
    assert score.recall >= 0.97, score
    assert score.precision >= 0.97, score
    assert memos.everything(pet.store) == ()


def test_what_the_pet_claims_without_being_asked_is_marked_too(say, engine):
    told = []
    for row in sentences.read("claims"):
        engine.otherwise = row["text"]  # whatever is folded meanwhile
        marked = any(note.kind == "not_saved" for note in say("I had soup")[-1].notes)
        told.append((row["text"], row["is"], marked))
    score = sentences.score(told)
    assert score.recall >= 0.97, score
    assert score.precision >= 0.97, score


def test_the_button_saves_what_was_meant(say, pet, engine):
    engine.will_say("네, 기억할게요!")
    (note,) = say("내 가족 생일은 5월 12일이야, 기억해줘")[-1].notes
    assert note.kind == "not_saved"
    assert say(note.choices[0].command)[-1].saved
    assert [memo.text for memo in memos.everything(pet.store)] == ["내 가족 생일은 5월 12일이야"]


def test_a_bare_wish_means_what_was_said_before(say, pet, engine):
    say("나는 채식주의자야")
    (note,) = say("기억해줘")[-1].notes
    assert note.choices[0].command == "/remember 나는 채식주의자야"


def test_a_receipt_leaves_nothing_to_confess(say, engine):
    engine.will_call("memory_edit", {"text": "I like tea", "quote": "I like tea"}, "I'll remember!")
    assert [note.kind for note in say("Remember that I like tea")[-1].notes] == ["receipt"]


def test_a_wish_to_change_that_changed_nothing_is_told(say, engine):
    say("/remember 앞으로 답변은 영어로 해줘")
    engine.will_say("네, 취소했어요!")
    (note,) = say("아까 말한 거 취소, 한국어가 좋아")[-1].notes
    assert (note.kind, note.choices[0].command) == ("not_saved", "/memories")


def test_an_engine_that_fails_does_not_swallow_the_wish(say, engine):
    engine.will_say(EngineUnreachable("engine_unreachable", address="x"))
    (note,) = say("Remember that I like tea")[-1].notes
    assert note.choices[0].command == "/remember I like tea"


def test_a_store_that_cannot_be_written_is_the_reason(pet, engine, say, monkeypatch):
    from pet.errors import StoreFull

    engine.will_call("memory_edit", {"text": "I like tea", "quote": "I like tea"}, "Saved!")
    write = pet.store.write

    def full(job):
        if job.__qualname__.startswith("add."):
            raise StoreFull("store.full")
        return write(job)

    monkeypatch.setattr(pet.store, "write", full)
    (note,) = say("Remember that I like tea")[-1].notes
    assert note.kind == "refusal"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_all_of_it_is_said_in_both_languages(paths, clock, engine, language):
    with open_pet(paths, clock, language=language, engine=engine) as pet:
        kinds = set()
        engine.will_call("memory_edit", {"text": "I like tea", "quote": "I like tea"}, "Ok")
        engine.will_call("memory_edit", {"action": "delete", "id": 1}, "Ok")
        for said in ("Remember that I like tea", "Nice weather", "remember that I like milk"):
            for note in list(pet.session.turn(said, Stop()))[-1].notes:
                kinds.add(note.kind)
                assert note.text
                assert all(choice.label for choice in note.choices)
        assert kinds == {"receipt", "proposal", "not_saved"}
