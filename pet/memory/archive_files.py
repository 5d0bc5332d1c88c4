"""How an archive is written down: one JSON of this version, or sessions as JSON Lines."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from pet.memory.archive import FORMAT, VERSION, Archive, SessionRecord, TurnRecord


def as_json(archive: Archive, at_ms: int) -> bytes:
    """All of it as one object: `format`, `version`, `memos`, `profile`, `sessions`."""
    value = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": iso(at_ms),
        "memos": [_memo(asdict(memo)) for memo in archive.memos],
        "profile": [_timed(asdict(line), "observed") for line in archive.profile],
        "sessions": [_session(session) for session in archive.sessions],
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def as_lines(archive: Archive) -> bytes:
    """The talk, one turn a line: `session`, `at` (ISO 8601), `persona`, `user`, `reply`."""
    lines = (
        _line(session, turn)
        for session in archive.sessions
        for turn in session.turns
        if turn.state != "command"
    )
    return "".join(lines).encode()


def iso(at_ms: int) -> str:
    """A stored time as ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()


def _line(session: SessionRecord, turn: TurnRecord) -> str:
    value = {
        "session": session.shown,
        "at": iso(turn.at_ms),
        "persona": turn.persona,
        "user": turn.user,
        "reply": turn.reply,
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


def _memo(value: dict[str, Any]) -> dict[str, Any]:  # JSON values
    return _timed(value, "created")


def _session(session: SessionRecord) -> dict[str, Any]:  # JSON values
    value = asdict(session)
    value["summaries"] = [_timed(one, "at") for one in value["summaries"]]
    value["turns"] = [_timed(one, "at") for one in value["turns"]]
    for turn in value["turns"]:
        del turn["line"]
    return value


def _timed(value: dict[str, Any], name: str) -> dict[str, Any]:  # JSON values
    """The value with the time of that name as people read it, in the place it had."""
    return {
        (name if key == f"{name}_ms" else key): (
            iso(item) if key == f"{name}_ms" and item is not None else item
        )
        for key, item in value.items()
    }
