"""The lock between copies: a stopped holder, a deleted file, a fork, a disk without locks."""

from __future__ import annotations

import platform
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pet.errors import StoreBusy, StoreReadOnly
from pet.memory import memos
from tests.waiting import until


def add(store, text):
    return memos.add(store, text, origin="command")


def texts(store):
    return [memo.text for memo in memos.everything(store)]


@pytest.fixture
def holder(store, start_copy):
    """A copy in the middle of a write."""
    copy = start_copy()
    copy.hear()
    assert copy.ask("hold") == "holding"
    return copy


def test_a_stopped_holder_makes_the_store_busy_in_time_and_costs_nothing(holder, open_store):
    with pytest.raises(StoreBusy):
        open_store(patience=0.2)
    holder.tell("go on")
    assert holder.hear() == "let go"
    store = open_store(patience=0.5)
    add(store, "before")
    assert holder.ask("hold") == "holding"
    holder.signal(signal.SIGSTOP)
    before = time.monotonic()
    with pytest.raises(StoreBusy, match=r"store\.busy"):
        add(store, "meanwhile")
    assert 0.4 < time.monotonic() - before < 3
    assert texts(store) == ["before"]
    holder.signal(signal.SIGCONT)
    holder.tell("go on")
    assert holder.hear() == "let go"
    add(store, "afterwards")
    assert texts(store) == ["before", "afterwards"]
    assert holder.ask("list") == ["before", "afterwards"]


def test_a_killed_holder_lets_go_at_once(holder, store):
    holder.kill()
    assert add(store, "x").action == "saved"


def test_with_the_lock_file_deleted_two_writers_still_take_turns(holder, store, paths):
    paths.lock.unlink()
    reader_sees = texts(store)
    with pytest.raises(StoreBusy):  # SQLite's own lock stands in, with its own patience
        store.maintain(_begin_impatiently)
    holder.tell("go on")
    assert holder.hear() == "let go"
    add(store, "mine")
    assert holder.ask("add", text="theirs") == 2
    assert reader_sees == []
    assert texts(store) == ["mine", "theirs"]


def _begin_impatiently(connection):
    connection.execute("PRAGMA busy_timeout = 100").fetchall()
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        connection.execute("PRAGMA busy_timeout = 5000").fetchall()


def test_threads_of_one_copy_wait_no_longer_than_the_patience(open_store):
    store = open_store(patience=0.3)
    with ThreadPoolExecutor(1) as pool:

        def slow(connection):
            return until(lambda: refused, what="the other thread")

        refused: list[bool] = []
        written = pool.submit(store.write, slow)
        until(lambda: store._writer._turn.locked())
        with pytest.raises(StoreBusy):
            add(store, "x")
        refused.append(True)
        written.result(20)
    assert add(store, "x").action == "saved"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_a_forked_child_can_neither_use_the_store_nor_free_its_lock(store, start_copy):
    copy = start_copy()
    copy.hear()
    assert copy.ask("fork_in_write") == {"child": 7, "lock_kept": True}
    assert copy.ask("add", text="still works") == 1
    assert texts(store) == ["still works"]


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
    reason="the kernel is asked to refuse flock by a Linux system call filter",
)
def test_a_disk_without_locks_is_read_but_not_written(store, start_copy):
    add(store, "there")
    copy = start_copy("--no-flock")
    assert copy.hear() == {"opened": ["store.no_locks"], "read_only": True}
    assert copy.ask("list") == ["there"]
    assert copy.ask("add", text="x") == {"error": "store.no_locks"}


@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_a_disk_without_locks_is_no_place_to_begin(start_copy):
    copy = start_copy("--no-flock")
    assert copy.hear() == {"error": "store.no_locks"}


def test_a_folder_that_cannot_be_written_is_read(store, paths, make_read_only, open_store):
    add(store, "there")
    store.close()
    make_read_only(paths.root)
    again = open_store()
    assert again.read_only
    assert again.notices == ("store.read_only",)
    assert texts(again) == ["there"]
    assert isinstance(again.change_number(), int)
    with pytest.raises(StoreReadOnly, match=r"store\.read_only"):
        add(again, "x")


def test_a_folder_that_becomes_read_only_while_running_loses_nothing(store, paths, make_read_only):
    add(store, "there")
    make_read_only(paths.root)
    assert texts(store) == ["there"]


def test_an_empty_folder_that_cannot_be_written_is_an_error(paths, make_read_only, open_store):
    paths.root.mkdir()
    make_read_only(paths.root)
    with pytest.raises(StoreReadOnly):
        open_store()
