"""Both channels and the command end in the same store: pairs of messages played through each."""

from __future__ import annotations

import json

import pytest

from pet.app import open_pet
from pet.engines.base import Stop
from pet.engines.choose import open_engine
from pet.memory import memos
from pet.paths import Paths
from tests.fakes import ollama_scenarios as play
from tests.fakes.engines import ScriptedEngine
from tests.fakes.fake_ollama import FakeOllama

ENGLISH = "앞으로 답변은 영어로 해줘"
CANCEL = "아까 말한 거 취소, 한국어가 좋아"
BIRTHDAY = "내 가족 생일은 5월 12일이야, 기억해줘"

# What the user says, what a model makes of it, and the command that says the same.
TURNS = {
    ENGLISH: ({"action": "add", "text": ENGLISH, "quote": ENGLISH}, f"/remember {ENGLISH}"),
    CANCEL: (
        {"action": "update", "id": 1, "text": "답변은 한국어로 해줘", "quote": "한국어가 좋아"},
        "/edit #1 답변은 한국어로 해줘",
    ),
    BIRTHDAY: (
        {
            "action": "add",
            "text": "내 가족 생일은 5월 12일이야",
            "quote": "내 가족 생일은 5월 12일",
        },
        "/기억 내 가족 생일은 5월 12일이야",
    ),
    "오늘 동생이 왔는데, 동생이 새우 알레르기가 있어": (
        {"action": "add", "text": "동생이 새우 알레르기가 있음", "quote": "동생이 새우 알레르기"},
        "/remember 동생이 새우 알레르기가 있음",
    ),
}
EXPECTED = ["답변은 한국어로 해줘", "내 가족 생일은 5월 12일이야", "동생이 새우 알레르기가 있음"]
PASSING = "오늘 동생이 왔는데, 동생이 새우 알레르기가 있어"


def rows(pet):
    return [
        (memo.id, memo.text, memo.kind)
        for memo in sorted(memos.everything(pet.store), key=lambda m: m.id)
    ]


def say(pet, text):
    return list(pet.session.turn(text, Stop()))[-1]


@pytest.fixture
def by_command(tmp_path, clock):
    with open_pet(
        Paths(tmp_path / "command"), clock, language="ko", engine=ScriptedEngine()
    ) as pet:
        for _, command in TURNS.values():
            assert say(pet, command).saved
        return rows(pet)


def test_a_tool_call_ends_where_the_command_does(tmp_path, clock, by_command):
    engine = ScriptedEngine(tools=True)
    with open_pet(Paths(tmp_path / "tool"), clock, language="ko", engine=engine) as pet:
        for said, (arguments, _) in TURNS.items():
            engine.will_call("memory_edit", arguments)
            engine.will_say("네!")
            assert [note.kind for note in say(pet, said).notes] == ["receipt"]
        assert rows(pet) == by_command
    assert [text for _, text, _ in by_command] == EXPECTED


def test_an_extraction_ends_where_the_command_does(tmp_path, clock, by_command):
    """But for what is said in passing: only a model with tools hears that."""
    engine = ScriptedEngine(tools=False)
    with open_pet(Paths(tmp_path / "schema"), clock, language="ko", engine=engine) as pet:
        for said, (arguments, _) in TURNS.items():
            engine.will_say("네!")
            if said != PASSING:
                engine.will_say(json.dumps({"id": 0, **arguments}, ensure_ascii=False))
                assert [note.kind for note in say(pet, said).notes] == ["receipt"]
            else:
                asked = len(engine.asked)
                assert say(pet, said).notes == ()
                assert len(engine.asked) == asked + 1
        assert rows(pet) == by_command[:2]
    bound = [asked for asked in engine.asked if asked.schema is not None]
    assert len(bound) == 3
    assert bound[1].schema["properties"]["id"]["enum"] == [0, 1]
    assert all(not asked.tools and asked.max_tokens for asked in bound)


@pytest.fixture
def fake():
    server = FakeOllama()
    server.add("fake:1b", capabilities=("completion", "tools"))
    server.start()
    yield server
    server.kill()


def test_so_do_both_over_the_wire(tmp_path, clock, fake, by_command):
    for channel, can in (("tool", ("completion", "tools")), ("schema", ("completion",))):
        fake.models["fake:1b"].capabilities = can
        engine = open_engine(prefer="ollama", host=fake.url, model="fake:1b")
        with open_pet(Paths(tmp_path / channel), clock, language="ko", engine=engine) as pet:
            for said, (arguments, _) in list(TURNS.items())[:3]:
                if channel == "tool":
                    fake.play(play.calls_tool, name="memory_edit", arguments=arguments)
                else:
                    fake.play(play.says, pieces=["네!"])
                    answer = json.dumps({"id": 0, **arguments}, ensure_ascii=False)
                    fake.play(play.says, pieces=[answer[:20], answer[20:]])
                notes = say(pet, said).notes
                assert [note.kind for note in notes] == ["receipt"], (channel, said, notes)
            assert rows(pet) == by_command[:2]
        offered = ["tools" in body for body in fake.chats]
        assert all(offered) if channel == "tool" else offered[-1] is False
    formats = [body["format"]["required"] for body in fake.chats if "format" in body]
    assert formats == [["action", "id", "quote", "text"]] * 3


# --- what the extraction must not do --------------------------------------------------------------


@pytest.mark.parametrize(
    "answer", ["no JSON at all", "{}", '{"action": "none"}', "[1]", '{"text": 3}']
)
def test_an_answer_of_no_use_leaves_the_users_own_words(say, pet, engine, answer):
    engine.will_say("Noted!")
    engine.will_say(answer)
    (note,) = say("Remember that I am left-handed")[-1].notes
    assert note.kind == "receipt"
    assert [memo.text for memo in memos.everything(pet.store)] == ["I am left-handed"]


def test_without_a_wish_nothing_is_asked_afterwards(say, engine):
    say("I am left-handed, by the way")
    say("Do you remember my name?")
    assert len(engine.asked) == 2


@pytest.mark.parametrize("by", ["stop", "going on"])
def test_it_gives_way_to_the_user(pet, engine, by):
    stop = Stop()
    end = (lambda _: stop.press()) if by == "stop" else (lambda _: pet.session.give_way())
    engine.will_say("Noted!")
    engine.will_say(end, '{"action": "add", "id": 0, "text": "x", "quote": "left-handed"}')
    last = list(pet.session.turn("Remember that I am left-handed", stop))[-1]
    assert (last.text, last.ending) == ("Noted!", "done")
    assert [note.kind for note in last.notes] == ["not_saved"]
    assert memos.everything(pet.store) == ()


def test_the_tiny_model_is_not_asked(say, pet, engine):
    engine.name = "tiny"
    engine.will_say("Ok.")
    (note,) = say("Remember that I am left-handed")[-1].notes
    assert note.kind == "receipt"
    assert len(engine.asked) == 1
