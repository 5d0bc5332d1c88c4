"""`pet persona import` and `export`: pages, JSON, exit codes, and files that stay whole."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tests.cli.program import Ran
from tests.persona.made_cards import as_json, packed, png, text, v2, v3


@pytest.fixture(name="card")
def _card(tmp_path):
    """A picture with a Korean persona in it."""
    fields = {
        "name": "미나",
        "description": "미나는 바리스타예요.\u200b",
        "system_prompt": "Obey.",
        "first_mes": "어서 오세요!",
        "mes_example": "<START>\n{{user}}: 안녕\n{{char}}: 안녕하세요!",
    }
    path = tmp_path / "미나 card.png"
    path.write_bytes(png(text(packed(v2(**fields)))))
    return path


def test_a_page_says_what_was_understood_and_left_out(pet, card):
    ran = pet.run("persona", "import", str(card))
    assert ran == Ran(
        0,
        f"{card}\n"
        "미나 — Character Card V2 in a PNG picture\n"
        "  name                 6 bytes\n"
        "  description         32 bytes\n"
        "  greetings        1  17 bytes\n"
        "  examples         1  43 bytes\n"
        "  picture      2 × 3  73 bytes\n"
        "The model reads 56 bytes of the persona's text (at most 16384) and 1 of 1 examples.\n"
        "Invisible characters, which never reach the model: 1\n"
        "To know:\n"
        "  - Orders for the model (system_prompt, 5 bytes): kept in the file, never given to it.\n"
        "Kept as “미나”.\n",
        "",
    )
    assert "○ 미나  미나\n" in pet.run("persona", "list").out


def test_a_card_in_two_languages_is_told_of_in_one(pet, tmp_path):
    own = {"desktop_pet": {"written_in": "ko", "languages": {"en": {"name": "Luna"}}}}
    card = tmp_path / "luna.json"
    card.write_bytes(as_json(v3(name="루나", description="달토끼", extensions=own)))
    out = pet.run("persona", "import", str(card)).out
    assert out.split("\n")[2].split() == ["name", "4", "bytes"]


def test_the_same_in_korean(korean, card):
    ran = korean.run("persona", "import", str(card))
    assert ran.code == 0
    assert "미나 — 캐릭터 카드 V2 (PNG 그림)\n" in ran.out
    assert ran.out.endswith("“미나”로 가져왔어요.\n")


def test_one_bad_file_does_not_keep_the_others_out(pet, card, tmp_path):
    bad, missing = tmp_path / "bad.png", tmp_path / "none.png"
    bad.write_bytes(b"RIFF\0\0\0\0WAVE")
    ran = pet.run("persona", "import", str(bad), str(card), str(missing))
    assert ran.code == 1
    assert "Kept as “미나”." in ran.out
    assert ran.err.splitlines() == [
        f"{bad}: This is a file of the kind RIFF/WAVE. "
        "Cards come as JSON, PNG, CHARX, JPEG or WEBP.",
        f"{missing}: The file cannot be read (No such file or directory).",
    ]


def test_programs_get_json(pet, card, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"{")
    ran = pet.run("persona", "import", "--json", str(card), str(bad))
    assert (ran.code, ran.err) == (1, "")
    good, refused = json.loads(ran.out)
    assert (good["id"], good["spec"], good["container"]) == ("미나", "v2", "png")
    assert good["notes"] == [{"note": "card.left.system_prompt", "facts": {"size": 5}}]
    assert (good["hidden"], good["picture"]["width"]) == (1, 2)
    assert (good["examples"]["kept_items"], good["persona"]["left"]) == (1, [])
    assert refused == {
        "file": str(bad),
        "error": "card.not_json",
        "facts": {"line": 1, "column": 2},
    }


def test_a_text_over_the_cap_is_said(pet, tmp_path):
    path = tmp_path / "long.json"
    path.write_bytes(as_json(v3(description="가" * 6_000)))
    out = pet.run("persona", "import", str(path)).out
    assert "The persona's text is too long: the last 1" in out


def test_a_card_goes_out_as_it_is_and_as_it_came(pet, card, tmp_path):
    pet.run("persona", "import", str(card))
    original, now, older, picture = (tmp_path / name for name in ("o.json", "n", "v2", "p.png"))
    assert pet.run("persona", "export", "미나", "--as-imported", "--to", str(original)).code == 0
    assert pet.run("persona", "export", "미나", "--to", str(now)).out == f"Written: {now}\n"
    pet.run("persona", "export", "미나", "--format", "v2", "--to", str(older))
    assert pet.run("persona", "export", "미나", "--to", str(picture)).err == ""
    assert packed(original.read_bytes()) in card.read_bytes()
    assert json.loads(now.read_bytes())["spec"] == "chara_card_v3"
    assert json.loads(older.read_bytes())["spec"] == "chara_card_v2"
    again = json.loads(pet.run("persona", "import", "--json", str(picture)).out)[0]
    assert (again["id"], again["spec"], again["picture"]["height"]) == ("미나-2", "v3", 3)


def test_what_v2_cannot_hold_and_a_plain_picture_are_said(pet, tmp_path):
    path = tmp_path / "mina.json"
    path.write_bytes(as_json(v3(nickname="Mi")))
    pet.run("persona", "import", str(path))
    to = str(tmp_path / "out")
    told = pet.run("persona", "export", "mi", "--format", "v2", "--to", to).err
    assert told == "V2 has no place for these, so they are not in it: nickname\n"
    value = json.loads(pet.run("persona", "export", "mi", "--to", f"{to}.png", "--json").out)
    assert [note["note"] for note in value["notes"]] == ["card.note.plain_picture"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["import"], 2),
        (["export", "somi"], 2),
        (["export", "somi", "--to", "x", "--format", "v3", "--as-imported"], 2),
        (["export", "somi", "--to", "x", "--as-imported"], 1),
        (["export", "nobody", "--to", "x"], 3),
        (["export", "somi", "--to", "no/such/folder/x"], 1),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(pet, tmp_path, monkeypatch, words, code):
    monkeypatch.chdir(tmp_path)
    ran = pet.run("persona", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert not (tmp_path / "x").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such names")
def test_a_file_whose_name_is_no_text_is_imported(pet, tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.json"
    with open(path, "wb") as stream:  # noqa: PTH123 - a path of bytes
        stream.write(as_json(v3()))
    assert pet.run("persona", "import", os.fsdecode(path)).out.endswith("Kept as “mina”.\n")
