"""The command that looks for words in everything that is kept."""

from __future__ import annotations

from typing import Final

from pet.chat.desk import Answer, Desk

_SHOWN: Final = 8
_AT_MOST_SECONDS: Final = 1.0  # to read talk that was never indexed


def search(desk: Desk, words: str) -> Answer:
    """Show where *words* were said. The hits are shown, but not kept once more in the session.

    Otherwise whatever is forgotten or erased later would stay readable there. Raises StoreError.
    """
    from pet.chat import hits  # 20 ms that no start should wait for
    from pet.memory import finding

    if not words:
        return Answer(desk.texts("command.search.usage"))
    found = finding.search(desk.store, words, _SHOWN, seconds=_AT_MOST_SECONDS)
    if not found:
        nothing = desk.texts("search.nothing", words=words)
        return Answer(nothing, echo=True)
    head = desk.texts.count("search.found", len(found))
    lines = (f"{number}. {hits.line(desk.texts, hit)}" for number, hit in enumerate(found, 1))
    kept = desk.texts.count("search.kept", len(found))
    return Answer("\n".join((head, *lines)), echo=True, kept=kept)
