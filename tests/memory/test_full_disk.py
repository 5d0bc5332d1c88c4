"""A full disk: what was acknowledged stays, and the error says what happened."""

from __future__ import annotations

import contextlib
import sys

import pytest

from pet.errors import StoreFull
from pet.memory import backups, finding, memos, sessions, turns
from pet.paths import Paths


def fill(folder):
    """Take all the room that is left; give it back by removing the file."""
    ballast = folder / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"\0" * 4096) > 0:
            pass
    return ballast


def write_until_full(store, session):
    written = []

    def write_on():
        for number in range(10_000):
            written.append(turns.ask(store, session, f"{number} " + "x" * 1000))

    with pytest.raises(StoreFull, match=r"store\.full"):
        write_on()
    return written


def test_a_full_disk_is_told_and_nothing_acknowledged_is_lost(small_disk, open_store):
    paths = Paths(small_disk / "home")
    store = open_store(paths=paths)
    session = sessions.begin(store, "somi").session
    turns.ask(store, session, "first")
    ballast = fill(small_disk)
    written = write_until_full(store, session)
    assert [turn.id for turn in turns.shown(store, session, 10_000)][1:] == written
    with pytest.raises(StoreFull):
        backups.keep_daily(store)
    store.close()

    again = open_store(paths=paths)
    assert turns.shown(again, session, 10_000)[0].user_text == "first"
    with pytest.raises(StoreFull):
        turns.ask(again, session, "x" * 200_000)
    ballast.unlink()
    turns.ask(again, session, "x" * 200_000)
    assert again.rows("PRAGMA integrity_check") == [("ok",)]


def test_a_note_is_found_also_where_no_index_can_be_made(small_disk, open_store):
    store = open_store(paths=Paths(small_disk / "home"))
    memos.add(store, "cats are fine", origin="command")
    fill(small_disk)
    assert [hit.id for hit in finding.search(store, "cats", 9)] == [1]


def test_the_limit_of_the_file_itself_is_told_like_a_full_disk(store):
    session = sessions.begin(store, "somi").session
    pages = store.rows("PRAGMA page_count")[0][0]
    store.maintain(lambda c: c.execute(f"PRAGMA max_page_count = {pages + 5}").fetchall())
    written = write_until_full(store, session)
    assert [turn.id for turn in turns.shown(store, session, 10_000)] == written


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_quota_is_told_and_nothing_acknowledged_is_lost(start_copy, store):
    copy = start_copy("--small-files")
    copy.hear()
    told = [copy.ask("add", text=f"{number} " + "x" * 190) for number in range(29)]
    session = copy.ask("join")
    answers = [copy.ask("ask", session=session, text="y" * 4000) for _ in range(300)]
    assert next(one for one in answers if not isinstance(one, int)) == {"error": "store.io"}
    kept = [answer for answer in answers if isinstance(answer, int)]
    copy.kill()
    assert [turn.id for turn in turns.shown(store, session, 10_000)] == kept
    assert len(store.rows("SELECT id FROM memos")) == sum(isinstance(one, int) for one in told)
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
