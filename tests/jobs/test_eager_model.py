"""A model that proposes everything that was said: only what the user is like gets through.

`data/eager.jsonl` is two weeks of two other people than those of `week_*.jsonl`, full of what is no
statement of oneself: health and belief said in passing, others, jokes, wishes, hearsay, the past.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from pet.jobs import checks, form
from pet.jobs.checks import Proposal
from pet.memory.unread import Found, Said
from tests.jobs.conftest import SEOUL

LINES = (Path(__file__).parent / "data" / "eager.jsonl").read_text("utf-8").splitlines()
ROWS = [json.loads(line) for line in LINES]


def is_let_through(row):
    said_ms = int(datetime.fromisoformat(row["day"]).replace(hour=20, tzinfo=SEOUL).timestamp())
    text, topic = row["text"], "plan" if row["plan"] else "interest"
    verdict = checks.check(
        Proposal(1, text, "user", topic, text),
        [Said(1, 1, text, said_ms * 1000)],
        form.language_of(text),
        SEOUL,
    )
    return isinstance(verdict, Found)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if not row["kept"]], ids=lambda row: row["text"]
)
def test_what_says_nothing_lasting_of_the_user_is_refused(row):
    assert not is_let_through(row)


def test_what_the_user_is_like_gets_through():
    kept = [row for row in ROWS if row["kept"]]
    lost = [row["text"] for row in kept if not is_let_through(row)]
    assert len(lost) <= 0.05 * len(kept), lost
