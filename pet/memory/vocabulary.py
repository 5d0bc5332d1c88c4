"""How the language parts of the memory write down their word lists."""

from __future__ import annotations


def words(block: str) -> frozenset[str]:
    """The words of *block*, which are separated by white space."""
    return frozenset(block.split())


def any_of(block: str) -> str:
    """A pattern for any one of the expressions of *block*, the longest first.

    Expressions are separated by white space; `_` stands for a space that may be missing.
    """
    expressions = sorted(block.split(), key=len, reverse=True)
    return "(?:" + "|".join(one.replace("_", " ?") for one in expressions) + ")"
