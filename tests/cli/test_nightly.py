"""`pet nightly` on a command line: how it went, one now, and one only rehearsed."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass

import pytest

from pet.cli import arguments
from pet.cli import nightly as command
from pet.cli.call import Call
from pet.memory import ledger, memos, profile, sessions, turns
from pet.memory.profile import ProfileLine
from pet.memory.store import Store
from tests.cli.scripted import output_in
from tests.fakes.fake_ollama import FakeOllama
from tests.fakes.ollama_scenarios import says

NOTE = {
    "message": 1,
    "quote": "나는 간호사로 일해",
    "about": "user",
    "topic": "work",
    "text": "간호사로 일함",
}
JOKE = NOTE | {"message": 2, "quote": "나는 해적이야", "text": "해적으로 일함"}


@dataclass
class Ran:
    code: int
    out: str


def nightly(paths, *words, language="en"):
    """`pet nightly` with these words, in this process."""
    asked = arguments.parse(["nightly", *words])
    output = output_in(language, json=asked.has("json"))
    return Ran(command.nightly(Call(asked, paths, output)), output.out.getvalue())


@pytest.fixture
def talked(paths, clock):
    """A home in which the user has said something of themselves."""
    with contextlib.closing(Store.open(paths, clock)) as store:
        lease = sessions.begin(store, "somi")
        for text in ("나는 간호사로 일해", "나는 해적이야 ㅋㅋㅋㅋㅋ"):
            turns.finish(store, turns.ask(store, lease.session, text), "네", "done")
        sessions.end(store, lease)
        yield store


@pytest.fixture
def choose(paths, talked):
    """Writes settings."""

    def write(**settings) -> None:
        paths.settings.write_text(json.dumps(settings), encoding="utf-8")

    return write


@pytest.fixture
def ollama(choose):
    """A server that answers with two notes, one of which is a joke."""
    fake = FakeOllama()
    fake.add("model:1b")
    fake.play(says, pieces=[json.dumps({"notes": [NOTE, JOKE]}, ensure_ascii=False)])
    fake.start()
    choose(engine="ollama", ollama_host=fake.url)
    yield fake
    fake.kill()


def test_before_the_first_night_it_says_when_there_will_be_one(pet):
    ran = pet.run("nightly")
    assert (ran.code, ran.err) == (0, "")
    assert "three in the morning" in ran.out


def test_a_program_is_told_all_of_it(paths):
    assert "새벽 3시" in nightly(paths, language="ko").out
    assert json.loads(nightly(paths, "--json").out) == {
        "memory_on": True,
        "waiting_sessions": 0,
        "version": 0,
        "runs": [],
        "lines": [],
    }


def test_how_the_nights_went_and_what_the_profile_holds(talked, paths):
    plan = ProfileLine(0, "plan", "발표가 있음", 1, event="2026-03-06", precision="day")
    coffee = ProfileLine(0, "interest", "커피를 자주 마심", 1)
    profile.save(talked, [plan, coffee], expected=0)
    memos.add(talked, "나 커피 안 마셔", origin="command")
    numbers = {"sessions": 2, "messages": 9, "requests": 3, "added": [1, 2]}
    ledger.note(talked, "night", talked.clock.now().date(), "done", numbers)
    ran = nightly(paths)
    assert ran.code == 0
    assert "Conversations read: 2, messages: 9, lines added: 2" in ran.out
    assert "One conversation waits" in ran.out
    assert "발표가 있음 (2026-03-06" in ran.out
    assert "hidden: note #1" in ran.out
    value = json.loads(nightly(paths, "--json").out)
    assert [line["state"] for line in value["lines"]] == ["hidden", "active"]
    assert value["runs"][0]["report"] == numbers


def test_a_rehearsal_shows_lines_and_reasons_and_changes_nothing(ollama, talked, paths):
    ran = nightly(paths, "--now", "--dry-run")
    assert ran.code == 0
    assert "+ 간호사로 일함" in ran.out
    assert "jokes: 해적으로 일함" in ran.out
    assert (profile.newest(talked), ledger.runs(talked)) == (0, ())


def test_a_night_now(ollama, talked, paths):
    ran = nightly(paths, "--now", "--json")
    value = json.loads(ran.out)
    assert (ran.code, value["outcome"]) == (0, "done")
    assert [line["text"] for line in value["added"]] == ["간호사로 일함"]
    assert value["report"]["refused"] == {"joke": 1}
    again = nightly(paths, "--now")
    assert (again.code, "nothing new" in again.out) == (0, True)
    assert [run.state for run in ledger.runs(talked)] == ["done"]
    assert "Everything is read" in nightly(paths).out


def test_without_an_engine_it_says_so(paths, choose):
    choose(engine="ollama", ollama_host="http://127.0.0.1:9")
    ran = nightly(paths, "--now")
    assert ran.code == 5
    assert "No model was there" in ran.out


def test_with_the_memory_off_nothing_is_read(paths, choose):
    choose(memory=False)
    for words in (("--now",), ("--dry-run",)):
        ran = nightly(paths, *words)
        assert (ran.code, "memory is off" in ran.out) == (1, True)
    assert "memory is off" in nightly(paths).out
