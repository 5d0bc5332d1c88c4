"""One history for a whole form."""

from __future__ import annotations

from dataclasses import replace

from pet.persona.history import History
from pet.persona.sheet import new_sheet

START = new_sheet("en")


def called(name, model=None):
    (code, wording), *_ = START.words
    return replace(START.with_wording(code, replace(wording, name=name)), model=model)


def test_keys_that_follow_each_other_are_one_step():
    history = History(START)
    for number, name in enumerate(("M", "Mi", "Min")):
        history.record(called(name), "name", number * 0.3)
    assert history.undo() == START
    assert history.redo() == called("Min")


def test_a_pause_or_another_field_begins_a_step():
    history = History(START)
    history.record(called("M"), "name", 0)
    history.record(called("Mi"), "name", 5)
    history.record(called("Mi", "x"), "model", 5.1)
    assert [history.undo().name for _ in range(3)] == ["Mi", "M", ""]
    assert not history.can_undo


def test_what_was_undone_is_gone_once_something_else_is_done():
    history = History(START)
    history.record(called("M"), "name", 0)
    history.undo()
    history.record(called("N"), "name", 0.1)
    assert not history.can_redo
    assert history.undo() == START


def test_a_change_that_changes_nothing_is_no_step():
    history = History(START)
    history.record(START, "name", 0)
    assert not history.can_undo


def test_it_does_not_grow_for_ever():
    history = History(START)
    for number in range(2000):
        history.record(called(str(number)), "name", number * 10.0)
    steps = 0
    while history.can_undo:
        history.undo()
        steps += 1
    assert steps == 499
