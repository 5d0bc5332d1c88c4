"""kill -9 at any moment: nothing that was acknowledged is lost, and the file stays sound."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from pet.memory import memos
from pet.memory.connections import is_sound
from tests.memory.copies import Copy

WRITES = 500  # acknowledged writes of each of two copies
KILLS = 50  # of both together


def write_and_be_killed(paths, name, seed):
    """Write as *name* until enough is acknowledged, killed over and over; what was acknowledged."""
    chance = random.Random(seed)
    acknowledged = []
    first = kills = 0
    while kills < KILLS // 2 or len(acknowledged) < WRITES:
        kills += 1
        with Copy(paths) as copy:
            assert copy.hear() == {"opened": [], "read_only": False}
            copy.tell("write_on", name=name, first=first)
            wanted = chance.randint(1, 2 * WRITES // (KILLS // 2))
            heard = [copy.hear() for _ in range(wanted)]
            copy.kill()
            while (late := copy.hear()) is not None:
                heard.append(late)
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
    assert store.rows("PRAGMA integrity_check") == [("ok",)]
    assert store.notices == ()


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
