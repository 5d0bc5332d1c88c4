"""What falls first, as a table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pet.errors import BudgetExceeded
from pet.prompt.assemble import assemble
from pet.prompt.budget import Budget
from pet.prompt.sections import Parts
from pet.prompt.stages import Stage, sample_parts, stages
from tests.prompt.samples import NONCE


def test_the_sample_has_the_sizes_it_promises():
    parts = sample_parts()
    assert (len(parts.turns), len(parts.examples), len(parts.lines)) == (3, 2, 2)
    assert len(parts.summary.encode()) == 192
    assert len(parts.persona.encode()) == 464


def test_the_sample_falls_in_the_promised_order():
    rows = stages(sample_parts(), Budget(), NONCE)
    milestones = [
        (0, 0, 0, 0, 0, True),
        (3, 0, 0, 0, 0, True),
        (3, 2, 0, 0, 0, True),
        (3, 2, 2, 0, 0, True),
        (3, 2, 2, 192, 0, True),
        (3, 2, 2, 192, 464, True),
        (3, 2, 2, 192, 464, False),
    ]
    seen = [dropped(row) for row in rows]
    assert [place for place in seen if place in milestones] == milestones
    assert seen == sorted(seen, key=lambda place: (*place[:5], not place[5]))
    assert len(set(seen)) == len(seen)
    assert {row.summary_bytes for row in rows} == {0, 1, 96, 192}  # cut, by half, empty
    assert {row.persona_bytes for row in rows} == {0, 1, 232, 464}
    budgets = [row.budget for row in rows]
    assert budgets == sorted(budgets, reverse=True)


def dropped(row: Stage):
    return (
        row.turns,
        row.examples,
        row.preferences,
        row.summary_bytes,
        row.persona_bytes,
        row.fits,
    )


def test_each_row_holds_at_its_budget_and_not_one_byte_above():
    rows = stages(sample_parts(), Budget(), NONCE)
    for before, row in pairwise(rows):
        above = stages(sample_parts(), Budget(prompt_bytes=row.budget + 1), NONCE)[0]
        assert dropped(above)[:3] == dropped(before)[:3]
        assert dropped(above) != dropped(row)


def test_each_row_tells_what_is_dropped_from_a_prompt_of_that_size():
    *rows, last = stages(sample_parts(), Budget(), NONCE)
    whole = assemble(sample_parts(), Budget(), nonce=NONCE)
    for row in rows:
        report = assemble(sample_parts(), Budget(prompt_bytes=row.budget), nonce=NONCE).report
        assert report.turns_dropped == row.turns
        assert report.dropped("examples").items == row.examples
        assert report.dropped("preferences").items == row.preferences
        assert report.dropped("summary").bytes == row.summary_bytes
        assert report.dropped("persona").bytes == row.persona_bytes
    assert rows[1].budget == whole.size - 1
    assert assemble(sample_parts(), Budget(prompt_bytes=last.budget + 1), nonce=NONCE)
    with pytest.raises(BudgetExceeded):
        assemble(sample_parts(), Budget(prompt_bytes=last.budget), nonce=NONCE)


def test_what_never_fits_is_one_row():
    (row,) = stages(sample_parts(), Budget(prompt_bytes=10), NONCE)
    assert not row.fits
    assert dropped(row) == (3, 2, 2, 192, 464, False)


def test_with_nothing_to_drop_there_is_only_failure():
    rows = stages(Parts(user_text="hi"), Budget(), NONCE)
    assert [row.fits for row in rows] == [True, False]
