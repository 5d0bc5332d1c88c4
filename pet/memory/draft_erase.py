"""What leaves the drafts when a memo is erased for good: its words, not what stands beside them.

A draft is what somebody was about to say; the rest of it is still theirs.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterable

from pet.memory.wording import core, folded

_HOLDING = "carries(CAST(text AS BLOB))"


def remove(connection: sqlite3.Connection, texts: Iterable[str]) -> int:
    """Cut *texts* out of every draft, in the transaction that erases; how many drafts held one.

    The connection knows `carries(text)` (see `erase`).
    """
    wordings = tuple(texts)
    rows = connection.execute(
        f"SELECT session, CAST(text AS BLOB) FROM drafts WHERE {_HOLDING}"
    ).fetchall()
    for session, raw in rows:
        rest = without(raw.decode("utf-8", "replace"), wordings)
        connection.execute("UPDATE drafts SET text = ? WHERE session = ?", (rest, session))
    connection.execute("DELETE FROM drafts WHERE text = ''")
    return len(rows)


def without(draft: str, texts: Iterable[str]) -> str:
    """*draft* without *texts*, whatever their case, white space and marks at their ends.

    Nothing of it where that fails. The lines of what is left have no space at their ends.
    """
    wanted = {form(text) for text in texts for form in (folded, core)}
    left = unicodedata.normalize("NFC", draft)
    for words in sorted(wanted, key=len, reverse=True):
        left = re.sub(r"\s+".join(map(re.escape, words.split())), "", left, flags=re.IGNORECASE)
    left = "\n".join(filter(None, (line.strip() for line in left.splitlines())))
    return "" if any(words in folded(left) for words in wanted) else left
