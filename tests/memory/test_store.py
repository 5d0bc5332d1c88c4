"""Reading and writing: threads, copies, what a reader sees, what a failed write leaves."""

from __future__ import annotations

import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from pet.errors import StoreError
from pet.memory import memos
from tests.waiting import until


def add(store, text):
    return memos.add(store, text, origin="command")


def test_only_the_owner_can_read_folder_and_files(store, paths):
    add(store, "x")
    assert stat.S_IMODE(paths.root.stat().st_mode) == 0o700
    for path in paths.root.rglob("*"):
        expected = 0o700 if path.is_dir() else 0o600
        assert (path.name, stat.S_IMODE(path.stat().st_mode)) == (path.name, expected)


def test_a_folder_open_to_all_is_closed(store, paths, open_store):
    store.close()
    paths.root.chmod(0o755)
    paths.database.chmod(0o644)
    open_store()
    assert stat.S_IMODE(paths.root.stat().st_mode) == 0o700
    assert stat.S_IMODE(paths.database.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "truncate"), ("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1)],
)
def test_the_promises_of_the_design_hold_on_the_writing_connection(store, pragma, value):
    found = store.maintain(lambda connection: connection.execute(f"PRAGMA {pragma}").fetchall())
    assert found == [(value,)]


def test_a_reading_connection_cannot_write(store):
    with pytest.raises(Exception, match=r"store\.read_only"):
        store.read(lambda connection: connection.execute("DELETE FROM memos"))


def test_a_write_that_fails_half_way_leaves_nothing(store):
    def job(connection):
        connection.execute("INSERT INTO meta (key, value) VALUES ('a', 'b')")
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        store.write(job)
    assert store.rows("SELECT 1 FROM meta WHERE key = 'a'") == []
    assert add(store, "afterwards").action == "saved"


def test_a_mistake_in_a_statement_is_not_told_as_a_fault_of_the_disk(store):
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.rows("SELECT * FROM no_such_table")


def test_many_threads_of_two_copies_lose_nothing(store, other):
    def write(number):
        (store if number % 2 else other).run(
            "INSERT INTO meta (key, value) VALUES (?, '')", f"row {number}"
        )
        return store.rows("SELECT count(*) FROM meta")[0][0]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(80)))
    assert store.rows("SELECT count(*) FROM meta WHERE key LIKE 'row %'") == [(80,)]


def test_reading_does_not_wait_for_a_writer(store, other):
    add(store, "before")
    reading = threading.Event()

    def slow(connection):
        connection.execute("UPDATE memos SET text = 'during'")
        assert reading.wait(20)

    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(store.write, slow)
        until(lambda: store._writer._turn.locked())
        assert [memo.text for memo in memos.everything(store)] == ["before"]
        assert [memo.text for memo in memos.everything(other)] == ["before"]
        reading.set()
        written.result(20)
    assert [memo.text for memo in memos.everything(other)] == ["during"]


def test_a_reader_sees_one_picture(store, other):
    def job(connection):
        before = connection.execute("SELECT count(*) FROM memos").fetchall()
        with ThreadPoolExecutor(1) as pool:
            # The other copy cannot finish its commit while this picture is looked at.
            written = pool.submit(add, other, "new")
            until(lambda: other._writer._turn.locked())
            after = connection.execute("SELECT count(*) FROM memos").fetchall()
            connection.execute("ROLLBACK")
            written.result(20)
        return before, after

    assert store.read(job) == ([(0,)], [(0,)])


def test_the_change_number_follows_both_copies_and_rests_otherwise(store, other):
    mine, theirs = store.change_number(), other.change_number()
    memos.everything(other)
    assert (store.change_number(), other.change_number()) == (mine, theirs)
    add(store, "one")
    assert store.change_number() != mine
    assert other.change_number() != theirs
    mine, theirs = store.change_number(), other.change_number()
    assert (store.change_number(), other.change_number()) == (mine, theirs)
    add(other, "two")
    assert store.change_number() != mine
    assert other.change_number() != theirs


def test_the_change_number_never_waits_for_a_commit(store, other):
    before = other.change_number()

    def job(connection):
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        connection.execute("BEGIN EXCLUSIVE")
        try:
            return other.change_number()
        finally:
            connection.execute("ROLLBACK")
            connection.execute("PRAGMA locking_mode = NORMAL").fetchall()
            connection.execute("SELECT 1 FROM meta").fetchall()

    assert store.maintain(job) == before


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    for use in (store.change_number, lambda: memos.everything(store), lambda: add(store, "x")):
        with pytest.raises(StoreError, match=r"store\.closed"):
            use()


def test_closing_waits_for_no_reader_and_leaves_nothing_open(store):
    begun, go_on = threading.Event(), threading.Event()

    def job(connection):
        begun.set()
        assert go_on.wait(20)
        return connection.execute("SELECT count(*) FROM memos").fetchall()

    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(store.read, job)
        assert begun.wait(20)
        store.close()
        go_on.set()
        assert read.result(20) == [(0,)]
    open_files = [file.path for file in psutil.Process().open_files()]
    assert not [path for path in open_files if path.startswith(str(store.paths.root))]


def test_a_damaged_letter_spoils_only_itself(store):
    add(store, "good")
    add(store, "bad")
    store.run("UPDATE memos SET text = CAST(x'ff6261' AS TEXT) WHERE id = 2")
    assert [memo.text for memo in memos.everything(store)] == ["good", "\ufffdba"]
