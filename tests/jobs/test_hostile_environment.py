"""A night that meets a full disk, a stopped copy, a folder that cannot be written, a jumping clock.

Each ends with an error that has a sentence, the profile stays as it was, and a later night does the
rest.
"""

from __future__ import annotations

import signal

import pytest

from pet.engines.base import Stop
from pet.errors import StoreBusy, StoreFull, StoreReadOnly
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import profile
from pet.prompt.budget import Budget
from tests.jobs.note_taker import NoteTaker, note
from tests.memory.conftest import make_read_only, start_copy

__all__ = ["make_read_only", "start_copy"]

NURSE = "나는 간호사로 일하고 있어"
HIKES = "주말마다 등산을 다녀"
TABLE = {
    NURSE: [note("간호사로 일하고", "work", "간호사로 일함")],
    HIKES: [note("주말마다 등산을 다녀", "interest", "주말마다 등산을 다님")],
}
LINES = ["간호사로 일함", "주말마다 등산을 다님"]


def texts(store):
    return [line.text for line in profile.lines(store)]


@pytest.fixture
def talked(talk):
    talk.session(NURSE)
    talk.session(HIKES)


@pytest.mark.usefixtures("talked")
def test_a_full_disk_in_the_middle_loses_nothing(store, make_night):
    night = make_night(TABLE)

    def fill(shown) -> None:
        if HIKES in shown:
            pages = store.rows("PRAGMA page_count")[0][0]
            store.run("CREATE TABLE ballast (bytes BLOB)")
            store.run(
                "CREATE TRIGGER too_much AFTER INSERT ON night_found"
                " BEGIN INSERT INTO ballast VALUES (randomblob(90000)); END"
            )
            store.maintain(lambda c: c.execute(f"PRAGMA max_page_count = {pages + 9}").fetchall())

    night.engine.before = fill
    with pytest.raises(StoreFull):
        nightly.run(night, Stop())
    assert texts(store) == []
    store.run("DROP TRIGGER too_much")
    night.engine.before = None
    assert nightly.run(night, Stop()).outcome == "done"
    assert texts(store) == LINES
    assert len(night.engine.asked) == 3  # what was read before is not read again


@pytest.mark.usefixtures("talked")
def test_a_copy_that_is_stopped_while_it_writes_makes_the_night_give_up(
    open_store, make_night, start_copy
):
    store = open_store(patience=0.3)
    night = make_night(TABLE, store=store)
    copy = start_copy()
    copy.hear()

    def stop_it(shown) -> None:
        if HIKES in shown:
            assert copy.ask("hold") == "holding"
            copy.signal(signal.SIGSTOP)

    night.engine.before = stop_it
    with pytest.raises(StoreBusy):
        nightly.run(night, Stop())
    copy.signal(signal.SIGCONT)
    copy.tell("go on")
    assert copy.hear() == "let go"
    night.engine.before = None
    assert nightly.run(night, Stop()).outcome == "done"
    assert texts(store) == LINES


@pytest.mark.usefixtures("talked")
def test_in_a_folder_that_cannot_be_written_no_engine_is_asked(
    store, paths, clock, make_read_only, open_store
):
    store.close()
    clock.advance(hours=6)
    make_read_only(paths.root)
    engine = NoteTaker(TABLE)
    with pytest.raises(StoreReadOnly):
        nightly.run(Night(open_store(), engine, Budget), Stop())
    assert engine.asked == []


@pytest.mark.parametrize("jump", [{"days": 400}, {"days": -400}, {"hours": -3}, {"hours": 30}])
@pytest.mark.usefixtures("talked")
def test_a_clock_that_jumps_in_the_middle_costs_no_line_and_no_later_night(
    store, talk, make_night, clock, jump
):
    night = make_night(TABLE)

    def jump_once(_shown) -> None:
        night.engine.before = None
        clock.advance(**jump)

    night.engine.before = jump_once
    assert nightly.run(night, Stop()).outcome == "done"
    assert texts(store) == LINES
    clock.advance(**{unit: -amount for unit, amount in jump.items()})
    clock.advance(days=1)
    said = "바이올린을 배우고 있어"
    night.engine.table = {said: [note(said, "skill", "바이올린을 배움")]}
    talk.session(said)
    clock.advance(hours=1)
    assert nightly.is_wanted(night)
    assert nightly.run(night, Stop()).outcome == "done"
    assert set(texts(store)) == {*LINES, "바이올린을 배움"}
