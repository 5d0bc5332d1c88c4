"""Files that are whole or absent; reading JSON ends in a value or in one kind of error."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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
    with pytest.raises(ValueError, match=r"."):
        files.read_json(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "some.json")
    with pytest.raises(ValueError, match=r"."):
        files.read_json(tmp_path / "some.json")


def test_what_is_not_there_is_none(tmp_path):
    assert files.read_json(tmp_path / "some.json") is None


def test_a_lone_surrogate_comes_back_as_it_was(tmp_path):
    path = tmp_path / "some.json"
    files.write_json(path, {"name": "half \ud83d", "말": "가"})
    assert files.read_json(path) == {"name": "half \ud83d", "말": "가"}
    assert "가" in path.read_text("utf-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_what_is_no_file_is_not_replaced_by_one(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for place in (pipe, tmp_path / "link"):
        with pytest.raises(OSError, match="not a file"):
            files.write_whole(place, b"x")
    assert pipe.is_fifo()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe"]


def test_a_new_file_is_written_whole(tmp_path):
    files.write_new(tmp_path / "a" / "b", b"content")
    assert (tmp_path / "a" / "b").read_bytes() == b"content"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b"]


def test_a_file_that_is_there_is_not_touched(tmp_path):
    (tmp_path / "b").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        files.write_new(tmp_path / "b", b"new")
    assert (tmp_path / "b").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_is_something_that_is_there(tmp_path):
    (tmp_path / "b").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        files.write_new(tmp_path / "b", b"new")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows renames")
def test_a_disk_without_hard_links_is_no_obstacle(tmp_path, monkeypatch):
    def no_links(self, target):
        raise PermissionError(1, os.strerror(1))

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    files.write_new(tmp_path / "b", b"one")
    with pytest.raises(FileExistsError):
        files.write_new(tmp_path / "b", b"two")
    assert (tmp_path / "b").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
