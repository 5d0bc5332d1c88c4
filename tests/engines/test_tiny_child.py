"""The process of the tiny model ends with the pet, whatever it is doing and however the pet ends.

A library that is slow and never puts its server away stands for the real one, which on a busy
machine waits for its own threads for ever.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
LIBRARY = """
import threading, types

class CommonParams:
    def __init__(self):
        self.model, self.cpuparams, self.cpuparams_batch = (types.SimpleNamespace() for _ in "123")

class Server:
    def __init__(self, params):
        if params.model.path.endswith("broken"):
            raise RuntimeError("no model")
        threading.Event().wait(LOADING)

    def handle_chat_completions(self, request, receive):
        while not receive({"choices": [{"delta": {"content": "word"}}]}):
            threading.Event().wait(0.01)

    def __del__(self):
        threading.Event().wait()
"""


@pytest.fixture
def start(tmp_path):
    """Starts one; what still runs is killed in the end."""
    begun = []

    def run(model: str = "model", loading_s: float = 0.0, idle_s: float = 900) -> subprocess.Popen:
        (tmp_path / "xllamacpp.py").write_text(LIBRARY.replace("LOADING", str(loading_s)))
        command = [sys.executable, "-P", "-m", "pet.engines.tiny_child"]
        path = os.pathsep.join((str(tmp_path), str(REPOSITORY)))
        begun.append(
            subprocess.Popen(
                [*command, model, "4096", str(idle_s)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": path},
            )
        )
        return begun[-1]

    yield run
    for child in begun:
        child.kill()
        for stream in (child.stdin, child.stdout):
            stream.close()
        child.wait()


def told(child: subprocess.Popen) -> dict[str, object]:
    return json.loads(child.stdout.readline())


@pytest.mark.parametrize("loading_s", [0.0, 900.0])
def test_it_ends_where_the_pet_is_gone_before_the_model_is_loaded(start, loading_s):
    child = start(loading_s=loading_s)
    child.stdout.close()
    child.stdin.close()
    assert child.wait(20) == 0


def test_it_ends_where_the_pet_goes_in_the_middle_of_a_line(start):
    child = start()
    assert told(child) == {"loaded": 4096}
    child.stdin.write(b'{"do": "chat", "id": 1, "requ')
    child.stdin.close()
    assert child.wait(20) == 0


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_it_ends_in_the_middle_of_a_reply(start, closed):
    child = start()
    assert told(child) == {"loaded": 4096}
    child.stdin.write(b'{"do": "chat", "id": 1, "request": {}}\n')
    child.stdin.flush()
    assert told(child) == {"id": 1, "word": "word"}
    getattr(child, closed).close()
    assert child.wait(20) == 0


def test_it_ends_by_itself_where_nothing_is_asked(start):
    child = start(idle_s=0.05)
    assert told(child) == {"loaded": 4096}
    assert child.wait(20) == 0


def test_it_says_that_it_cannot_load_and_ends(start):
    child = start("broken")
    assert told(child) == {"failed": "RuntimeError"}
    assert child.wait(20) == 0
