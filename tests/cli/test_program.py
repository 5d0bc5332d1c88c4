"""The real command line in fresh interpreters: whole outputs, exit codes, encodings, no Qt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import pet as package
from pet.app import open_pet
from pet.engines.base import Stop
from pet.paths import Paths
from tests.cli.program import LIMIT_S, Ran
from tests.fakes.engines import ScriptedEngine
from tests.persona.made_cards import as_json, v3
from tests.waiting import until

posix = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell closes the stream")


def test_memos_are_kept_listed_forgotten_and_restored(pet):
    assert pet.run("memories") == Ran(0, "No notes yet. `pet remember` saves one.\n", "")
    assert pet.run("remember", "I", "like", "tea") == Ran(0, "Saved as #1: I like tea\n", "")
    assert pet.run("remember", "My cat is Bo") == Ran(0, "Saved as #2: My cat is Bo\n", "")
    listed = "Your notes (2 of 30):\n#1 I like tea\n#2 My cat is Bo\n"
    assert pet.run("memories") == Ran(0, listed, "")
    assert pet.run("forget", "cat") == Ran(0, "Forgot #2: My cat is Bo\n", "")
    assert pet.run("undo") == Ran(0, "Undone: #2 is back: My cat is Bo\n", "")
    assert pet.run("forget", "#1") == Ran(0, "Forgot #1: I like tea\n", "")
    assert pet.run("memories") == Ran(0, "Your notes (1 of 30):\n#2 My cat is Bo\n", "")


def test_the_same_in_korean(korean):
    assert korean.run("remember", "차를 좋아해").code == 0
    assert korean.run("memories").out.endswith("\n#1 차를 좋아해\n")
    found = korean.run("forget", "커피")
    assert (found.code, found.out) == (3, "")
    assert found.err == "“커피” 메모를 찾지 못했어요. `pet memories`로 모두 볼 수 있어요.\n"
    assert korean.run("--lang", "en", "memories").out.startswith("Your notes (1 of 30):")


def test_several_that_match_are_shown_and_none_is_touched(pet):
    pet.run("remember", "green tea")
    pet.run("remember", "black tea")
    found = pet.run("forget", "tea")
    assert (found.code, found.out) == (3, "")
    assert found.err == (
        "2 notes have that, so nothing was removed. Say which by its number:\n"
        "#1 green tea\n#2 black tea\n"
    )
    value = json.loads(pet.run("forget", "tea", "--json").out)
    assert value["error"] == "memos_several"
    assert value["facts"]["candidates"] == [
        {"id": 1, "text": "green tea"},
        {"id": 2, "text": "black tea"},
    ]
    assert pet.run("memories").out.count("tea") == 2


def test_programs_get_json(pet):
    saved = json.loads(pet.run("remember", "tea", "--json").out)
    assert (saved["action"], saved["memo"]["id"], saved["memo"]["text"]) == ("saved", 1, "tea")
    again = json.loads(pet.run("remember", "tea", "--json").out)
    assert again["action"] == "already"
    assert [memo["text"] for memo in json.loads(pet.run("--json", "memories").out)] == ["tea"]
    missing = pet.run("forget", "coffee", "--json")
    assert (missing.code, missing.err) == (3, "")
    assert json.loads(missing.out) == {
        "error": "memo_unmatched",
        "facts": {"wanted_text": "coffee"},
    }


def test_nothing_to_undo_is_said(pet):
    ran = pet.run("undo")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err


@pytest.mark.parametrize("words", [["frobnicate"], ["--frob"], ["remember"], ["chat", "--show"]])
def test_what_is_not_understood_is_exit_code_two(pet, words):
    ran = pet.run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert not pet.home.exists()


def test_the_language_of_the_settings_is_spoken_in_errors_too(pet):
    pet.home.mkdir()
    (pet.home / "settings.json").write_text('{"language": "ko"}')
    assert pet.run("undo").err.startswith("되돌릴")
    assert pet.run("undo", "--lang", "en").err.startswith("There is nothing to undo")


@pytest.mark.parametrize("address", ["ftp://x", "http://[", "\0", "http://127.0.0.1:99999"])
def test_an_address_that_is_none_is_said_and_everything_works(pet, address):
    pet.home.mkdir()
    (pet.home / "settings.json").write_text(json.dumps({"ollama_host": address}))
    ran = pet.run("chat", "--once", "/remember I like tea")
    assert (ran.code, "settings.json" in ran.err) == (0, True)
    engines = [
        check["facts"]
        for check in json.loads(pet.run("doctor", "--json").out)["checks"]
        if check["key"].startswith("engine")
    ]
    assert [facts["state"] == "failed" for facts in engines] == [True, False]


def test_the_version_and_the_help_need_no_home(pet):
    assert pet.run("--version") == Ran(0, f"pet {package.__version__}\n", "")
    assert json.loads(pet.run("--version", "--json").out) == {"version": package.__version__}
    assert pet.run("--help").out.startswith("A private companion")
    assert pet.run("remember", "--help").out.startswith("pet remember TEXT\n")
    assert not pet.home.exists()


@pytest.mark.parametrize("command", ["toggle-chat", "show", "hide", "memory", "quit"])
def test_a_word_to_nobody_is_said_to_be_that(pet, command):
    ran = pet.run(command)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err
    assert json.loads(pet.run(command, "--json").out)["error"] == "remote.not_running"


def test_editing_and_opening_need_somebody_who_runs(pet, tmp_path):
    ran = pet.run("persona", "edit", "Somi")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err
    card = tmp_path / "x.json"
    card.write_text("{}", "utf-8")
    assert pet.run(str(card)).code == pet.run("open", str(card)).code == 1
    assert "pet persona import" in pet.run("open", str(card)).err


def test_personas_are_listed(korean):
    assert korean.run("persona", "list") == Ran(0, "● somi  솜이\n○ maru  마루\n○ tori  토리\n", "")
    listed = json.loads(korean.run("persona", "--json").out)
    assert [(one["id"], one["name"], one["current"]) for one in listed] == [
        ("somi", "솜이", True),
        ("maru", "마루", False),
        ("tori", "토리", False),
    ]
    assert korean.run("persona", "destroy").code == 2


def test_a_persona_is_worn_from_the_next_start_on(korean):
    ran = korean.run("persona", "use", "토리")
    assert ran == Ran(0, "다음에 켤 때부터 토리가 함께해요.\n", "")
    assert "● tori  토리\n" in korean.run("persona", "list").out
    assert json.loads(korean.run("persona", "use", "maru", "--json").out) == {
        "id": "maru",
        "running": False,
    }
    assert korean.run("persona", "use", "아무개").code == 3
    assert korean.run("persona", "use").code == 2
    assert "● maru" in korean.run("persona", "list").out


def test_what_of_a_lorebook_would_be_told_is_named(pet, tmp_path):
    book = {"entries": [{"keys": ["tower"], "name": "The old tower", "content": "It leans."}]}
    card = tmp_path / "mina.json"
    card.write_bytes(as_json(v3(character_book=book)))
    pet.run("persona", "import", str(card))
    pet.run("persona", "use", "mina")
    assert "The old tower" in pet.run("prompt", "see that tower").out
    assert "The old tower" not in pet.run("prompt", "see that").out


@pytest.mark.parametrize(
    "environ",
    [
        {"PYTHONIOENCODING": "cp949"},
        {"LANG": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    ],
)
def test_output_is_utf8_whatever_the_locale_says(pet, environ):
    pet.run("remember", "해요체 ✓ 👩‍👩‍👧")
    pet.environ |= environ
    assert pet.run("memories", "--lang", "ko").out.endswith("#1 해요체 ✓ 👩‍👩‍👧\n")


@posix
@pytest.mark.parametrize("closing", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_reason_to_fail(pet, closing):
    line = " ".join(pet.command("remember", "tea")) + " " + closing
    ran = subprocess.run(["sh", "-c", line], env=pet.environ, timeout=LIMIT_S, check=False)
    assert ran.returncode == 0
    assert "tea" in pet.run("memories").out


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_behind_standard_output_is_said_and_nothing_is_lost(pet):
    for words in (("remember", "I like tea"), ("memories", "--json"), ("chat", "--once", "/help")):
        with Path("/dev/full").open("wb") as full:
            ended = subprocess.run(
                pet.command(*words),
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
                env=pet.environ,
                check=False,
            )
        said = ended.stderr.decode()
        assert (ended.returncode, said.count("\n")) == (1, 1)
        assert "No space left" in said
        assert "should not" not in said
    assert "I like tea" in pet.run("memories").out


def test_a_reader_that_goes_away_is_no_error(pet):
    program = pet.start("--help")
    program.stdout.close()
    assert program.stderr.read() == b""
    assert program.wait(LIMIT_S) == 0
    program.stdin.close()
    program.stderr.close()


def test_memo_text_is_made_harmless_for_the_terminal(pet):
    pet.run("remember", "a\x1b]0;owned\x07b")
    assert "\x1b" not in pet.run("memories").out
    assert "\x1b" not in pet.run("memories", "--json").out


def test_nothing_from_memory_turns_the_letters_of_a_terminal_around(pet):
    pet.run("remember", "invoice\u202egpj.exe")
    said = pet.run("memories")
    assert "\u202e" not in said.out
    assert "invoicegpj.exe" in said.out
    raw = pet.run("memories", "--json").out
    assert "\u202e" not in raw
    assert json.loads(raw)[0]["text"] == "invoice\u202egpj.exe"


def test_the_next_prompt_is_compared_with_that_of_the_last_reply(pet):
    pet.environ["OLLAMA_HOST"] = "127.0.0.1:9"
    asked = ("prompt", "--engine", "ollama", "--diff", "hello")
    assert "Nothing to compare with" in pet.run(*asked).out
    with open_pet(Paths(pet.home), language="en", engine=ScriptedEngine()) as running:
        list(running.session.turn("hello", Stop()))
        list(running.session.turn("/remember I only drink barley tea", Stop()))
    page = pet.run(*asked).out
    assert page.startswith("Since the last reply: +")
    assert "Notes that are new in it: #1" in page
    assert "barley" not in page
    change = json.loads(pet.run(*asked, "--json").out)["diff"]
    assert change["memos_new"] == [1]
    assert "talk so far" in page


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["memories"],
        ["remember", "x"],
        ["persona", "list"],
        ["budget", "--sample"],
        ["doctor"],
        ["chat", "--once", "/help"],
        ["hide"],
    ],
)
def test_no_command_without_windows_loads_qt(pet, words):
    loaded = pet.run(*words, python=("-X", "importtime")).err
    assert "pet.cli" in loaded
    assert "PySide6" not in loaded
    assert "shiboken6" not in loaded


def test_listing_memos_loads_no_engine(pet):
    loaded = pet.run("memories", python=("-X", "importtime")).err
    for heavy in ("httpx", "ollama", "asyncio", "pet.engines"):
        assert heavy not in loaded


def test_a_throwaway_home_leaves_nothing_behind(pet, tmp_path):
    pet.environ["TMPDIR"] = str(tmp_path / "tmp")
    (tmp_path / "tmp").mkdir()
    command = [sys.executable, "-m", "pet", "remember", "x", "--throwaway"]
    ran = subprocess.run(
        command, env=pet.environ, timeout=LIMIT_S, check=False, capture_output=True
    )
    assert ran.returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []
    assert not pet.home.exists()


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS keeps its temporary files elsewhere")
def test_sigterm_leaves_nothing_behind(pet, tmp_path):
    pet.environ["TMPDIR"] = str(tmp_path / "tmp")
    (tmp_path / "tmp").mkdir()
    command = [sys.executable, "-m", "pet", "chat", "--throwaway"]
    pipe = subprocess.PIPE
    program = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=pet.environ)
    until(lambda: list((tmp_path / "tmp").glob("*/pet.db")))
    program.stdin.write(b"/help\n")
    program.stdin.flush()
    assert program.stdout.readline()
    program.send_signal(signal.SIGTERM)
    _, err = program.communicate(timeout=LIMIT_S)
    assert (program.returncode, err) == (143, b"")
    assert list((tmp_path / "tmp").iterdir()) == []


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_exit_code_four(pet):
    pet.run("remember", "tea")
    pet.home.chmod(0o500)
    try:
        assert pet.run("remember", "coffee").code == 4
    finally:
        pet.home.chmod(0o700)


def test_a_home_that_is_a_file_is_exit_code_four(pet):
    pet.home.write_text("not a folder")
    ran = pet.run("remember", "tea")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.count("Traceback") == 0


def test_what_was_just_remembered_is_in_the_next_prompt(pet):
    pet.environ["OLLAMA_HOST"] = "127.0.0.1:9"
    pet.run("remember", "I only drink barley tea")
    shown = pet.run("prompt", "--engine", "ollama", "--show", "hello", "there")
    assert shown.code == 0
    assert "I only drink barley tea" in shown.out
    assert "hello there" in shown.out
    value = json.loads(pet.run("prompt", "--engine", "ollama", "--json").out)
    assert [message["role"] for message in value["messages"]] == ["system", "user"]
    assert value["size"] > 0
    page = pet.run("prompt", "--engine", "ollama", "hello").out.splitlines()
    assert page[0].startswith(f"{value['size'] + 2} of ")
    assert "memory" in "\n".join(page)


def test_the_sample_budget_falls_in_the_documented_order(pet):
    found = json.loads(pet.run("budget", "--sample", "--json").out)
    assert list(found[0]) == [
        "budget",
        "turns",
        "examples",
        "preferences",
        "summary_bytes",
        "persona_bytes",
        "fits",
    ]
    budgets = [stage["budget"] for stage in found]
    assert budgets == sorted(budgets, reverse=True)
    dropped = [(stage["turns"], stage["examples"], stage["preferences"]) for stage in found]
    assert dropped == sorted(dropped)
    assert dropped[0] == (0, 0, 0)
    assert pet.run("budget", "--sample").code == 0


def test_the_doctor_reports_without_private_text(pet):
    pet.run("remember", "my secret is barley")
    page = pet.run("doctor")
    assert page.code == 0
    assert "barley" not in page.out
    assert f"{pet.home.parent}" not in page.out
    report = json.loads(pet.run("doctor", "--json").out)
    found = {check["key"]: check for check in report["checks"]}
    assert found["store"]["facts"]["memos"] == 1
    assert found["folder"]["facts"]["folder"] == str(Path("~") / "home")
    assert {"python", "qt", "sqlite", "room", "engine", "language", "tray"} <= set(found)
