"""kill -9 in the middle of a night: it goes on where it was, and nothing is found twice or lost."""

from __future__ import annotations

import random

from pet.engines.base import Stop
from pet.jobs import nightly
from pet.memory import erase, ledger, memos, profile, unread
from tests.jobs.nest import Nest
from tests.jobs.note_taker import note

KILLS = 12
HOBBIES = ["등산", "수영", "낚시", "독서", "요가", "캠핑", "서예", "자수", "바둑", "탁구"]
TABLE = {
    f"{hobby} 책을 모으고 있어": [note(f"{hobby} 책을 모으고", "interest", f"{hobby} 책을 모음")]
    for hobby in HOBBIES
}
LINES = [found[0]["text"] for found in TABLE.values()]


def test_nights_that_are_killed_end_as_one_that_was_not(store, talk, make_night, clock, paths):
    for text in TABLE:
        talk.session(text)
    night = make_night(TABLE)
    chance = random.Random(5)
    asked = 0
    with Nest(paths) as nest:
        for _ in range(KILLS):
            said = nest.night(TABLE, clock.now(), killed_after=chance.randint(1, 9))
            asked += sum(line == ["asked", 1] for line in said)
            assert store.rows("PRAGMA integrity_check") == [("ok",)]
            texts = [line.text for line in profile.lines(store)]
            assert texts == LINES[: len(texts)]
    report = nightly.run(night, Stop(), by_hand=True)
    assert report.why in (None, "nothing_new")
    assert [line.text for line in profile.lines(store)] == LINES
    assert profile.newest(store) == 1
    assert unread.waiting(store) == ()
    # at most one answer is lost with each copy
    assert asked + len(night.engine.asked) <= len(TABLE) + KILLS
    assert {run.state for run in ledger.runs(store)} <= {"done", "skipped"}


def test_what_is_erased_between_two_killed_nights_stays_erased(
    store, talk, make_night, clock, paths
):
    turns = [talk.session(text)[0] for text in TABLE]
    memo = memos.add(store, "등산 책을 모음", origin="tool", turn=turns[0]).memo
    make_night(TABLE)
    with Nest(paths) as nest:
        nest.night(TABLE, clock.now(), killed_after=16)
        assert "등산 책을 모음" in [found.text for found in unread.waiting(store)]
        erase.erase_memo(store, memo.id, turns=(turns[0],))
        assert nest.night(TABLE, clock.now(), killed_after=-1)[-1] == ["done", None]
    assert [line.text for line in profile.lines(store)] == LINES[1:]
    store.close()
    files = [path.read_bytes() for path in paths.root.rglob("*") if path.is_file()]
    assert not any("등산 책을 모".encode() in content for content in files)
