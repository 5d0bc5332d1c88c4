"""What was sent and is not in the store yet is found again after a crash."""

from __future__ import annotations

import pytest

from pet.memory import drafts, erase, memos, sending, sessions, turns


@pytest.fixture
def lease(store):
    taken = sessions.begin(store, "somi")
    yield taken
    taken.close()


@pytest.mark.parametrize("draft", ["", "hel", "hello", "hello\nand"])
def test_a_message_that_was_never_stored_is_the_draft(store, lease, draft):
    drafts.keep(store, lease.session, draft)
    sending.note(store, lease, "hello", 1)
    expected = draft if draft.startswith("hello") else "hello"
    for _ in range(2):
        assert drafts.take_up(store, lease) == expected


@pytest.mark.parametrize(
    ("draft", "left"),
    [("", ""), ("hel", ""), ("hello", ""), ("hello\nand", "and"), ("else", "else")],
)
def test_a_message_that_was_stored_is_not_there_twice(store, lease, draft, left):
    drafts.keep(store, lease.session, draft)
    sending.note(store, lease, "hello", 1)
    turns.ask(store, lease.session, "hello")
    for _ in range(2):
        assert drafts.take_up(store, lease) == left


def test_a_settled_message_leaves_nothing(store, lease, paths):
    sending.settle(sending.note(store, lease, "hello", 1))
    assert drafts.take_up(store, lease) == ""
    assert list(paths.session_locks.glob("sending-*")) == []


def test_what_a_dead_copy_was_sending_is_taken_up_and_what_a_living_one_is_stays(
    store, other, lease
):
    dead, living = sessions.begin(other, "somi"), sessions.begin(other, "somi")
    sending.note(other, dead, "from the dead", 1)
    path = sending.note(other, living, "on its way", 1)
    dead.close()
    assert drafts.take_up(store, lease) == "from the dead"
    assert path.exists()
    living.close()
    assert drafts.take_up(store, lease) == "on its way\nfrom the dead"


def test_a_torn_file_is_passed_over(store, lease):
    path = sending.note(store, lease, "hello", 1)
    path.write_bytes(path.read_bytes()[:9])
    assert drafts.take_up(store, lease) == ""
    assert not path.exists()


def test_only_the_owner_can_read_it(store, lease):
    assert sending.note(store, lease, "hello", 1).stat().st_mode & 0o777 == 0o600


def test_erasing_takes_it_along(store, lease, paths):
    memo = memos.add(store, "my secret garden", origin="command").memo
    other = sending.note(store, lease, "something else", 1)
    sending.note(store, lease, "/remember my secret garden", 2)
    erase.erase_memo(store, memo.id)
    assert list(paths.session_locks.glob("sending-*")) == [other]
