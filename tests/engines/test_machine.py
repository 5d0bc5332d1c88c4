"""What this computer has."""

from __future__ import annotations

import psutil

from pet.engines import machine


def test_the_free_memory_is_about_what_the_system_says():
    free, known = machine.free_memory(), psutil.virtual_memory().available
    assert known / 3 < free < known * 3


def test_ollama_is_found_on_path_and_nowhere_else(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    before = machine.ollama_is_installed()
    (tmp_path / "ollama").write_text("#!/bin/sh\n")
    (tmp_path / "ollama").chmod(0o755)
    assert machine.ollama_is_installed()
    assert not before or any(place.exists() for place in machine._places())
