"""What a start finds in the folder: damage, foreign files, newer versions, another start."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing

import pytest

from pet import files
from pet.errors import StoreBusy, StoreDamaged, StoreError, StoreTooNew
from pet.memory import backups, memos, migrations, turns
from pet.memory.store import Store
from pet.paths import Paths
from tests.memory import damage


def texts(store):
    return [memo.text for memo in memos.everything(store)]


def add(store, text):
    return memos.add(store, text, origin="command")


def aside(paths):
    return sorted(path.name for path in paths.damaged.rglob("*") if path.is_file())


DAMAGES = [
    damage.header,
    damage.middle,
    damage.truncate,
    damage.empty,
    damage.prose,
    damage.letters,
]


@pytest.fixture
def left_by_a_killed_copy(paths, clock, start_copy):
    """A folder with a backup of memo 1, then memo 2, and the sign of a copy that was killed."""
    with closing(Store.open(paths, clock)) as store:
        add(store, "in the backup")
        backups.keep_daily(store)
        add(store, "after the backup")
    copy = start_copy()
    copy.hear()
    copy.kill()
    return paths


@pytest.mark.parametrize("spoil", DAMAGES)
def test_a_damaged_file_is_put_aside_and_the_newest_backup_restored(
    left_by_a_killed_copy, spoil, open_store
):
    paths = left_by_a_killed_copy
    spoil(paths.database)
    spoilt = paths.database.read_bytes()
    store = open_store()
    assert store.notices == ("store.restored",)
    assert texts(store) == ["in the backup"]
    assert "pet.db" in aside(paths)
    (kept,) = paths.damaged.glob("*/pet.db")
    assert kept.read_bytes() == spoilt
    assert add(store, "life goes on").action == "saved"
    assert open_store().notices == ()


@pytest.mark.parametrize("spoil", DAMAGES)
def test_without_a_backup_it_begins_anew_and_says_so(left_by_a_killed_copy, spoil, open_store):
    paths = left_by_a_killed_copy
    for backup in backups.listed(paths):
        backup.path.unlink()
    spoil(paths.database)
    store = open_store()
    assert store.notices == ("store.new_after_damage",)
    assert texts(store) == []
    assert "pet.db" in aside(paths)


def test_damage_met_while_running_is_told_and_repaired_at_the_next_start(store, paths, open_store):
    add(store, "in the backup")
    damage.fill(store)
    backups.keep_daily(store)
    store.close()
    damage.far_end(paths.database)
    store = open_store()
    assert store.notices == ()  # it was closed cleanly, so nothing was looked through
    with pytest.raises(StoreDamaged, match=r"store\.damaged"):
        store.rows("SELECT user_text FROM turns")
    store.close()
    again = open_store()
    assert again.notices == ("store.restored",)
    assert texts(again) == ["in the backup"]
    assert len(again.rows("SELECT user_text FROM turns")) == 100


def test_damage_met_by_the_start_itself_is_repaired_at_once(store, paths, open_store):
    add(store, "in the backup")
    backups.keep_daily(store)
    store.close()
    damage.middle(paths.database)
    again = open_store()
    assert again.notices == ("store.restored",)
    assert texts(again) == ["in the backup"]


def test_a_file_that_vanished_is_restored(left_by_a_killed_copy, open_store):
    left_by_a_killed_copy.database.unlink()
    store = open_store()
    assert store.notices == ("store.restored",)
    assert texts(store) == ["in the backup"]


def test_an_old_journal_is_not_played_into_a_new_file(paths, open_store):
    paths.root.mkdir()
    journal = backups.journal_of(paths.database)
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 1024)
    store = open_store()
    assert texts(store) == []
    assert aside(paths) == ["pet.db-journal"]


def test_a_damaged_backup_is_passed_over(left_by_a_killed_copy, open_store, clock):
    paths = left_by_a_killed_copy
    store = open_store()
    clock.advance(days=1)
    damage.middle(backups.keep_daily(store))
    store.close()
    damage.header(paths.database)
    store = open_store()
    assert texts(store) == ["in the backup"]


def test_the_first_start_has_nothing_to_tell(paths, open_store):
    assert open_store().notices == ()
    assert not paths.damaged.exists()
    assert not paths.backups.exists()


def test_another_copy_that_restored_the_file_is_followed(paths, open_store):
    store = open_store()
    add(store, "in the backup")
    backups.keep_daily(store)
    add(store, "after the backup")
    before = store.change_number()
    paths.database.rename(paths.root / "moved away by hand")
    with pytest.raises(StoreDamaged, match=r"store\.gone"):
        add(store, "into nowhere")
    other = open_store()
    assert other.notices == ("store.restored",)
    assert texts(store) == ["in the backup"]
    assert store.change_number() != before
    add(store, "from the first")
    add(other, "from the second")
    assert texts(store) == texts(other) == ["in the backup", "from the first", "from the second"]


def test_another_programs_database_is_left_alone(paths, open_store):
    paths.root.mkdir()
    with closing(sqlite3.connect(paths.database)) as foreign:
        foreign.execute("CREATE TABLE birds (name)")
    before = paths.database.read_bytes()
    with pytest.raises(StoreDamaged, match=r"store\.foreign"):
        open_store()
    assert paths.database.read_bytes() == before
    assert not paths.damaged.exists()


def set_version(paths, version):
    with closing(sqlite3.connect(paths.database)) as file:
        file.execute(f"PRAGMA user_version = {version}")


def test_a_newer_file_is_read_but_not_touched(store, paths, open_store):
    add(store, "from the future")
    store.close()
    set_version(paths, migrations.LATEST + 1)
    before = paths.database.read_bytes()
    store = open_store()
    assert store.read_only
    assert store.notices == ("store.too_new",)
    assert texts(store) == ["from the future"]
    with pytest.raises(StoreTooNew):
        add(store, "x")
    with pytest.raises(StoreTooNew):
        backups.keep_daily(store)
    store.close()
    assert paths.database.read_bytes() == before


def test_a_newer_copy_that_migrates_stops_the_writes_of_an_older_one(store, paths):
    add(store, "before")
    set_version(paths, migrations.LATEST + 1)
    with pytest.raises(StoreTooNew):
        add(store, "after")
    assert store.read_only
    assert texts(store) == ["before"]


def test_a_newer_shape_is_told_as_such_and_not_as_a_mistake(store, paths, open_store):
    with closing(sqlite3.connect(paths.database)) as file:
        file.execute("ALTER TABLE turns RENAME COLUMN reply TO answer")
        file.execute(f"PRAGMA user_version = {migrations.LATEST + 1}")
    with pytest.raises(StoreTooNew):
        turns.shown(store, 1, 9)
    with pytest.raises(StoreTooNew):
        turns.shown(open_store(), 1, 9)
    assert store.read_only


def test_two_first_starts_at_once_make_one_database(start_copy, open_store):
    copies = [start_copy() for _ in range(3)]
    assert [copy.hear()["opened"] for copy in copies] == [[], [], []]
    assert sorted(copy.ask("add", text=str(n)) for n, copy in enumerate(copies)) == [1, 2, 3]
    assert len(memos.everything(open_store())) == 3


def test_a_file_in_the_place_of_the_folder_is_told_as_such(tmp_path, open_store):
    (tmp_path / "taken").write_text("a file")
    for folder in ("taken", "taken/below"):
        with pytest.raises(StoreError, match=r"store\.no_folder"):
            open_store(paths=Paths(tmp_path / folder))


@pytest.mark.skipif(sys.platform == "win32", reason="only the privileged make links there")
def test_a_link_to_a_drive_that_is_not_there_is_left_and_told_of(paths, open_store, tmp_path):
    drive = tmp_path / "drive"
    drive.mkdir()
    with closing(open_store()) as store:
        add(store, "on the drive")
    paths.database.replace(drive / "pet.db")
    paths.database.symlink_to(drive / "pet.db")
    assert texts(open_store()) == ["on the drive"]
    drive.rename(tmp_path / "unplugged")
    with pytest.raises(StoreError, match=r"store\.no_folder"):
        open_store()
    assert paths.database.is_symlink()
    (tmp_path / "unplugged").rename(drive)
    assert texts(open_store()) == ["on the drive"]


def test_a_place_for_backups_that_cannot_be_used_keeps_nobody_from_the_memory(paths, open_store):
    add(open_store(), "before")
    paths.backups.write_text("a file where the folder should be")
    store = open_store()
    assert texts(store) == ["before"]
    assert add(store, "after").action == "saved"
    with pytest.raises(StoreError):
        backups.keep_daily(store)


def test_a_copy_that_hangs_with_the_lock_keeps_nobody_from_reading(paths, clock, open_store):
    add(open_store(), "there")
    with files.lock_at(paths.lock, 0):
        with pytest.raises(StoreBusy):
            Store.open(paths, clock, patience=0.05)
        with closing(Store.open(paths, clock, patience=0.05, only_reading=True)) as reader:
            assert (texts(reader), reader.notices) == (["there"], ())
            with pytest.raises(StoreBusy):
                add(reader, "not now")


def test_what_an_older_program_left_is_not_read_while_another_copy_may_migrate_it(
    paths, clock, open_store
):
    open_store().close()
    with closing(sqlite3.connect(paths.database)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {migrations.LATEST - 1}")
    with files.lock_at(paths.lock, 0), pytest.raises(StoreBusy):
        Store.open(paths, clock, patience=0.05, only_reading=True)
