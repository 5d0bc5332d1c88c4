"""What `pet doctor --check` says of each kind of damage, instead of breaking over it."""

from __future__ import annotations

import pytest

from pet.errors import StoreDamaged
from pet.memory import checking, memos


def test_a_sound_memory_is_called_sound(store):
    memos.add(store, "tea", origin="command")
    assert checking.check(store).all_good


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM meta WHERE key = 'digest_key'",
        "UPDATE meta SET value = 'zz' WHERE key = 'digest_key'",
        "DROP TABLE meta",
    ],
)
def test_a_memory_without_its_key_is_called_damaged(store, spoil):
    store.run(spoil)
    assert not checking.check(store).file


def test_a_row_without_a_key_says_so_and_not_that_the_program_is_wrong(store):
    store.run("DELETE FROM meta WHERE key = 'digest_key'")
    with pytest.raises(StoreDamaged):
        memos.add(store, "tea", origin="command")


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM meta WHERE key = 'search_epoch'",
        "INSERT INTO meta VALUES ('search_pruned', 'x')",
    ],
)
def test_an_index_that_cannot_be_made_is_called_bad(store, spoil):
    store.run(spoil)
    verdict = checking.check(store)
    assert (verdict.file, verdict.index_again) == (True, False)


def test_a_row_that_points_nowhere_is_damage(store):
    def orphan(connection):
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("INSERT INTO reports (turn, report) VALUES (99, '{}')")
        connection.execute("PRAGMA foreign_keys = ON")

    store.maintain(orphan)
    assert not checking.check(store).file
