"""Going back to a backup: what was removed since stays away, and no number comes twice."""

from __future__ import annotations

import sqlite3

import pytest

from pet.errors import MemoRefused, NothingFound, StoreBusy, StoreDamaged
from pet.memory import (
    backups,
    checking,
    erase,
    finding,
    memos,
    profile,
    restoring,
    sessions,
    tombstones,
    turns,
    undo,
)
from pet.memory.profile import ProfileLine
from tests.memory import damage


@pytest.fixture
def kept(store, clock):
    """A store with a backup (number 1) of one session and two memos."""
    session = sessions.begin(store, "somi")
    turns.finish(store, turns.ask(store, session.session, "바다에 갔어"), "좋았겠다", "done")
    session.close()
    memos.add(store, "첫 번째 메모", origin="command")
    memos.add(store, "두 번째 메모", origin="command")
    backups.keep_daily(store)
    clock.advance(days=1)
    return store


def texts(store):
    return [memo.text for memo in memos.everything(store)]


def test_backups_are_listed_with_their_dates_and_counts(kept, clock):
    memos.add(kept, "세 번째 메모", origin="command")
    backups.keep_daily(kept)
    newest, oldest = restoring.listed(kept.paths)
    assert (newest.order, newest.memos, newest.turns, newest.good) == (2, 3, 1, True)
    assert (oldest.order, oldest.memos, oldest.turns) == (1, 2, 1)
    assert (newest.made - oldest.made).days == 1


def test_the_memory_is_what_it_was_and_what_was_there_before_is_a_backup(kept):
    memos.add(kept, "세 번째 메모", origin="command")
    assert finding.search(kept, "세 번째")
    before = restoring.restore(kept, 1)
    assert texts(kept) == ["첫 번째 메모", "두 번째 메모"]
    assert [hit.id for hit in finding.search(kept, "번째")] == [2, 1]
    assert {hit.kind for hit in finding.search(kept, "바다")} == {"turn"}
    restoring.restore(kept, before)
    assert texts(kept) == ["첫 번째 메모", "두 번째 메모", "세 번째 메모"]


def test_no_number_of_a_memo_is_given_out_a_second_time(kept):
    memos.add(kept, "세 번째 메모", origin="command")
    restoring.restore(kept, 1)
    assert memos.add(kept, "네 번째 메모", origin="command").memo.id == 4


@pytest.mark.parametrize("with_backup", [True, False])
def test_not_even_where_the_file_was_lost(kept, open_store, paths, with_backup):
    memos.add(kept, "세 번째 메모", origin="command")
    kept.close()
    damage.header(paths.database)
    if not with_backup:
        for backup in backups.listed(paths):
            backup.path.unlink()
    again = open_store()
    assert again.notices == ("store.restored" if with_backup else "store.new_after_damage",)
    assert memos.add(again, "네 번째 메모", origin="command").memo.id == 4


def test_a_spoiled_note_of_the_numbers_is_no_error(kept, paths):
    spoiled = (b"", b"[]", b'{"memos": "x"}', b"\xff", b"[" * 100_000)
    for number, content in enumerate(spoiled):
        paths.numbers.write_bytes(content)
        memos.add(kept, f"또 다른 메모 {number}", origin="command")
    assert b"7" in paths.numbers.read_bytes()


def test_what_was_forgotten_since_stays_forgotten_until_the_user_undoes_it(kept):
    memos.forget(kept, 1)
    restoring.restore(kept, 1)
    assert texts(kept) == ["두 번째 메모"]
    with pytest.raises(MemoRefused, match="memo_buried"):
        memos.add(kept, "첫 번째 메모", origin="tool")
    assert undo.undo(kept).memo.id == 1
    assert texts(kept) == ["첫 번째 메모", "두 번째 메모"]
    assert undo.undo(kept).undid == "add"  # the stack goes on where the backup had it


def test_what_was_erased_since_is_not_in_any_backup(kept):
    erase.erase_memo(kept, 1)
    restoring.restore(kept, 1)
    assert texts(kept) == ["두 번째 메모"]
    assert tombstones.is_buried(kept, "첫 번째 메모")


def test_an_older_spelling_of_what_was_erased_since_stays_forgotten(kept):
    memos.change(kept, 1, "다른 메모", revision=1)
    memo = memos.add(kept, "첫번째 메모!", origin="command").memo
    erase.erase_memo(kept, memo.id)
    restoring.restore(kept, 1)
    assert texts(kept) == ["두 번째 메모"]


def test_a_line_rejected_since_stays_away(store):
    line = ProfileLine(0, "interest", "커피를 좋아함", 1)
    profile.save(store, (line,), expected=0)
    backups.keep_daily(store)
    profile.reject(store, 1)
    restoring.restore(store, 1)
    assert profile.current_lines(store) == ()


def test_a_backup_that_is_not_there_or_not_sound_changes_nothing(kept, paths):
    (backup,) = backups.listed(paths)
    with pytest.raises(NothingFound):
        restoring.restore(kept, 9)
    damage.truncate(backup.path)
    assert [one.good for one in restoring.listed(paths)] == [False]
    with pytest.raises(StoreDamaged):
        restoring.restore(kept, 1)
    assert len(texts(kept)) == 2
    assert len(backups.listed(paths)) == 1


def test_another_copy_keeps_it_from_being_done(kept, start_copy):
    other = start_copy()
    assert "opened" in other.hear()
    with pytest.raises(StoreBusy, match="others_run"):
        restoring.restore(kept, 1)
    other.kill()
    restoring.restore(kept, 1)


def test_everything_sound_is_called_so(kept):
    verdict = checking.check(kept)
    assert verdict.all_good
    assert (verdict.file, verdict.index, len(verdict.backups)) == (True, True, 1)


def test_a_damaged_index_is_reported_and_made_anew(kept, paths):
    finding.search(kept, "바다")
    with sqlite3.connect(paths.index) as index:
        index.execute("DELETE FROM words_data WHERE id > 5")
    index.close()
    verdict = checking.check(kept)
    assert (verdict.index, verdict.index_again, verdict.all_good) == (False, True, True)
    assert checking.check(kept).index


def test_a_damaged_backup_and_a_lost_row_are_reported(kept, paths):
    (backup,) = backups.listed(paths)
    damage.truncate(backup.path)
    assert not checking.check(kept).all_good
    with sqlite3.connect(paths.database) as file:
        file.execute("DELETE FROM sessions")
    file.close()
    assert not checking.check(kept).file
