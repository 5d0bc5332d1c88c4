"""What a real small model answered about a week of talk, and what the checks make of it.

`data/week_*.jsonl` is the talk, with the heading under which each line that should be kept belongs;
`data/answers_*.json` is what Qwen2.5-Coder-0.5B-Instruct (Q4_K_M) said in a real Ollama 0.32.15.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import profile, sessions
from pet.prompt.budget import Budget
from tests.fakes.engines import ScriptedEngine
from tests.jobs.conftest import SEOUL

DATA = Path(__file__).parent / "data"
START = datetime(2026, 2, 23, tzinfo=SEOUL)  # a Monday


def week(language):
    lines = (DATA / f"week_{language}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def play(store, talk, clock, language):
    """Talk for a week; which heading the turns should be kept under."""
    headings = {}
    messages = week(language)
    for day in range(7):
        clock.advance(seconds=(START - clock.now()).total_seconds() + day * 86_400 + 72_000)
        lease = sessions.begin(store, "somi")
        for message in (one for one in messages if one["day"] == day):
            turn = talk.say(lease.session, message["text"])
            headings[turn] = (message["text"], message.get("kept"))
        sessions.end(store, lease)
    clock.advance(hours=8)
    return headings


# Let through although it should not be kept: known, and no more than this.
WRONG: dict[str, set[str]] = {
    "ko": set(),
    "en": {"I stopped hiking, my knee hurts"},
}


@pytest.mark.parametrize(("language", "kept"), [("ko", 13), ("en", 12)])
def test_a_week_of_talk_becomes_a_profile(store, talk, clock, language, kept):
    headings = play(store, talk, clock, language)
    engine = ScriptedEngine()
    for answer in json.loads((DATA / f"answers_{language}.json").read_text("utf-8")):
        engine.will_say(answer)
    report = nightly.run(Night(store, engine, Budget), Stop())
    assert report.outcome == "done"
    lines = profile.lines(store)
    said = {line.id: headings[line.turns[0]] for line in lines}
    wrong = {text for text, heading in said.values() if heading is None}
    assert wrong <= WRONG[language]
    assert len(lines) - len(wrong) >= kept
    assert all(line.event for line in lines if line.topic == "plan")
    shown = [(line.topic, said[line.id]) for line in lines]
    assert sum(topic == heading for topic, (_, heading) in shown) >= kept - 2
