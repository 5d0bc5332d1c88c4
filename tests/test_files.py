"""Files of JSON: whatever stands in one, reading it ends in a value or in one kind of error."""

from __future__ import annotations

import os
import sys

import pytest

from pet import files


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"[" * 200_000, b'{"a":' * 100_000, b"9" * 5_000, b'"half'],
    ids=["empty", "binary", "deep lists", "deep objects", "a huge number", "half a string"],
)
def test_garbage_is_a_value_error(tmp_path, content):
    path = tmp_path / "some.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=""):
        files.read_json(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "some.json")
    with pytest.raises(ValueError, match=""):
        files.read_json(tmp_path / "some.json")


def test_what_is_not_there_is_none(tmp_path):
    assert files.read_json(tmp_path / "some.json") is None


def test_a_lone_surrogate_comes_back_as_it_was(tmp_path):
    path = tmp_path / "some.json"
    files.write_json(path, {"name": "half \ud83d", "말": "가"})
    assert files.read_json(path) == {"name": "half \ud83d", "말": "가"}
    assert "가" in path.read_text("utf-8")
