"""Who owns which session, and what happens to turns that nobody answers any more."""

from __future__ import annotations

import pytest

from pet.memory import sessions, turns
from tests.waiting import until


def lock_files(paths):
    return sorted(path.name[:8] for path in paths.session_locks.iterdir())


def test_a_start_goes_on_with_the_session_that_was_left(store, open_store):
    lease = sessions.join(store, "somi")
    turns.ask(store, lease.session, "?")
    lease.close()
    store.close()
    assert sessions.join(open_store(), "somi").session == lease.session


def test_two_copies_have_a_session_each(store, other):
    mine = sessions.join(store, "somi")
    theirs = sessions.join(other, "somi")
    assert mine.session != theirs.session
    mine.close()
    assert sessions.join(other, "somi").session == mine.session


def test_six_idle_hours_begin_another(store, clock):
    lease = sessions.join(store, "somi")
    clock.advance(hours=5)
    turns.ask(store, lease.session, "still here")
    lease.close()
    clock.advance(hours=5, minutes=59)
    lease = sessions.join(store, "somi")
    assert lease.session == 1
    lease.close()
    clock.advance(minutes=1)
    assert sessions.join(store, "somi").session == 2


@pytest.mark.parametrize("jump", [-400, 400])
def test_a_clock_that_jumps_a_year_begins_another(store, clock, jump):
    sessions.join(store, "somi").close()
    clock.advance(days=jump)
    assert sessions.join(store, "somi").session == 2


def test_another_persona_has_another_session(store):
    sessions.join(store, "somi").close()
    assert sessions.join(store, "mira").session == 2
    assert sessions.join(store, "somi").session == 1


def test_a_session_that_was_left_for_a_new_one_is_not_gone_on_with(store, other):
    left = sessions.join(store, "somi")
    sessions.end(store, left)
    now = sessions.begin(store, "somi")
    assert sessions.join(other, "somi").session not in (left.session, now.session)


def test_a_killed_copy_lets_go_of_its_session(store, start_copy):
    copy = start_copy()
    copy.hear()
    session = copy.ask("join")
    mine = sessions.join(store, "somi")
    assert mine.session != session
    copy.kill()
    assert sessions.join(store, "somi").session == session


def test_turns_of_a_dead_copy_are_ended_those_of_a_living_one_are_not(store, start_copy):
    dying, living = start_copy(), start_copy()
    for copy in (dying, living):
        copy.hear()
    lost, kept = dying.ask("join"), living.ask("join")
    dying.ask("ask", session=lost, text="no word yet")
    dying.ask("grow", turn=dying.ask("ask", session=lost, text="half"), text="half a rep")
    living.ask("ask", session=kept, text="being answered")
    dying.kill()
    assert turns.repair(store) == 2
    assert [(t.state, t.reply) for t in turns.shown(store, lost, 9)] == [
        ("failed", ""),
        ("stopped", "half a rep"),
    ]
    assert [t.state for t in turns.shown(store, kept, 9)] == ["asked"]
    assert turns.repair(store) == 0


def test_joining_ends_what_the_last_owner_left_open(store):
    lease = sessions.join(store, "somi")
    turns.ask(store, lease.session, "?")
    lease.close()
    again = sessions.join(store, "somi")
    assert [t.state for t in turns.shown(store, again.session, 9)] == ["failed"]


def test_closing_twice_takes_nothing_from_the_next_owner(store, other):
    left = sessions.join(store, "somi")
    left.close()
    taken = sessions.join(other, "somi")
    left.close()
    assert sessions.join(store, "somi").session != taken.session


def test_lock_files_do_not_pile_up(store, paths, start_copy):
    copy = start_copy()
    copy.hear()
    copy.ask("join")
    copy.kill()
    until(lambda: "session-" in lock_files(paths))
    sessions.begin(store, "mira").close()
    assert "session-" not in lock_files(paths)
