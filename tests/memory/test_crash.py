"""kill -9 at any moment: nothing that was acknowledged is lost, and the file stays sound."""

from __future__ import annotations

import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor

from pet.memory import backups, index_file, indexing, memos, search, tombstones
from pet.memory.connections import is_sound
from tests import soak
from tests.memory.copies import Copy

WRITES = 500  # acknowledged writes of each of two copies
KILLS = soak.size(50, 100)  # of both together


def write_and_be_killed(paths, name, seed):
    """Write as *name* until enough is acknowledged, killed over and over; what was acknowledged."""
    chance = random.Random(seed)
    acknowledged = []
    first = kills = 0
    with Copy(paths, "--breed") as nest:
        while kills < KILLS // 2 or len(acknowledged) < WRITES:
            kills += 1
            started = nest.ask("write_on", name=name, first=first)
            assert started["opened"] == []
            wanted = chance.randint(1, 2 * WRITES // (KILLS // 2))
            heard = [nest.hear() for _ in range(wanted)]
            os.kill(started["child"], signal.SIGKILL)
            heard.extend(iter(nest.hear, "dead"))
            acknowledged.extend(heard)
            first = acknowledged[-1] + 2  # one more may have been written and not acknowledged
    return acknowledged


def test_two_copies_killed_fifty_times_lose_no_acknowledged_write(paths, open_store):
    open_store().close()
    with ThreadPoolExecutor(2) as pool:
        written = {
            name: pool.submit(write_and_be_killed, paths, name, seed)
            for seed, name in enumerate(("left", "right"))
        }
        expected = {
            f"{name} {number}" for name, copy in written.items() for number in copy.result()
        }
    store = open_store()
    found = {text for (text,) in store.rows("SELECT user_text FROM turns")}
    assert len(expected) >= 2 * WRITES
    assert expected - found == set()
    soak.figure("acknowledged turns of two copies that were killed over and over", len(expected))
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
    assert store.notices == ()


def test_what_was_erased_stays_erased_wherever_a_copy_is_killed(paths, clock, open_store):
    store = open_store()
    memos.add(store, "to be kept", origin="command")
    store.close()
    chance = random.Random(3)
    erased = set()
    for kill in range(8):
        with Copy(paths) as copy:
            copy.hear()
            copy.tell("erase_on", name=f"copy {kill}")
            heard = [copy.hear() for _ in range(chance.randint(1, 12))]
            copy.kill()
            while (late := copy.hear()) is not None:
                heard.append(late)
        erased.update(text for step, text in heard if step == "erased")
        again = open_store()
        assert again.notices == ()
        assert "to be kept" in {memo.text for memo in memos.everything(again)}
        assert again.rows("PRAGMA integrity_check") == [("ok",)]
        assert all(backups.is_good(backup.path) for backup in backups.listed(paths))
        assert all(tombstones.is_buried(again, text) for text in erased)
        again.close()
        found = [path.read_bytes() for path in paths.root.rglob("*") if path.is_file()]
        assert [text for text in erased if any(text.encode() in file for file in found)] == []
    assert len(erased) > 5


def test_a_copy_killed_inside_a_transaction_leaves_nothing_of_it(store, start_copy):
    memos.add(store, "before", origin="command")
    for _ in range(5):
        copy = start_copy()
        copy.hear()
        copy.tell("die_in_write")
        copy.wait()
        assert [memo.text for memo in memos.everything(store)] == ["before"]
    assert store.read(is_sound)
    assert memos.add(store, "after", origin="command").memo.id == 2


def test_an_index_whose_copy_is_killed_catches_up_and_misses_nothing(paths, open_store):
    open_store().close()
    chance = random.Random(5)
    for kill in range(10):
        with Copy(paths) as copy:
            copy.hear()
            copy.tell("index_on", name=f"copy {kill}")
            for _ in range(chance.randint(1, 15)):
                copy.hear()
            copy.kill()
        again = open_store()
        assert indexing.catch_up(again)
        assert indexing.check(again)
        ((written,),) = again.rows("SELECT count(*) FROM turns")
        with index_file.reading(paths) as index:
            assert search.count(index)["turn"] == written
        again.close()
