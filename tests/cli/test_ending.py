"""A command that is told to end does so, whatever the interpreter is just doing."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import pytest

from tests.cli.program import LIMIT_S, REPOSITORY
from tests.waiting import until

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program by force")

# Almost all of its time passes where an exception ends nothing.
CALLBACKS = """
import pathlib, sys
from pet.cli import ending

class Dropped:
    def __del__(self):
        for _ in range(2000):
            pass

with ending.on_signals():
    try:
        print("ready", flush=True)
        while True:
            Dropped()
    finally:
        print("left", flush=True)
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_falls_into_a_callback_ends_the_program_all_the_same(number):
    command = [sys.executable, "-c", CALLBACKS]
    for _ in range(8):
        program = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY
        )
        assert program.stdout.readline() == b"ready\n"
        program.send_signal(number)
        out, err = program.communicate(timeout=LIMIT_S)
        assert (program.returncode, out, err) == (128 + number, b"left\n", b"")


DONE_BEFORE = """
import os, signal
from pet.cli import ending

class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(2000):
            pass

with ending.on_signals():
    Dropped()
"""


@posix
def test_who_is_done_before_it_is_told_again_was_told_all_the_same():
    command = [sys.executable, "-c", DONE_BEFORE]
    ran = subprocess.run(command, capture_output=True, cwd=REPOSITORY, timeout=LIMIT_S, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (128 + signal.SIGTERM, b"", b"")


@posix
def test_the_chat_ends_at_whatever_moment_it_is_told_to(pet, tmp_path):
    chance = random.Random(20)
    pet.environ["TMPDIR"] = str(tmp_path)
    command = [sys.executable, "-m", "pet", "chat", "--throwaway"]
    pipe = subprocess.PIPE
    for _ in range(6):
        program = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=pet.environ)
        until(lambda: list(tmp_path.glob("*/pet.db")))
        program.stdin.write(b"/help\n" * 100)
        program.stdin.flush()
        for _ in range(chance.randrange(200)):
            program.stdout.readline()
        program.send_signal(signal.SIGTERM)
        _, err = program.communicate(timeout=LIMIT_S)
        assert (program.returncode, err) == (143, b"")
        assert list(tmp_path.glob("*/pet.db")) == []


TWICE = """
import os, signal
from pet.cli import ending

with ending.on_signals():
    try:
        os.kill(os.getpid(), signal.SIGHUP)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        print("put away", flush=True)
"""


@posix
def test_a_second_signal_ends_nothing_that_is_being_put_away():
    command = [sys.executable, "-c", TWICE]
    ran = subprocess.run(command, capture_output=True, cwd=REPOSITORY, timeout=LIMIT_S, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (128 + signal.SIGHUP, b"put away\n", b"")
