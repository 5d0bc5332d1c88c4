"""Two stores over one folder, driven at random against a plain model of memos and undo.

Nights, crashes and a lost file that is restored come in between; what was erased stays away.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from pet.engines.base import Stop
from pet.errors import MemoError, MemoRefused, NothingFound
from pet.jobs import nightly
from pet.jobs.nightly import Night
from pet.memory import backups, erase, memos, tombstones, undo
from pet.memory.kinds import guess_kind
from pet.memory.store import Store
from pet.memory.wording import folded
from pet.paths import Paths
from pet.prompt.budget import Budget
from tests import soak
from tests.fakes.clocks import FixedClock
from tests.jobs.conftest import Talk
from tests.jobs.note_taker import NoteTaker, note
from tests.memory.copies import Copy

WORDS = st.sampled_from(
    ["커피", "고양이를 키움", "반말로 해줘", "Cats", "cats ", "프로젝트 A", "서울", "x"]
)
TABLE = {
    "고양이를 키우고 있어": [note("고양이를 키우고", "about", "고양이를 키움")],
    "등산을 자주 다녀": [note("등산을 자주 다녀", "interest", "등산을 자주 다님")],
}
WHICH = st.sampled_from([0, 1])
PICK = st.integers(0, 40)


@dataclass
class Model:
    """What the user should see: the living memos in their own order."""

    texts: dict[int, str] = field(default_factory=dict)
    kinds: dict[int, str] = field(default_factory=dict)
    pinned: set[int] = field(default_factory=set)
    order: list[int] = field(default_factory=list)

    def shown(self):
        def trust(memo):
            return (memo not in self.pinned, self.kinds[memo] != "talk", self.order.index(memo))

        return [
            (memo, self.texts[memo], self.kinds[memo], memo in self.pinned)
            for memo in sorted(self.order, key=trust)
        ]

    def drop(self, memo):
        if memo in self.order:
            self.order.remove(memo)

    def twin(self, text, but=None):
        same = [m for m in self.order if m != but and folded(self.texts[m]) == folded(text)]
        return same[0] if same else None


@dataclass
class Saved:
    """What the newest backup holds."""

    model: Model
    past: list[tuple[int, Model]]
    ever: dict[int, set[str]]
    erased: set[str]


class TwoStores(RuleBasedStateMachine):
    @initialize()
    def start(self):
        self.folder = tempfile.mkdtemp()
        self.paths = Paths(Path(self.folder) / "home")
        self.clock = FixedClock()
        self.stores = [Store.open(self.paths, self.clock) for _ in range(2)]
        self.model = Model()
        self.past: list[tuple[int, Model]] = []  # the memo of each edit, and all before it
        self.ever: dict[int, set[str]] = {}  # every wording each memo had, folded
        self.erased: set[str] = set()
        self.next = 1
        self.saved: Saved | None = None

    def teardown(self):
        for store in self.stores:
            store.close()
        shutil.rmtree(self.folder)

    def edit(self, memo):
        self.past.append((memo, copy.deepcopy(self.model)))

    def pick(self, number):
        return self.model.order[number % len(self.model.order)] if self.model.order else 99

    @rule(which=WHICH, text=WORDS)
    def add(self, which, text):
        receipt = memos.add(self.stores[which], text, origin="command")
        twin = self.model.twin(text)
        if twin is not None:
            assert (receipt.action, receipt.memo.id) == ("already", twin)
            return
        assert (receipt.action, receipt.memo.id) == ("saved", self.next)
        self.edit(self.next)
        self.model.texts[self.next] = text.strip()
        self.model.kinds[self.next] = guess_kind(text)
        self.model.pinned.discard(self.next)
        self.model.order.append(self.next)
        self.ever[self.next] = {folded(text)}
        self.erased.discard(folded(text))
        self.next += 1

    @rule(which=WHICH, number=PICK, text=WORDS, stale=st.booleans())
    def change(self, which, number, text, stale):
        memo = self.pick(number)
        if memo == 99:
            return
        found = memos.find(self.stores[1 - which], f"#{memo}")[0]
        revision = found.revision - stale
        if text.strip() == found.text:
            assert (
                memos.change(self.stores[which], memo, text, revision=revision).action == "already"
            )
        elif stale:
            with pytest.raises(MemoError, match="memo_changed_elsewhere"):
                memos.change(self.stores[which], memo, text, revision=revision)
        elif self.model.twin(text, but=memo) is not None:
            with pytest.raises(MemoRefused, match="memo_twice"):
                memos.change(self.stores[which], memo, text, revision=revision)
        else:
            assert (
                memos.change(self.stores[which], memo, text, revision=revision).action == "changed"
            )
            self.edit(memo)
            self.model.texts[memo] = text.strip()
            self.ever[memo].add(folded(text))
            self.erased.discard(folded(text))

    @rule(which=WHICH, number=PICK)
    def forget(self, which, number):
        memo = self.pick(number)
        if memo == 99:
            with pytest.raises(NothingFound):
                memos.forget(self.stores[which], memo)
            return
        assert memos.forget(self.stores[which], memo).action == "forgotten"
        self.edit(memo)
        self.model.drop(memo)

    @rule(which=WHICH, number=PICK, pinned=st.booleans())
    def pin(self, which, number, pinned):
        memo = self.pick(number)
        if memo == 99:
            return
        if memos.pin(self.stores[which], memo, pinned).action == "changed":
            self.edit(memo)
            (self.model.pinned.add if pinned else self.model.pinned.discard)(memo)

    @rule(which=WHICH, number=PICK, kind=st.sampled_from(["talk", "about", "project"]))
    def set_kind(self, which, number, kind):
        memo = self.pick(number)
        if memo == 99:
            return
        if memos.set_kind(self.stores[which], memo, kind).action == "changed":
            self.edit(memo)
            self.model.kinds[memo] = kind

    @rule(which=WHICH, number=PICK, beside=PICK)
    def move(self, which, number, beside):
        memo, before = self.pick(number), self.pick(beside)
        if memo == 99:
            return
        target = None if before == memo else before
        if memos.move(self.stores[which], memo, target).action == "changed":
            self.edit(memo)
            self.model.order.remove(memo)
            place = len(self.model.order) if target is None else self.model.order.index(target)
            self.model.order.insert(place, memo)

    @rule(which=WHICH)
    def undo(self, which):
        if not self.past:
            with pytest.raises(NothingFound, match="nothing_to_undo"):
                undo.undo(self.stores[which])
            return
        memo, before = self.past.pop()
        assert undo.undo(self.stores[which]).memo.id == memo
        self.model = before

    def erasable(self):
        """A memo that shares no wording with another: what goes with it is only its own."""
        for memo in self.model.order:
            others = [words for each, words in self.ever.items() if each != memo]
            if not any(
                mine in theirs for words in others for theirs in words for mine in self.ever[memo]
            ):
                return memo
        return None

    @precondition(lambda self: self.erasable() is not None)
    @rule(which=WHICH, copied_before=st.booleans(), lost_after=st.booleans())
    def erase(self, which, copied_before, lost_after):
        memo = self.erasable()
        if copied_before:
            self.back_up(days=1)
        text = folded(self.model.texts[memo])
        erase.erase_memo(self.stores[which], memo)
        for known in (self, self.saved):
            if known is not None:
                known.past = [(each, state) for each, state in known.past if each != memo]
                for state in (known.model, *(state for _, state in known.past)):
                    state.drop(memo)
                known.erased.add(text)
                known.ever.pop(memo, None)
        if lost_after and self.saved is not None:
            self.the_file_is_lost_and_restored()

    @rule(which=WHICH)
    def reopen(self, which):
        self.stores[which].close()
        self.stores[which] = Store.open(self.paths, self.clock)
        assert self.stores[which].notices == ()

    @rule(days=st.integers(0, 3))
    def back_up(self, days):
        self.clock.advance(days=days)
        if backups.keep_daily(self.stores[0]) is not None:
            facts = (self.model, self.past, self.ever, self.erased)
            self.saved = Saved(*copy.deepcopy(facts))

    @precondition(lambda self: self.saved is not None)
    @rule()
    def the_file_is_lost_and_restored(self):
        for store in self.stores:
            store.close()
        self.paths.database.unlink()
        self.stores = [Store.open(self.paths, self.clock) for _ in range(2)]
        assert [store.notices for store in self.stores] == [("store.restored",), ()]
        facts = copy.deepcopy(self.saved)
        self.model, self.past, self.ever = facts.model, facts.past, facts.ever
        self.erased = facts.erased  # but no number is given out again

    @rule(which=WHICH, said=st.sampled_from(sorted(TABLE)))
    def talk_and_a_night(self, which, said):
        Talk(self.stores[which], self.clock).session(said)
        self.clock.advance(hours=1)
        night = Night(self.stores[1 - which], NoteTaker(TABLE), Budget)
        assert nightly.run(night, Stop(), by_hand=True).outcome == "done"

    @precondition(lambda self: self.model.order)
    @rule()
    def a_third_copy_is_killed_in_the_middle_of_a_write(self):
        with Copy(self.paths) as third:
            third.hear()
            third.tell("die_in_write")
            third.wait()

    @invariant()
    def both_copies_see_what_the_model_says(self):
        if not hasattr(self, "stores"):
            return
        for store in self.stores:
            seen = [(m.id, m.text, m.kind, m.pinned) for m in memos.everything(store)]
            assert seen == self.model.shown()

    @invariant()
    def what_was_erased_stays_buried_and_is_in_no_profile(self):
        for text in getattr(self, "erased", ()):
            assert tombstones.is_buried(self.stores[0], text)
            lines = self.stores[0].rows("SELECT text FROM profile_lines")
            assert text not in [folded(line) for (line,) in lines]


TestTwoStores = TwoStores.TestCase
TestTwoStores.settings = settings(
    max_examples=soak.size(25, 150),
    stateful_step_count=soak.size(25, 40),
)
soak.figure("examples of the state machine of memos", soak.size(25, 150))
