"""kill -9 at random moments in everything that the memory does: nothing acknowledged is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import backups, memos, migrations, profile, tombstones, undo
from pet.memory.store import Store
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests import soak
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import SEOUL, Talk
from tests.jobs.note_taker import NoteTaker
from tests.memory.mortals import TABLE, Mortals

LIVES = soak.size(4, 40)  # of each kind; there are five
FILES = Path(__file__).parent / "files"
NOW = datetime(2026, 3, 2, 22, tzinfo=SEOUL)


class Known:
    """What is certain of the memos after what was heard; what was in the making may be either."""

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.gone: set[str] = set()
        self.erased: set[str] = set()
        self.in_the_middle = 0

    def hear(self, said: list[list[str]]) -> None:
        for state, what, text in said:
            if what in ("open", "back up"):
                continue
            if state == "begin":
                self.kept.discard(text)
                self.gone.discard(text)
                continue
            (self.kept if what in ("add", "undo") else self.gone).add(text)
            if what == "erase":
                self.erased.add(text)
        self.in_the_middle += bool(said) and said[-1][0] == "begin"


def all_is_sound(store: Store, paths: Paths) -> None:
    assert store.notices == ()
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
    assert store.rows("PRAGMA foreign_key_check") == []
    assert all(backups.is_good(backup.path) for backup in backups.listed(paths))
    assert list(paths.root.rglob("*.new.db")) == []


def bytes_of(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("does", ["undo", "erase", "back up"])
def test_memos_survive_kills_as_they_were_acknowledged(does, paths):
    known = Known()
    clock = FixedClock(NOW)
    Store.open(paths, clock).close()
    with Mortals(Random(does)) as mortals:
        for life in range(LIVES):
            known.hear(mortals.live(paths, does, f"life {life}", clock.now()))
            clock.advance(days=30)
            store = Store.open(paths, clock)
            all_is_sound(store, paths)
            texts = {memo.text for memo in memos.everything(store)}
            assert known.kept <= texts
            assert not known.gone & texts
            assert all(tombstones.is_buried(store, text) for text in known.erased)
            for memo in memos.everything(store)[20:]:
                memos.forget(store, memo.id)
                known.kept.discard(memo.text)
            store.close()
            files = bytes_of(paths.root)
            for text in known.erased:
                for shape in (text.encode(), text.encode("utf-16-le")):
                    assert not any(shape in file for file in files), text
    assert known.erased or does != "erase"
    soak.figure(f"kills while it did “{does}”", f"{LIVES}, {known.in_the_middle} in the middle")


def test_a_migration_survives_kills(tmp_path):
    chance = Random(7)
    middle = steps = 0
    with Mortals(chance) as mortals:
        for life in range(LIVES):
            paths = Paths(tmp_path / f"home {life}")
            paths.root.mkdir()
            version = chance.randint(1, migrations.LATEST - 1)
            with closing(sqlite3.connect(paths.database)) as file:
                file.executescript((FILES / f"v{version}.sql").read_text("utf-8"))
            said = mortals.live(paths, "migrate", "", NOW, words=1, seconds=0.5)
            middle += said == [["begin", "open", ""]]
            with closing(sqlite3.connect(paths.database)) as file:
                steps += file.execute("PRAGMA user_version").fetchone()[0] - version
            store = Store.open(paths, FixedClock(NOW))
            all_is_sound(store, paths)
            assert [memo.text for memo in memos.everything(store)] == [
                "존댓말로 해줘",
                "고양이 이름은 '나비'",
            ]
            assert undo.undo(store).memo.text == "땅콩 알레르기"
            store.close()
            left = backups.listed(paths)
            assert all(backups.is_good(backup.path) for backup in left)
            assert left, "a copy was made before the first step"
    soak.figure("kills while it did “migrate”", f"{LIVES}, {middle} in the middle, {steps} steps")


def test_a_night_survives_kills(tmp_path):
    chance = Random(11)
    middle = lives = 0
    with Mortals(chance) as mortals:
        while lives < LIVES:
            paths = Paths(tmp_path / f"home {lives}")
            clock = FixedClock(NOW)
            store = Store.open(paths, clock)
            talk = Talk(store, clock)
            for text in TABLE:
                talk.session(text)
            lines = [found[0]["text"] for found in TABLE.values()]
            for _ in range(4):
                said = mortals.live(paths, "night", "", clock.now())
                lives += 1
                middle += bool(said) and said[-1][0] == "begin"
                all_is_sound(store, paths)
                known = [line.text for line in profile.lines(store)]
                assert known == lines[: len(known)]
            clock.advance(hours=1)
            engine = NoteTaker(TABLE)
            nightly.run(Night(store, engine, Budget), Stop(), by_hand=True)
            assert [line.text for line in profile.lines(store)] == lines
            assert profile.newest(store) == 1
            store.close()
    soak.figure("kills while it did “night”", f"{lives}, {middle} in the middle")
