"""What the nightly job did and when: one row for each local date, numbers and ids only.

A row is claimed before an engine is asked. One that still says "running" while nobody holds the
election was left by a copy that died: whoever is elected next goes on with it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from pet.memory.store import Store

Job = Literal["night", "by_hand"]
State = Literal["running", "stopped", "failed", "waiting", "skipped", "done"]

# What is over for its date: a night that had nothing to do is not tried again every few minutes.
_OVER: Final = "('skipped', 'done')"
_KEPT: Final = 90  # rows: three months of nights
_COLUMNS: Final = "id, job, local_date, state, began_ms, ended_ms, report"


@dataclass(frozen=True, slots=True)
class Run:
    """One night, or one that was asked for by hand."""

    id: int
    job: Job
    local_date: date
    state: State
    began_ms: int
    ended_ms: int | None
    report: Mapping[str, Any]  # JSON: numbers, ids and keys


def claim(store: Store, job: Job, night: date, report: Mapping[str, Any]) -> bool:
    """Begin the run of that date, or go on with one that did not end; False where it is over.

    One by hand always begins again. The caller is elected. Raises StoreError.
    """
    over = "0" if job == "by_hand" else f"state IN {_OVER}"
    now_ms = store.clock.utc_ms()
    return (
        store.run(
            "INSERT INTO job_runs (job, local_date, state, began_ms, report)"
            " VALUES (?, ?, 'running', ?, ?) ON CONFLICT (job, local_date) DO UPDATE SET"
            " state = 'running', began_ms = excluded.began_ms, ended_ms = NULL,"
            f" report = excluded.report WHERE NOT {over}",
            job,
            night.isoformat(),
            now_ms,
            json.dumps(report),
        )
        == 1
    )


def note(store: Store, job: Job, night: date, state: State, report: Mapping[str, Any]) -> None:
    """How the run of that date stands; nothing is written that is there already.

    A run that is over stays as it is, unless it was by hand. Raises StoreError.
    """
    known = find(store, job, night)
    if known is not None and _stays(known, state, report):
        return
    now_ms = store.clock.utc_ms()

    def put(connection: sqlite3.Connection) -> None:
        connection.execute(
            "INSERT INTO job_runs (job, local_date, state, began_ms, ended_ms, report)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (job, local_date) DO UPDATE SET"
            " state = excluded.state, ended_ms = excluded.ended_ms, report = excluded.report",
            (job, night.isoformat(), state, now_ms, now_ms, json.dumps(report)),
        )
        connection.execute(
            "DELETE FROM job_runs WHERE id <="
            " (SELECT id FROM job_runs ORDER BY id DESC LIMIT 1 OFFSET ?)",
            (_KEPT,),
        )

    store.write(put)


def find(store: Store, job: Job, night: date) -> Run | None:
    """The run of that date. Raises StoreError."""
    rows = store.rows(
        f"SELECT {_COLUMNS} FROM job_runs WHERE job = ? AND local_date = ?", job, night.isoformat()
    )
    return _run(rows[0]) if rows else None


def runs(store: Store, limit: int = _KEPT) -> tuple[Run, ...]:
    """The last runs, the newest first. Raises StoreError."""
    rows = store.rows(
        f"SELECT {_COLUMNS} FROM job_runs ORDER BY began_ms DESC, id DESC LIMIT ?", limit
    )
    return tuple(map(_run, rows))


def last_over(store: Store) -> date | None:
    """The night of the last run that is over. Raises StoreError.

    By the order in which they were begun, not by the clock: it may have been wrong.
    """
    rows = store.rows(
        f"SELECT local_date FROM job_runs WHERE state IN {_OVER} ORDER BY id DESC LIMIT 1"
    )
    return date.fromisoformat(rows[0][0]) if rows else None


def _stays(known: Run, state: State, report: Mapping[str, Any]) -> bool:
    if known.job == "night" and known.state in ("skipped", "done"):
        return True
    return (known.state, known.report) == (state, report)


def _run(row: tuple[Any, ...]) -> Run:  # SQLite's values; the columns have checks
    number, job, night, state, began_ms, ended_ms, report = row
    return Run(
        number, job, date.fromisoformat(night), state, began_ms, ended_ms, json.loads(report)
    )
