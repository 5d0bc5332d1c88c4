"""Files that are no memory, whole or in part: each is refused in one sentence."""

from __future__ import annotations

import pytest

from pet.errors import ImportRefused
from pet.memory import (
    archive,
    archive_files,
    archive_reading,
)
from pet.memory.archive_reading import Refused
from tests.memory.archives import as_json, lines, said, take


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "import.unknown"),
        (b"\xff\xfe\x00", "import.not_utf8"),
        (b"[" * 200_000, "import.unknown"),
        (b'{"a":' * 200_000, "import.unknown"),
        (b"{}", "import.unknown"),
        (b"[]", "import.unknown"),
        (b"null", "import.unknown"),
        (b"1" * 10_000, "import.unknown"),
        (b"NaN", "import.unknown"),
        (b"Dear diary", "import.unknown"),
        (b'{"format": "desktop-pet-memory"}', "import.unknown"),
        (b'{"format": "desktop-pet-memory", "version": true}', "import.unknown"),
        (b'{"format": "desktop-pet-memory", "version": 2}', "import.too_new"),
        (b'{"format": "desktop-pet-memory", "version": 1, "memos": 3}', "import.unknown"),
        (b'{"format": "desktop-pet-memory", "version": 1, "sessions": {}}', "import.unknown"),
    ],
)
def test_what_is_no_memory_is_refused_in_one_sentence(content, key):
    with pytest.raises(ImportRefused, match=key):
        archive_reading.read(content)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"at": 5}, "time"),
        ({"at": "yesterday"}, "time"),
        ({"at": "0001-01-01T00:00:00+14:00"}, "time"),
        ({"at": "9999-12-31T23:59:59-12:00"}, "time"),
        ({"at": None}, "time"),
        ({"user": None}, "shape"),
        ({"reply": ["a"]}, "shape"),
        ({"user": "x" * 200_001}, "long"),
        ({"session": ""}, "shape"),
        ({"session": "s" * 201}, "long"),
        ({"persona": 1}, "shape"),
        ({"uuid": "x"}, "shape"),
        ({"state": "dreaming"}, "shape"),
        ({"user": "", "reply": ""}, "empty"),
    ],
)
def test_a_bad_line_is_refused_and_the_others_are_taken(store, change, reason):
    report = take(store, lines(said("하나"), {**said("둘"), **change}, said("셋")))
    assert report.refused == (Refused("turn", 2, reason),)
    assert report.turns.added == 2


def test_a_session_of_bad_lines_only_does_not_stop_the_others(store):
    report = take(store, lines(said(at=1714557600, session="bad"), said()))
    assert (report.turns.added, report.sessions.added) == (1, 1)
    assert [(one.place, one.reason) for one in report.refused] == [(1, "time")]
    with pytest.raises(ImportRefused, match="unknown"):
        take(store, lines(said(at=1714557600)))


def test_text_that_was_repaired_is_known_again_in_whatever_file(store, elsewhere):
    take(store, lines(said("half \ud83d"), said("nul \0"), said("010-1234-5678 900101-1234567")))
    take(elsewhere, archive_files.as_lines(archive.of(store)))
    assert take(elsewhere, as_json(store)).added == 0


def test_lines_that_are_no_json_are_refused_by_their_numbers(store):
    content = b"oops\n" + lines(said("\ud800 lone", "nul \x00")) + b"\n" + b"[" * 100_000 + b"\n3\n"
    report = take(store, b"\xef\xbb\xbf" + content)
    assert report.refused == tuple(Refused("turn", place, "shape") for place in (1, 4, 5))
    assert store.rows("SELECT user_text, reply FROM turns") == [("\ufffd lone", "nul ")]


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "not there"):
        with pytest.raises(ImportRefused):
            archive_reading.read_file(path)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(archive_reading.MAX_FILE_BYTES + 1)  # claims a gigabyte, has no byte
    with pytest.raises(ImportRefused, match="too_large"):
        archive_reading.read_file(tmp_path / "large")
