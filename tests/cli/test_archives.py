"""`pet export`, `import`, `erase`, `restore` and `doctor --check` in the real program."""

from __future__ import annotations

import json
import sys

import pytest

from pet.memory import backups
from pet.paths import Paths

LINE = {
    "session": "여행",
    "at": "2026-03-01T10:00:00+09:00",
    "persona": "somi",
    "user": "제주도에 가고 싶어",
    "reply": "좋죠!",
}


@pytest.fixture
def talk(tmp_path):
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps(LINE, ensure_ascii=False) + "\n", encoding="utf-8")
    return str(file)


def test_a_file_of_lines_is_imported_found_and_taken_back(pet, talk):
    ran = pet.run("import", talk, "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Conversations: 1 new, 0 here already\nTurns: 1 new, 0 here already\n"
        "Added. `pet undo` takes all of it back.\n"
    )
    (hit,) = json.loads(pet.run("search", "--json", "제주도").out)
    assert (hit["session"], hit["at"]) == ("여행", "2026-03-01T01:00:00+00:00")
    assert "Nothing new in this file." in pet.run("import", talk, "--yes").out
    assert "turns: 1, conversations: 1" in pet.run("undo").out
    assert pet.run("search", "제주도").code == 3


def test_it_asks_first_and_no_answer_is_no(pet, talk):
    for typed in ("", "n\n", "\n"):
        ran = pet.run("import", talk, typed=typed)
        assert ran.code == 1
        assert "Turns: 1 new" in ran.out
        assert "Nothing was added" in ran.err
    assert pet.run("search", "제주도").code == 3
    assert pet.run("import", talk, typed="y\n").code == 0
    assert pet.run("search", "제주도").code == 0


def test_a_dry_run_and_json_only_report(pet, talk):
    assert "Turns: 1 new" in pet.run("import", talk, "--dry-run", "--yes").out
    value = json.loads(pet.run("import", talk, "--json").out)
    assert value["imported"] is False
    assert value["turns"] == {"added": 1, "already": 0}
    value = json.loads(pet.run("import", talk, "--json", "--yes").out)
    assert value["imported"] is True


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"[" * 100_000, b"", b'{"format":"desktop-pet-memory","version":99}']
)
def test_a_hostile_file_ends_in_one_sentence(pet, tmp_path, content):
    file = tmp_path / "hostile"
    file.write_bytes(content)
    ran = pet.run("import", str(file), "--yes")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert json.loads(pet.run("import", str(file), "--json").out)["error"].startswith("import.")


def test_one_file_is_wanted(pet):
    assert pet.run("import").code == 2
    assert pet.run("import", "a", "b").code == 2
    assert pet.run("import", "/nowhere").code == 1


def test_what_is_exported_comes_back_in_another_home(pet, tmp_path):
    pet.run("remember", "I like tea")
    file = tmp_path / "all.json"
    assert pet.run("export", "--to", str(file)).code == 0
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600
    pet.home = tmp_path / "other"
    assert pet.run("import", str(file), "--yes").code == 0
    assert pet.run("memories").out.endswith("#1 I like tea\n")


def test_the_form_follows_the_name_and_the_option(pet, korean, tmp_path):
    pet.run("remember", "I like tea")
    page = tmp_path / "all.md"
    pet.run("export", "--to", str(page))
    assert "- #1 I like tea" in page.read_text("utf-8")
    assert korean.run("export", "--format", "md", "--to", "-").out.startswith("# 제가 간직한 것")
    written = json.loads(pet.run("export", "--json", "--format", "jsonl").out)
    assert written["file"].startswith(str(pet.home / "exports"))
    assert pet.run("export", "--format", "xml").code == 2
    assert pet.run("export", "--to", str(tmp_path / "no folder" / "x")).code == 1


def test_erasing_wants_the_number_typed(pet):
    pet.run("remember", "I like tea")
    pet.run("export")
    for typed in ("", "y\n", "2\n"):
        ran = pet.run("erase", "#1", typed=typed)
        assert (ran.code, ran.out) == (1, "")
        assert "#1 was not erased" in ran.err
    assert pet.run("erase", "#1", "--json").code == 1
    ran = pet.run("erase", "#1", typed="1\n")
    assert ran.code == 0
    assert "I like tea" in ran.err  # what goes is shown first
    assert "erased for good" in ran.out
    left = [path for path in pet.home.rglob("*") if path.is_file()]
    assert not any(b"like tea" in path.read_bytes() for path in left)
    assert pet.run("erase", "#1", "--yes").code == 3
    assert pet.run("erase", "tea", "--yes").code == 2


def test_erasing_says_where_the_user_wrote_it_by_hand(pet, korean):
    pet.run("remember", "I like tea")
    data = {"name": "Mina", "description": "She knows: I like  tea."}
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}
    page = pet.home / "personas" / "mina.json"
    page.parent.mkdir(exist_ok=True)
    page.write_text(json.dumps(card))
    told = "It also stands in the persona Mina. Erasing does not change that: edit it there."
    assert told in pet.run("erase", "#1", typed="no\n").err
    assert "페르소나 ‘Mina’에도 있어요" in korean.run("erase", "#1", typed="no\n").err
    assert told in pet.run("erase", "#1", "--yes").err
    assert json.loads(page.read_text()) == card
    pet.run("remember", "I like coffee")
    assert json.loads(pet.run("erase", "#2", "--yes", "--json").out)["elsewhere"] == ""


def test_turns_that_hold_it_go_too_where_they_are_chosen(pet, talk):
    pet.run("import", talk, "--yes")
    pet.run("remember", "제주도에 가고 싶어")
    ran = pet.run("erase", "1", typed="x\n")
    assert "(turns: 1; --turns" in ran.err
    value = json.loads(pet.run("erase", "1", "--yes", "--json", "--turns").out)
    assert (value["turns"], value["turns_left"]) == (1, 0)
    assert pet.run("search", "제주도").code == 3
    ran = pet.run("import", talk, "--yes")
    assert "you had it removed" in ran.out
    assert pet.run("search", "제주도").code == 3


def test_backups_are_listed_and_gone_back_to(pet):
    assert pet.run("restore").out == "There is no backup yet.\n"
    pet.run("remember", "I like tea")
    pet.run("remember", "I like coffee")
    listed = pet.run("restore").out.splitlines()
    assert listed[0].split() == ["No.", "made", "notes", "turns"]
    assert listed[1].split()[0] == "1"
    assert json.loads(pet.run("restore", "--json").out)[0]["memos"] == 1
    ran = pet.run("restore", "1", "--yes")
    assert ran.code == 0
    assert "backup 2" in ran.out
    assert pet.run("memories").out == "Your notes (1 of 30):\n#1 I like tea\n"
    assert "#3" in pet.run("remember", "I like water").out
    assert pet.run("restore", "7", "--yes").code == 3
    assert pet.run("restore", "x").code == 2


def test_talk_in_a_terminal_has_a_backup_too(pet):
    pet.run("chat", "--engine", "ollama", typed="/remember I like tea\n")
    assert len(backups.listed(Paths(pet.home))) == 1
    pet.run("chat", "--engine", "ollama", typed="/memories\n")
    assert len(backups.listed(Paths(pet.home))) == 1  # one a day


def test_the_check_of_the_memory_says_what_is_sound_and_what_not(pet):
    pet.run("remember", "I like tea")
    ran = pet.run("doctor", "--check")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("✓ The memory file is sound.\n✓ The search index is sound.\n")
    (backup,) = backups.listed(Paths(pet.home))
    backup.path.write_bytes(backup.path.read_bytes()[:5000])
    ran = pet.run("doctor", "--check")
    assert ran.code == 1
    assert "unreadable" in ran.out
    assert json.loads(pet.run("doctor", "--check", "--json").out)["backups"][0]["good"] is False
