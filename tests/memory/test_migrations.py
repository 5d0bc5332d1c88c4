"""A file of every version becomes one of this version, whole, once, with a backup before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pet.errors import StoreDamaged, StoreError
from pet.memory import backups, memos, migrations, summaries, tombstones, turns, undo

FILES = Path(__file__).parent / "files"


@pytest.fixture
def make_file(paths):
    """Puts the small file of a version in the place of the database."""

    def make(version: int) -> None:
        paths.root.mkdir()
        with closing(sqlite3.connect(paths.database)) as file:
            file.executescript((FILES / f"v{version}.sql").read_text("utf-8"))

    return make


def version_of(path):
    with closing(sqlite3.connect(path)) as file:
        return file.execute("PRAGMA user_version").fetchone()[0]


def test_there_is_a_file_of_every_version():
    names = {f"v{version}.sql" for version in range(1, migrations.LATEST + 1)}
    assert {path.name for path in FILES.iterdir()} == names


@pytest.mark.parametrize("version", range(1, migrations.LATEST + 1))
def test_what_an_older_version_wrote_is_all_there(make_file, version, open_store, paths):
    make_file(version)
    store = open_store()
    assert store.notices == ()
    assert [(memo.id, memo.text, memo.kind) for memo in memos.everything(store)] == [
        (1, "존댓말로 해줘", "talk"),
        (2, "고양이 이름은 '나비'", "about"),
    ]
    assert [turn.reply for turn in turns.talk_after(store, 1, 0)] == ["안녕하세요!"]
    assert len(turns.shown(store, 1, 9)) == 2
    assert summaries.latest(store, 1).text == "인사를 나눴다."
    assert undo.undo(store).memo.text == "땅콩 알레르기"
    assert not tombstones.is_buried(store, "땅콩 알레르기")
    assert memos.add(store, "new", origin="command").memo.id == 4
    store.close()
    assert version_of(paths.database) == migrations.LATEST


@pytest.mark.parametrize("version", range(1, migrations.LATEST + 1))
def test_a_backup_is_made_before_each_step(make_file, version, open_store, paths):
    make_file(version)
    open_store()
    made = [version_of(backup.path) for backup in backups.listed(paths)]
    assert made == list(reversed(range(version, migrations.LATEST)))


def test_a_migrated_file_has_the_shape_of_a_new_one(make_file, open_store, paths, tmp_path):
    def shape(store):
        return sorted(store.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema"))

    make_file(1)
    new = type(paths)(tmp_path / "new")
    assert shape(open_store()) == shape(open_store(paths=new))


def renumber(path, version):
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("version", range(1, migrations.LATEST + 1))
@pytest.mark.parametrize("claimed", range(-1, migrations.LATEST + 1))
def test_a_number_that_was_changed_by_hand_is_put_right(
    make_file, version, claimed, open_store, paths
):
    make_file(version)
    renumber(paths.database, claimed)
    with closing(open_store()) as store:
        assert store.notices == (() if claimed == version else ("store.renumbered",))
        assert [memo.id for memo in memos.everything(store)] == [1, 2]
        assert undo.undo(store).memo.text == "땅콩 알레르기"
    kept = [version_of(backup.path) for backup in backups.listed(paths)]
    assert kept[::-1] == list(range(version, migrations.LATEST))  # one before each step
    with closing(open_store()) as again:
        assert again.notices == ()


@pytest.mark.parametrize("claimed", [0, 3, migrations.LATEST])
def test_tables_of_no_version_are_not_touched(store, claimed, open_store, paths):
    store.run("INSERT INTO meta (key, value) VALUES ('x', '1')")
    store.close()
    with closing(sqlite3.connect(paths.database)) as file:
        file.execute("DROP TABLE drafts")
        file.execute(f"PRAGMA user_version = {claimed}")
    before = paths.database.read_bytes()
    for _ in range(2):
        with pytest.raises(StoreDamaged) as refused:
            open_store()
        assert refused.value.key == "store.odd_version"
        assert refused.value.facts["version"] == claimed
    assert paths.database.read_bytes() == before
    assert not paths.damaged.exists()


def test_a_second_start_waits_for_the_first_that_migrates(make_file, start_copy, paths):
    make_file(1)
    first = start_copy("--slow-migration")
    assert first.hear() == "migrating"
    second = start_copy()
    first.tell("go on")
    assert first.hear() == {"opened": [], "read_only": False}
    assert second.hear() == {"opened": [], "read_only": False}
    assert first.ask("list") == second.ask("list")
    assert len(backups.listed(paths)) == migrations.LATEST - 1


def test_a_start_killed_in_the_middle_of_a_migration_loses_nothing(
    make_file, start_copy, open_store, paths
):
    make_file(1)
    first = start_copy("--slow-migration")
    assert first.hear() == "migrating"
    first.kill()
    assert version_of(paths.database) == migrations.LATEST - 1
    assert len(memos.everything(open_store())) == 2


def test_where_no_backup_can_be_made_nothing_is_migrated(make_file, open_store, paths):
    make_file(1)
    before = paths.database.read_bytes()
    paths.backups.write_text("a file where the folder should be")
    with pytest.raises(StoreError):
        open_store()
    assert paths.database.read_bytes() == before
