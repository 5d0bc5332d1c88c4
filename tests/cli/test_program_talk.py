"""Talking on a real command line: the pet without a screen."""

from __future__ import annotations

import json


def test_without_a_screen_the_pet_talks_in_the_terminal(pet):
    ran = pet.run(typed="/memories\n")
    assert ran.code == 0
    assert ran.err.startswith("There is no screen here.\nSo let's talk in the terminal.\n")
    assert ran.out == "No notes yet. /remember saves one.\n"


def test_commands_work_in_the_chat_without_any_engine(pet):
    pet.environ["OLLAMA_HOST"] = "127.0.0.1:9"
    ran = pet.run("chat", "--engine", "ollama", typed="/remember tea\n/memories\n")
    assert ran.code == 0
    assert ran.out == "Saved as #1: tea\nYour notes (1 of 30):\n#1 tea\n"
    assert pet.run("memories").out == "Your notes (1 of 30):\n#1 tea\n"


def test_once_says_by_its_code_that_no_engine_answered(pet):
    pet.environ["OLLAMA_HOST"] = "127.0.0.1:9"
    ran = pet.run("chat", "--engine", "ollama", "--once", "hello", "--json")
    assert ran.code == 5
    assert json.loads(ran.out)["ending"] == "failed"


def test_once_reads_standard_input(pet):
    ran = pet.run("chat", "--once", "-", typed="/remember 두\n줄\n")
    assert ran.code == 0
    assert "두" in pet.run("memories").out
