"""What works on this machine and what does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pet import files
from pet.diagnostics import checks, report
from pet.diagnostics.checks import Check
from pet.diagnostics.screen import Screen
from pet.engines.base import State, Status
from pet.i18n import Texts
from pet.memory import memos
from pet.memory.store import Store

SECRET = "quokkas dislike marzipan"


def test_the_memory_is_opened_and_counted(paths, clock):
    store = Store.open(paths, clock)
    memos.add(store, SECRET, origin="command")
    store.close()
    found = checks.store(paths, clock)
    assert found.ok
    assert (found.facts["memos"], found.facts["turns"]) == (1, 0)


def test_a_memory_that_does_not_open_is_a_finding(paths, clock):
    files.write_whole(paths.root, b"a file where the folder should be")
    found = checks.store(paths, clock)
    assert (found.key, found.ok) == ("store.closed", False)
    assert str(found.facts["error"]).startswith("store.")


def test_the_folder_may_not_be_there_yet(paths):
    found = checks.folder(paths.root)
    assert (found.ok, found.facts["exists"]) == (True, False)
    assert not paths.root.exists()
    assert checks.room(paths.root).facts["free_bytes"] > 0


def test_a_folder_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    assert checks.folder(tmp_path / "file" / "home").ok is False


def test_a_cloud_folder_is_warned_of(tmp_path):
    found = checks.place(tmp_path / "Dropbox" / "pet", {})
    assert (found.key, found.ok, found.facts) == ("place.cloud", False, {"service": "Dropbox"})
    assert checks.place(tmp_path / "pet", {}) == Check("place", True)


def test_copies_that_a_sync_program_made_are_counted(tmp_path):
    assert checks.copies(tmp_path / "pet.db") == ()
    for name in ("pet.db", "pet (conflicted copy 2026).db", "pet-LAPTOP.db", "search.db"):
        (tmp_path / name).write_bytes(b"")
    assert checks.copies(tmp_path / "pet.db") == (Check("copies", False, {"count": 2}),)


def test_the_home_folder_is_not_named(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert checks.without_home(tmp_path / "a" / "b") == str(Path("~") / "a" / "b")
    assert checks.without_home(Path("/elsewhere")) == str(Path("/elsewhere"))
    status = Status("tiny", State.READY, facts={"file": str(tmp_path / "m.gguf"), "n": 3})
    facts = checks.engine(status).facts
    assert (facts["file"], facts["n"]) == (str(Path("~") / "m.gguf"), 3)


@pytest.mark.parametrize(
    ("environ", "key", "ok"),
    [
        ({}, "input.unset", None),
        ({"QT_IM_MODULE": "ibus"}, "input", True),
        ({"QT_IM_MODULE": "fcitx"}, "input.fcitx", False),
        ({"QT_IM_MODULE": "fcitx5"}, "input.fcitx", False),
        ({"QT_IM_MODULE": "uim"}, "input", False),
        ({"QT_IM_MODULE": "compose"}, "input", True),
        ({"QT_IM_MODULES": "wayland;ibus"}, "input", True),
        ({"QT_IM_MODULES": "fcitx;ibus"}, "input", True),
    ],
)
def test_the_input_method_must_have_a_plugin(monkeypatch, environ, key, ok):
    monkeypatch.setattr("sys.platform", "linux")
    plugins = ("libibusplatforminputcontextplugin.so", "libcomposeplatforminputcontextplugin.so")
    found = checks.input_method(environ, plugins)
    assert (found.key, found.ok) == (key, ok)


def test_the_plugins_that_came_with_qt_are_found_without_it():
    assert any("ibus" in name for name in checks.input_plugins())


@pytest.mark.parametrize(
    ("screen", "key", "ok"),
    [
        (Screen("x11", ":0"), "screen", True),
        (Screen("x11", ":0", False), "screen.silent", False),
        (Screen("wayland", "wayland-0"), "screen.wayland", True),
        (Screen("none"), "screen.none", None),
        (Screen("native"), "screen", True),
    ],
)
def test_the_screen_is_judged_by_whether_it_answers(screen, key, ok):
    found = checks.screen(screen, "tty")
    assert (found.key, found.ok) == (key, ok)


def test_fonts_are_asked_where_the_program_is_there(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checks.hangul_font() == Check("font.unknown", None)
    program = tmp_path / "fc-list"
    program.write_text("#!/bin/sh\necho 'Noto Sans CJK KR,노토 산스'\necho 'Baekmuk'\n")
    program.chmod(0o700)
    assert checks.hangul_font() == Check("font", True, {"font": "Baekmuk"})
    program.write_text("#!/bin/sh\n")
    assert checks.hangul_font().ok is False


ENGINES = [
    Status("ollama", state, "qwen3:4b", "0.32.1", {"address": "http://127.0.0.1:11434"})
    for state in State
] + [
    Status("tiny", state, "smol", None, {"file": "smol.gguf"})
    for state in (State.READY, State.NOT_INSTALLED, State.MODEL_MISSING, State.FAILED)
]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_finding_has_its_sentence(paths, clock, language):
    texts = Texts(language)
    found = checks.run(
        paths, clock, ENGINES, language, {"QT_IM_MODULE": "ibus"}, unusable=["window"]
    )
    assert "window" in report.as_text(found, texts)
    page = report.as_text(found, texts)
    assert len(page.splitlines()) >= len(found) + 1
    everything_else = [
        Check("qt", False, {"version": None}),
        Check("folder", False, {"folder": "~/x", "exists": True}),
        Check("room", False, {"free_bytes": 1, "free_mb": 0}),
        Check("place.cloud", False, {"service": "Dropbox"}),
        Check("place.network", False, {"filesystem": "nfs"}),
        Check("copies", False, {"count": 2}),
        Check("store", False, {"memos": 1, "turns": 2, "backups": 3}),
        Check("store.closed", False, {"error": "store.busy"}),
        Check("font", False, {"font": None}),
        Check("font.system", True),
        Check("font.unknown", None),
        *(checks.screen(Screen(kind), "") for kind in ("x11", "wayland", "none", "native")),
        checks.screen(Screen("x11", ":0", False), ""),
        Check("input", False, {"module": "uim"}),
        Check("input.fcitx", False, {"module": "fcitx"}),
        Check("input.system", True),
        Check("input.unset", None),
    ]
    lines = report.as_text(everything_else, texts).splitlines()[1:]
    assert sum(not line.startswith("  ") for line in lines) == len(everything_else)


def test_nothing_that_was_said_or_saved_is_in_the_report(paths, clock):
    store = Store.open(paths, clock)
    memos.add(store, SECRET, origin="command")
    store.close()
    found = checks.run(paths, clock, ENGINES, "en", {})
    page = report.as_text(found, Texts("en")) + json.dumps(report.as_value(found))
    assert not [word for word in SECRET.split() if word in page]


def test_an_engine_says_who_where_which_and_how_old():
    facts = {"address": "http://127.0.0.1:11434"}
    status = Status("ollama", State.READY, "qwen3:4b", "0.32.1", facts)
    assert report.as_text([checks.engine(status)], Texts("en")).splitlines()[1] == (
        "✓ Ollama 0.32.1 answers at http://127.0.0.1:11434 with qwen3:4b"
    )
