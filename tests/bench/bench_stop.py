"""How long it is from Stop to silence, in every phase and on every engine there is here.

    python -m tests.bench.bench_stop            the fake server and the tiny model
    PET_TEST_OLLAMA=… python -m tests.bench.bench_stop      and a real server

Prints, in milliseconds: from pressing Stop until the stream has ended, and until the fake server
has seen the connection close.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from pet.engines.address import parse
from pet.engines.base import Engine, EngineEvent, Message, Reading, Stop, Waking, Word
from pet.engines.ollama import Ollama
from pet.engines.tiny import Tiny, bundled_model
from tests.engines.real import RealOllama, find_binary
from tests.fakes import ollama_scenarios as play
from tests.fakes.fake_ollama import FakeOllama
from tests.waiting import until

ROUNDS = 10
LONG = (Message("system", "You are a small fox. " * 100), Message("user", "Count to 1000."))
PHASES: tuple[type[EngineEvent], ...] = (Waking, Reading, Word)


def seconds_to_silence(engine: Engine, phase: type[EngineEvent]) -> float:
    stop, pressed = Stop(), 0.0
    for event in engine.chat(LONG, stop):
        if isinstance(event, phase) and not pressed:
            pressed = time.perf_counter()
            stop.press()
    return time.perf_counter() - pressed


def tell(name: str, phase: type[EngineEvent], times: list[float]) -> None:
    middle, worst = statistics.median(times) * 1000, max(times) * 1000
    sys.stdout.write(f"{name:26} {phase.__name__:8} median {middle:7.2f}  worst {worst:7.2f}\n")


def bench(name: str, engine: Engine) -> None:
    for phase in PHASES:
        times = []
        for _ in range(ROUNDS):
            engine.unload() if phase is Waking else engine.preload(Stop())
            times.append(seconds_to_silence(engine, phase))
        tell(name, phase, times)
    engine.close()


def bench_fake() -> None:
    server = FakeOllama()
    server.add("fake:1b")
    server.start()
    engine = Ollama(parse(server.url))
    try:
        for phase in PHASES:
            silence, closed = [], []
            for _ in range(ROUNDS):
                silence.append(stop_fake(server, engine, phase))
                hung_up = time.perf_counter()
                until(lambda: any(path == "/api/chat" for path, _ in server.hung_up))
                closed.append(silence[-1] + time.perf_counter() - hung_up)
            tell("fake server: silence", phase, silence)
            tell("fake server: closed seen", phase, closed)
    finally:
        engine.close()
        server.kill()


def stop_fake(server: FakeOllama, engine: Ollama, phase: type[EngineEvent]) -> float:
    server.load_seconds = 0.0
    if phase is Waking:
        engine.unload()
        server.load_seconds = 60.0
    else:
        engine.preload(Stop())
        server.play(play.hangs if phase is Word else play.silent)
    server.hung_up.clear()
    return seconds_to_silence(engine, phase)


def bench_real(binary: Path, weights: Path) -> None:
    with tempfile.TemporaryDirectory() as home:
        server = RealOllama(binary, Path(home))
        server.start()
        try:
            server.put_model(weights)
            engine = Ollama(parse(server.url))
            bench(f"Ollama {engine.status().version}", engine)
        finally:
            server.kill()


if __name__ == "__main__":
    bench_fake()
    found, weights = find_binary(), bundled_model()
    if weights is not None:
        bench("tiny model", Tiny())
    if found is not None and weights is not None:
        bench_real(found, weights)
