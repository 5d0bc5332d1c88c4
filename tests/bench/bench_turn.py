"""The turn before the request: how long it takes to read memory, choose, assemble and store.

    python tests/bench/bench_turn.py [turns] [runs]

A home with so many turns of talk (100,000 unless said otherwise), thirty notes, a profile, and a
session that goes on. Measured is the time from the user's Return to the engine being asked, and
how long it takes to open the conversation with its last 2,000 turns. Goals (design 9): 20 ms, 1 s.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pet.app import Pet, open_pet
from pet.engines.base import Stop
from pet.memory import memos, turns
from pet.paths import Paths
from tests.bench.bench_search import Talk
from tests.fakes.engines import ScriptedEngine

SESSION_TURNS = 2_000  # of all, in the session that goes on
NOTE = "{}번째 메모: {} 꼭 기억해 줘"


def fill(pet: Pet, number: int) -> None:
    """So much talk, the newest part of it in the session of now; written past the store's door."""
    session = pet.session.seat.take().session
    talk = Talk(1)
    now = pet.clock.utc_ms()
    older = pet.store.write(
        lambda db: (
            db.execute(
                "INSERT INTO sessions (uuid, persona, began_ms, last_ms, ended_ms)"
                " VALUES (?, 'somi', ?, ?, ?)",
                (str(uuid.uuid4()), now, now, now),
            ).lastrowid
        )
    )

    def rows():
        for each in range(number):
            said, reply = talk.turn().split("\n", 1)
            owner = session if each >= number - SESSION_TURNS else older
            yield str(uuid.uuid4()), owner, said, reply, now

    pet.store.write(
        lambda db: db.executemany(
            "INSERT INTO turns (uuid, session, persona, user_text, reply, state, created_ms)"
            " VALUES (?, ?, 'somi', ?, ?, 'done', ?)",
            rows(),
        )
    )
    for each in range(memos.MAX_MEMOS):
        memos.add(pet.store, NOTE.format(each, talk.sentence(True, 6)), origin="command")


class Measured(ScriptedEngine):
    """Tells when it was asked, and answers."""

    asked_at = worked = 0.0

    def chat(self, *arguments, **more):
        self.asked_at, self.worked = time.perf_counter(), time.process_time()
        return super().chat(*arguments, **more)


def before_the_request(pet: Pet, engine: Measured, runs: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the engine was asked, and those of them that were work of ours."""
    took: list[float] = []
    worked: list[float] = []
    for each in range(runs):
        engine.otherwise = f"대답 {each}: " + "네, 그렇게 해요. " * 12
        begun, idle = time.perf_counter(), time.process_time()
        events = pet.session.turn(f"{each}번째로 묻는 말이야. " * 4, Stop())
        for event in events:
            if type(event).__name__ == "EngineReading":
                took.append((engine.asked_at - begun) * 1_000)
                worked.append((engine.worked - idle) * 1_000)
        pet.session.seat.finish_folding(30)
    return sorted(took), sorted(worked)


def main(number: int = 100_000, runs: int = 200) -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = Measured(counted=0)
        paths = Paths(Path(folder) / "home")
        with open_pet(paths, language="ko", engine=engine) as pet:
            fill(pet, number)
        begun = time.perf_counter()
        with open_pet(paths, language="ko", engine=engine) as pet:
            shown = turns.shown(pet.store, pet.session.seat.take().session, SESSION_TURNS)
            opened = time.perf_counter() - begun
            both = before_the_request(pet, engine, runs)
            size = paths.database.stat().st_size / 1e6
        print(f"{number} turns, {size:.0f} MB; load {os.getloadavg()[0]:.1f}")
        print(f"opened with {len(shown)} turns in {opened:.3f} s")
        for name, took in zip(("before the request", "of that, our work"), both, strict=True):
            print(
                f"{name}: median {statistics.median(took):.1f} ms,"
                f" p95 {took[len(took) * 95 // 100]:.1f} ms, worst {took[-1]:.1f} ms"
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
