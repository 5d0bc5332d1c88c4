"""Two copies over one folder: talk, nights, edits, memos and erasing in any order, at random."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from datetime import datetime
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pet.engines.base import Stop
from pet.errors import MemoError, NothingFound
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import erase, likeness, memos, profile, undo
from pet.memory.store import Store
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests import soak
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import SEOUL, Talk
from tests.jobs.note_taker import NoteTaker, note

SAID = {
    "커피를 즐겨 마셔": "커피를 즐겨 마심",
    "이제 커피는 안 마셔": "커피는 안 마심",
    "서울에 살고 있어": "서울에 삶",
    "등산을 자주 다녀": "등산을 자주 다님",
    "고양이를 키우고 있어": "고양이를 키움",
}
TABLE = {said: [note(said, "interest", text)] for said, text in SAID.items()}
PRIVATE = "수영을 배우고 있어"  # only ever said while the memory is off
TABLE[PRIVATE] = [note(PRIVATE, "skill", "수영을 배움")]
EDITS = ["차를 마심", "부산에 산다", "산책을 좋아함"]

WHICH = st.sampled_from([0, 1])
PICK = st.integers(0, 30)


class Nights(RuleBasedStateMachine):
    @initialize()
    def start(self):
        self.folder = tempfile.mkdtemp()
        self.paths = Paths(Path(self.folder) / "home")
        self.clock = FixedClock(datetime(2026, 3, 2, 22, tzinfo=SEOUL))
        self.stores = [Store.open(self.paths, self.clock) for _ in range(2)]
        self.rejected: set[str] = set()
        self.erased: set[str] = set()
        self.theirs: dict[int, str] = {}

    def teardown(self):
        for store in self.stores:
            store.close()
        shutil.rmtree(self.folder)

    def lines(self):
        return profile.lines(self.stores[0])

    def pick(self, number):
        lines = self.lines()
        return lines[number % len(lines)] if lines else None

    @rule(which=WHICH, said=st.sampled_from([*SAID, PRIVATE]))
    def talk(self, which, said):
        talk = Talk(self.stores[which], self.clock)
        talk.session(said, "고마워!", memory_on=said != PRIVATE)

    @rule(which=WHICH, at_once=st.sampled_from([1, 2]))
    def night(self, which, at_once):
        self.clock.advance(hours=1)
        night = Night(self.stores[which], NoteTaker(TABLE), Budget, at_once=at_once)
        assert nightly.run(night, Stop(), by_hand=True).outcome in ("done", "skipped")

    @rule(which=WHICH)
    def stopped_night(self, which):
        self.clock.advance(hours=1)
        stop = Stop()
        engine = NoteTaker(TABLE)
        engine.before = lambda _shown: stop.press()
        nightly.run(Night(self.stores[which], engine, Budget), stop, by_hand=True)

    @rule(which=WHICH, number=PICK, text=st.sampled_from(EDITS))
    def edit(self, which, number, text):
        line = self.pick(number)
        if line is not None:
            seen = profile.newest(self.stores[which])
            profile.edit(self.stores[which], line.id, text, seen=seen)
            self.theirs[line.id] = text
            self.rejected -= {text}
            self.erased -= {text}

    @rule(which=WHICH, number=PICK)
    def reject(self, which, number):
        line = self.pick(number)
        if line is not None:
            profile.reject(self.stores[which], line.id)
            self.rejected.add(line.text)
            self.theirs.pop(line.id, None)

    @rule(which=WHICH, number=PICK)
    def restore(self, which, number):
        versions = profile.versions(self.stores[which])
        if versions:
            profile.restore(self.stores[which], versions[number % len(versions)].id)
            self.theirs = {line.id: line.text for line in self.lines() if line.theirs}

    @rule(which=WHICH, text=st.sampled_from(["커피 안 마셔", "부산에 살아", "고양이를 키움"]))
    def remember(self, which, text):
        with contextlib.suppress(MemoError):
            memos.add(self.stores[which], text, origin="command")
            self.erased -= {text}

    @rule(which=WHICH, number=PICK)
    def forget(self, which, number):
        known = memos.everything(self.stores[which])
        if known:
            memos.forget(self.stores[which], known[number % len(known)].id)

    @rule(which=WHICH)
    def undo(self, which):
        with contextlib.suppress(NothingFound, MemoError):
            undo.undo(self.stores[which])

    @precondition(lambda self: memos.everything(self.stores[0]))
    @rule(which=WHICH, number=PICK)
    def erase(self, which, number):
        known = memos.everything(self.stores[which])
        memo = known[number % len(known)]
        erase.erase_memo(self.stores[which], memo.id)
        self.erased.add(memo.text)
        self.theirs = {line.id: line.text for line in self.lines() if line.theirs}

    @rule(which=WHICH)
    def reopen(self, which):
        self.stores[which].close()
        self.stores[which] = Store.open(self.paths, self.clock)

    @invariant()
    def what_the_user_removed_stays_away(self):
        texts = {line.text for line in self.lines()}
        assert texts & self.rejected == set()
        stored = {text for (text,) in self.stores[0].rows("SELECT text FROM profile_lines")}
        assert stored & self.erased == set()
        assert SAID.keys() & texts == set()
        assert "수영을 배움" not in stored

    @invariant()
    def what_the_user_wrote_stands(self):
        assert {line.id: line.text for line in self.lines() if line.theirs} == self.theirs

    @invariant()
    def a_memo_comes_before_a_line_that_says_otherwise(self):
        notes = [likeness.read(memo.text) for memo in memos.everything(self.stores[1])]
        for line in profile.current_lines(self.stores[1]):
            assert not any(likeness.contradicts(note, likeness.read(line.text)) for note in notes)

    @invariant()
    def each_line_says_where_it_came_from_and_versions_are_few(self):
        assert all(line.turns or line.theirs for line in self.lines())
        assert len(profile.versions(self.stores[0])) <= profile.MAX_VERSIONS
        numbers = [line.id for line in self.lines()]
        assert len(numbers) == len(set(numbers))

    @invariant()
    def both_copies_see_the_same(self):
        assert profile.lines(self.stores[0]) == profile.lines(self.stores[1])


TestNights = Nights.TestCase
TestNights.settings = settings(
    max_examples=soak.size(15, 80),
    stateful_step_count=soak.size(25, 40),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
soak.figure("examples of the state machine of nights", soak.size(15, 80))
