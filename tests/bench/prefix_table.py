"""What `bench_prefix` measured, as the table of the README."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

_HEAD = (
    "| engine, language | the pet, 40 turns | everything in front | share "
    "| between two rebuildings, median | everything in front, median | over "
    "| first word, ms |"
)
# In the README the table and the plot stand between these.
_BEFORE, _AFTER = "depend on the machine):\n\n", "`tests/bench/` has the others"
_ENGINES = {"tiny": "built-in", "ollama": "Ollama"}
_LANGUAGES = {"en": "English", "ko": "Korean"}


def table(judged: Sequence[dict[str, Any]]) -> str:
    """Tokens, counted by the engines; *judged* as `bench_prefix.judged` gives it.

    Over: turns between two rebuildings that read more than the last exchange, the new message and
    a tenth. The first word: at the third turn, the median between two rebuildings, and that of all
    turns with everything in front.
    """
    ruler = "|".join(["", *["---"] * (_HEAD.count("|") - 1), ""])
    return "\n".join([_HEAD, ruler, *map(_line, judged)])


def put(readme: Path, found: str, plot: str) -> None:
    """Write the table *found* and a link to *plot* into *readme*, in the place of the former."""
    text = readme.read_text(encoding="utf-8")
    before, rest = text.split(_BEFORE, 1)
    after = rest[rest.index(_AFTER) :]
    block = f"{found}\n\n![Tokens read in each turn]({plot})\n\n"
    readme.write_text(f"{before}{_BEFORE}{block}{after}", encoding="utf-8")


def _line(one: dict[str, Any]) -> str:
    return (
        f"| {_ENGINES[one['engine']]}, {_LANGUAGES[one['language']]} "
        f"| {one['read_pet']:,} | {one['read_naive']:,} | {one['share']:.2f} "
        f"| {one['steady_read_median']:.0f} | {one['naive_read_median']:.0f} "
        f"| {len(one['over'])} of {one['steady_turns']} "
        f"| {one['third_ms']:,}, {one['steady_first_ms_median']:,.0f}, "
        f"{one['naive_first_ms_median']:,.0f} |"
    )
