"""`pet search`: where words were said, for people and for programs; no engine."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime

from pet.chat import hits
from pet.cli import failures
from pet.cli.call import Call
from pet.errors import NothingFound, UsageError
from pet.memory import finding
from pet.memory.finding import Found


def search(call: Call) -> int:
    """List what the words find, the best first; any words are a valid query."""
    if not call.asked.words:
        raise UsageError("usage.needs_words", command="search")
    words = call.asked.text
    limit = call.asked.number("limit") or finding.LIMIT
    with contextlib.closing(call.open_store(only_reading=True)) as store:
        found = finding.search(store, words, limit, seconds=None)
    if call.output.json:
        call.output.give([as_value(hit) for hit in found])
        return failures.DONE if found else failures.NOT_ONE
    if not found:
        raise NothingFound("search_nothing", words_text=words)
    call.output.say("\n".join(hits.line(call.texts, hit) for hit in found))
    return failures.DONE


def as_value(hit: Found) -> dict[str, object]:
    """A hit for a program; the time is UTC."""
    return {
        "kind": hit.kind,
        "id": hit.id,
        "session": hit.session_name,
        "at": datetime.fromtimestamp(hit.at_ms / 1000, UTC).isoformat(),
        "score": hit.score,
        "snippet": hit.snippet.text,
    }
