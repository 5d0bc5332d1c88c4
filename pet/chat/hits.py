"""What a search found, as a line to read: what it is, when and where, and the words marked."""

from __future__ import annotations

from datetime import UTC, datetime

from pet.i18n import Texts
from pet.memory.finding import Found
from pet.memory.snippets import Snippet


def line(texts: Texts, hit: Found) -> str:
    """One hit: `#3, 2026-03-02 14:05: my «cat» is called Nabi`, in the user's own zone."""
    when = datetime.fromtimestamp(hit.at_ms / 1000, UTC).astimezone()
    what = texts(f"hit.{hit.kind}", id=hit.id, session=hit.session_name or "")
    return f"{what}, {when:%Y-%m-%d %H:%M}: {marked(hit.snippet)}"


def marked(piece: Snippet) -> str:
    """The snippet with what was looked for between « and »."""
    shown: list[str] = []
    place = 0
    for low, high in piece.marks:
        shown += [piece.text[place:low], "«", piece.text[low:high], "»"]
        place = high
    return "".join([*shown, piece.text[place:]])
