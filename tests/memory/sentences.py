"""The sets of sentences that the language parts are measured on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parent / "data"


def read(name: str) -> list[dict[str, Any]]:
    """The rows of `data/<name>.jsonl`."""
    lines = (_DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@dataclass(frozen=True)
class Score:
    """How often a detector was right, and the sentences on which it was not."""

    positives: int
    negatives: int
    missed: tuple[str, ...]
    false_alarms: tuple[str, ...]

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / self.positives

    @property
    def false_alarm_rate(self) -> float:
        return len(self.false_alarms) / self.negatives

    @property
    def precision(self) -> float:
        hits = self.positives - len(self.missed)
        return hits / (hits + len(self.false_alarms))

    def __str__(self) -> str:
        lines = [
            f"{self.positives} positives, recall {self.recall:.1%}; {self.negatives} negatives, "
            f"false alarms {self.false_alarm_rate:.1%}; precision {self.precision:.1%}"
        ]
        lines += [f"missed: {text!r}" for text in self.missed]
        lines += [f"false alarm: {text!r}" for text in self.false_alarms]
        return "\n".join(lines)


def score(judged: Iterable[tuple[str, bool, bool]]) -> Score:
    """The score of (sentence, what is true, what was said)."""
    rows = list(judged)
    return Score(
        positives=sum(true for _, true, _ in rows),
        negatives=sum(not true for _, true, _ in rows),
        missed=tuple(text for text, true, said in rows if true and not said),
        false_alarms=tuple(text for text, true, said in rows if said and not true),
    )
