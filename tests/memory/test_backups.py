"""Backups: made about daily, checked, rotated, kept through mishaps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.errors import StoreDamaged, StoreError
from pet.memory import backups, memos
from pet.memory.backups import Backup
from tests.memory import damage


def add(store, text):
    return memos.add(store, text, origin="command")


def test_a_backup_is_made_once_a_day_and_only_if_something_changed(store, paths, clock):
    add(store, "one")
    first = backups.keep_daily(store)
    assert first is not None
    assert backups.is_good(first)
    add(store, "two")
    assert backups.keep_daily(store) is None
    clock.advance(days=1)
    second = backups.keep_daily(store)
    assert [backup.path for backup in backups.listed(paths)] == [second, first]
    clock.advance(days=1)
    assert backups.keep_daily(store) is None


def test_a_memory_in_which_nothing_stands_takes_nobody_s_place(store, paths):
    assert backups.keep_daily(store) is None
    add(store, "one")
    assert backups.keep_daily(store) is not None


def test_a_backup_is_private_and_leaves_no_scraps(store, paths):
    add(store, "one")
    made = backups.keep_daily(store)
    assert [path.name for path in paths.backups.iterdir()] == [made.name]
    assert made.stat().st_mode & 0o777 == 0o600


def test_a_clock_that_was_wrong_once_stops_no_backups(store, paths, clock):
    add(store, "one")
    clock.advance(days=4000)
    wrong = backups.keep_daily(store)
    clock.advance(days=-4000)
    add(store, "the newest")
    right = backups.keep_daily(store)
    assert [backup.path for backup in backups.listed(paths)] == [right, wrong]


def test_a_database_that_cannot_be_copied_costs_no_backup(store, paths, clock, open_store):
    add(store, "one")
    good = backups.keep_daily(store)
    damage.fill(store)
    clock.advance(days=1)
    store.close()
    damage.far_end(paths.database)
    store = open_store()
    with pytest.raises(StoreError):
        backups.keep_daily(store)
    assert [backup.path for backup in backups.listed(paths)] == [good]
    assert backups.is_good(good)
    assert list(paths.backups.iterdir()) == [good]


def test_a_copy_that_is_not_sound_never_gets_its_name(store, paths):
    add(store, "one")
    damage.fill(store)
    good = backups.keep_daily(store)
    damage.far_end(good)
    with pytest.raises(StoreDamaged):
        backups.publish(good, paths.backups / "published.db", 0)
    assert not (paths.backups / "published.db").exists()


def test_files_that_are_none_of_ours_are_no_backups(store, paths):
    add(store, "one")
    made = backups.keep_daily(store)
    for name in ("000002-20261332T250000Z.db", "copy of 000001-20260302T120000Z.db", "x.db"):
        (paths.backups / name).write_bytes(b"")
    assert [backup.path for backup in backups.listed(paths)] == [made]


def made_at(*times):
    return [
        Backup(order, made, Path(str(order)))
        for order, made in reversed(list(enumerate(times, start=1)))
    ]


def test_seven_days_four_weeks_and_six_months_stay():
    start = datetime(2026, 1, 1, 12, tzinfo=UTC)
    kept = backups.to_keep(made_at(*(start + timedelta(days=day) for day in range(365))))
    days = sorted((start + timedelta(days=364) - each.made).days for each in kept)
    assert days[:7] == [0, 1, 2, 3, 4, 5, 6]
    assert {each.made.strftime("%Y-%m") for each in kept} == {
        f"2026-{month:02d}" for month in range(7, 13)
    }
    assert len({each.made.strftime("%G-%V") for each in kept}) >= 4
    assert len(kept) <= 7 + 4 + 6


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=60))
def test_the_newest_always_stays_and_never_more_than_seventeen(days):
    made = made_at(*(datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in days))
    kept = backups.to_keep(made)
    assert made[0] in kept
    assert len(kept) <= 17
    assert backups.to_keep(sorted(kept, key=lambda each: -each.order)) == kept


def test_rotation_removes_what_is_too_old(store, paths, clock):
    for day in range(12):
        add(store, f"memo {day}")
        backups.keep_daily(store)
        clock.advance(days=1)
    kept = backups.listed(paths)
    assert set(kept) == backups.to_keep(kept)
    assert 7 <= len(kept) < 12
    assert all(backups.is_good(backup.path) for backup in kept)
