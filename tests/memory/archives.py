"""What the tests of export and import write and read."""

from __future__ import annotations

import json

from pet.memory import archive, archive_files, archive_reading, importing


def as_json(store):
    return archive_files.as_json(archive.of(store), store.clock.utc_ms())


def take(store, content):
    return importing.take_in(store, importing.prepare(archive_reading.read(content)))


def look(store, content):
    return importing.look(store, importing.prepare(archive_reading.read(content)))


def lines(*values):
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def said(user="안녕", reply="반가워요", session="여행", at="2026-03-01T10:00:00+09:00", **more):
    return {"session": session, "at": at, "persona": "somi", "user": user, "reply": reply, **more}


def dump(store):
    """All that a person could see, without the numbers of rows."""
    found = archive.of(store)
    return (
        [(one.text, one.kind, one.pinned, one.created_ms, one.turn) for one in found.memos],
        found.profile,
        [(one.uuid, one.persona, one.turns, one.summaries) for one in found.sessions],
    )
