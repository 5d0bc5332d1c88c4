"""The numbers of design 9: writes in 50 ms, and 100,000 turns slow nothing down."""

from __future__ import annotations

import time

import pytest

from pet.memory import memos, sessions, summaries, turns

TURNS = 100_000
GOAL_SECONDS = 0.05


def p95(times):
    return sorted(times)[int(len(times) * 0.95)]


def measured(job, rounds=40):
    """p95 in seconds, of the best of three tries: other programs may want the disk too."""
    best = []
    for _ in range(3):
        times = []
        for number in range(rounds):
            before = time.perf_counter()
            job(number)
            times.append(time.perf_counter() - before)
        best.append(p95(times))
        if best[-1] <= GOAL_SECONDS / 5:
            break
    return min(best)


@pytest.fixture
def long_life(store):
    """A store with 100,000 turns: half in one session, the rest in a thousand others."""
    sessions.begin(store, "somi")
    store.run(
        "WITH RECURSIVE count(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM count WHERE n < 1001)"
        " INSERT INTO sessions (uuid, persona, began_ms, last_ms) SELECT n, 'somi', n, n FROM count"
    )
    store.run(
        "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ?)"
        " INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms)"
        " SELECT n, CASE n % 2 WHEN 0 THEN 1 ELSE 2 + n % 1000 END, 'somi',"
        " '오늘은 어떤 하루였는지 이야기해 줄래? ' || n, '좋아요. ' || hex(randomblob(60)),"
        " CASE n % 10 WHEN 3 THEN 'command' ELSE 'done' END, n FROM count",
        TURNS,
    )
    summaries.save(store, 1, "…", TURNS - 20)
    for number in range(29):
        memos.add(store, f"memo {number}", origin="command")
    return store


def test_writes_and_reads_stay_quick_at_a_hundred_thousand_turns(long_life):
    store = long_life
    found = {
        "a turn": measured(lambda n: turns.ask(store, 1, f"질문 {n}")),
        "a memo": measured(lambda n: memos.pin(store, 1, n % 2 == 0)),
        "a command": measured(lambda n: turns.record_command(store, 1, "/help", "…")),
        "talk_after": measured(lambda n: turns.talk_after(store, 1, TURNS - 20)),
        "the last eight": measured(lambda n: turns.talk_after(store, 1, 0, last=8)),
        "shown": measured(lambda n: turns.shown(store, 1, 50)),
        "everything": measured(lambda n: memos.everything(store)),
        "the last summary": measured(lambda n: summaries.last_of_persona(store, "somi", 900)),
        "repair": measured(lambda n: turns.repair(store), rounds=5),
        "change_number": measured(lambda n: store.change_number()),
    }
    print({name: f"{seconds * 1000:.2f} ms" for name, seconds in found.items()})  # noqa: T201
    slow = {name: seconds for name, seconds in found.items() if seconds > GOAL_SECONDS}
    assert slow == {}
    assert found["talk_after"] < 0.01
    assert found["shown"] < 0.01
    assert found["change_number"] < 0.001
