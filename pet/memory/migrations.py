"""The shape of the database, one numbered step at a time.

A step that was once released is never edited; a change of shape is a new step. The number of steps
a file has been through is its `user_version`. Steps run under the lock, each in one transaction.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from typing import Final

from pet.errors import StoreDamaged
from pet.memory.connections import APPLICATION_ID, number, transaction

_M001: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # AUTOINCREMENT: a number that was shown to a person is never given to something else.
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        persona TEXT NOT NULL,
        began_ms INTEGER NOT NULL,
        last_ms INTEGER NOT NULL,
        ended_ms INTEGER)""",
    "CREATE INDEX sessions_by_persona ON sessions (persona, id)",
    """CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES sessions (id),
        persona TEXT NOT NULL,
        user_text TEXT NOT NULL,
        reply TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL CHECK (state IN
            ('asked', 'partial', 'done', 'length', 'stopped', 'failed', 'command')),
        created_ms INTEGER NOT NULL,
        unreliable INTEGER NOT NULL DEFAULT 0 CHECK (unreliable IN (0, 1)))""",
    "CREATE INDEX turns_by_session ON turns (session, id)",
    "CREATE INDEX turns_unfinished ON turns (session) WHERE state IN ('asked', 'partial')",
    """CREATE TABLE summaries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        session INTEGER NOT NULL REFERENCES sessions (id),
        text TEXT NOT NULL,
        upto_turn INTEGER NOT NULL,
        created_ms INTEGER NOT NULL)""",
    "CREATE INDEX summaries_by_session ON summaries (session, upto_turn)",
    """CREATE TABLE reports (
        turn INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
        report TEXT NOT NULL)""",
    # The digest is keyed, so that equal texts can be found without a second copy of the text.
    """CREATE TABLE memos (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
        digest BLOB NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('talk', 'about', 'project')),
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        place INTEGER NOT NULL,
        origin TEXT NOT NULL CHECK (origin IN
            ('command', 'window', 'tool', 'button', 'import')),
        created_ms INTEGER NOT NULL,
        changed_ms INTEGER NOT NULL,
        turn INTEGER REFERENCES turns (id) ON DELETE SET NULL,
        persona TEXT,
        revision INTEGER NOT NULL DEFAULT 1,
        forgotten_ms INTEGER)""",
    "CREATE UNIQUE INDEX memos_alive ON memos (digest) WHERE forgotten_ms IS NULL",
    "CREATE INDEX memos_by_digest ON memos (digest)",
    "CREATE INDEX memos_by_turn ON memos (turn)",
    # Which commands and answers carry the text of a memo: hidden and erased together with it.
    """CREATE TABLE command_memos (
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        memo INTEGER NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
        PRIMARY KEY (turn, memo)) WITHOUT ROWID""",
    "CREATE INDEX command_memos_by_memo ON command_memos (memo)",
    """CREATE TABLE undo (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memo INTEGER NOT NULL REFERENCES memos (id) ON DELETE CASCADE,
        action TEXT NOT NULL,
        before TEXT NOT NULL,
        at_ms INTEGER NOT NULL)""",
    "CREATE INDEX undo_by_memo ON undo (memo)",
)

_M002: Final = (
    """CREATE TABLE tombstones (
        digest BLOB PRIMARY KEY,
        buried_ms INTEGER NOT NULL) WITHOUT ROWID""",
    "CREATE TABLE tombstone_turns (turn INTEGER PRIMARY KEY)",
)


_M003: Final = (
    """CREATE TABLE drafts (
        session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        text TEXT NOT NULL)""",
)

# Where a conclusion was said is kept as a place in the turn, so that no text stands twice.
_M004: Final = (
    # A number that people see belongs to a line through all versions.
    """CREATE TABLE profile_names (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE)""",
    """CREATE TABLE profile_versions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        reason TEXT NOT NULL CHECK (reason IN
            ('night', 'edit', 'reject', 'accept', 'restore')),
        restored INTEGER,
        created_ms INTEGER NOT NULL)""",
    """CREATE TABLE profile_lines (
        version INTEGER NOT NULL REFERENCES profile_versions (id) ON DELETE CASCADE,
        line INTEGER NOT NULL REFERENCES profile_names (id),
        place INTEGER NOT NULL,
        topic TEXT NOT NULL CHECK (topic IN
            ('work', 'talk', 'skill', 'interest', 'plan', 'other')),
        text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 200),
        theirs INTEGER NOT NULL CHECK (theirs IN (0, 1)),
        observed_ms INTEGER NOT NULL,
        event TEXT,
        precision TEXT CHECK (precision IN ('day', 'week', 'month', 'year')),
        replaces INTEGER,
        PRIMARY KEY (version, line)) WITHOUT ROWID""",
    "CREATE INDEX profile_lines_by_line ON profile_lines (line)",
    """CREATE TABLE profile_sources (
        line INTEGER NOT NULL REFERENCES profile_names (id) ON DELETE CASCADE,
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        start INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        PRIMARY KEY (line, turn, start, stop)) WITHOUT ROWID""",
    "CREATE INDEX profile_sources_by_turn ON profile_sources (turn)",
    """CREATE TABLE profile_rejections (
        digest BLOB PRIMARY KEY,
        line INTEGER NOT NULL,
        rejected_ms INTEGER NOT NULL) WITHOUT ROWID""",
    "CREATE INDEX profile_rejections_by_line ON profile_rejections (line)",
    """CREATE TABLE job_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        job TEXT NOT NULL CHECK (job IN ('night', 'by_hand')),
        local_date TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN
            ('running', 'stopped', 'failed', 'waiting', 'skipped', 'done')),
        began_ms INTEGER NOT NULL,
        ended_ms INTEGER,
        report TEXT NOT NULL,
        UNIQUE (job, local_date))""",
    # How far the night has read each session, and what it found but has not merged yet.
    """CREATE TABLE night_read (
        session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        upto_turn INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE night_found (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        start INTEGER NOT NULL,
        stop INTEGER NOT NULL,
        topic TEXT NOT NULL,
        text TEXT NOT NULL,
        event TEXT,
        precision TEXT)""",
    "CREATE INDEX night_found_by_turn ON night_found (turn)",
    # How the words came in: what was pasted or dropped is not what the user says of themselves.
    """ALTER TABLE turns ADD COLUMN source TEXT NOT NULL DEFAULT 'typed'
        CHECK (source IN ('typed', 'pasted', 'dropped', 'spoken'))""",
    """ALTER TABLE turns ADD COLUMN memory_off INTEGER NOT NULL DEFAULT 0
        CHECK (memory_off IN (0, 1))""",
)

# What the index has to look at again: every writer, of whichever copy, leaves it a note in the
# same transaction. Deleting first keeps the newest note only, whatever conflict policy the outer
# statement hands down to the trigger (https://sqlite.org/lang_createtrigger.html).
_NOTED: Final = """
    DELETE FROM unindexed WHERE kind = '{kind}' AND id IN ({ids});
    INSERT INTO unindexed (kind, id) SELECT '{kind}', * FROM ({ids});"""


def _noting(name: str, event: str, *notes: tuple[str, str]) -> str:
    """A trigger that notes, after *event*, the ids that a query of each kind answers."""
    body = "".join(_NOTED.format(kind=kind, ids=ids) for kind, ids in notes)
    return f"CREATE TRIGGER {name} AFTER {event} BEGIN{body}\nEND"


def _notes_of_memos(row: str) -> tuple[tuple[str, str], ...]:
    """A memo, the commands that are hidden with it, and the profile, whose lines it may hide."""
    carried = f"SELECT turn FROM command_memos WHERE memo = {row}.id"
    return ("memo", f"SELECT {row}.id"), ("turn", carried), ("profile", "SELECT 0")


_SUMMARIES: Final = "SELECT id FROM summaries WHERE session = {row}.session UNION SELECT {row}.id"
_PROFILE: Final = ("profile", "SELECT 0")  # the whole of it: it is small

_M005: Final = (
    # What a session was called where it was imported from.
    "ALTER TABLE sessions ADD COLUMN name TEXT",
    "CREATE UNIQUE INDEX sessions_by_name ON sessions (name) WHERE name IS NOT NULL",
    # An answer that only repeats what stands elsewhere: a search must not find it.
    """ALTER TABLE turns ADD COLUMN echo INTEGER NOT NULL DEFAULT 0
        CHECK (echo IN (0, 1))""",
    # An import is taken back as a whole, and may hold no memo at all.
    """CREATE TABLE edits (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memo INTEGER REFERENCES memos (id) ON DELETE CASCADE,
        action TEXT NOT NULL,
        before TEXT NOT NULL,
        at_ms INTEGER NOT NULL)""",
    "INSERT INTO edits SELECT id, memo, action, before, at_ms FROM undo",
    "DROP TABLE undo",
    "ALTER TABLE edits RENAME TO undo",
    "CREATE INDEX undo_by_memo ON undo (memo)",
    """CREATE TABLE unindexed (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (kind IN ('memo', 'profile', 'summary', 'turn')),
        id INTEGER NOT NULL,
        UNIQUE (kind, id))""",
    _noting("note_new_turn", "INSERT ON turns", ("turn", "SELECT NEW.id")),
    _noting(
        "note_changed_turn",
        "UPDATE OF user_text, reply, echo ON turns",
        ("turn", "SELECT NEW.id"),
    ),
    _noting("note_gone_turn", "DELETE ON turns", ("turn", "SELECT OLD.id")),
    _noting("note_carried_memo", "INSERT ON command_memos", ("turn", "SELECT NEW.turn")),
    _noting("note_new_memo", "INSERT ON memos", *_notes_of_memos("NEW")),
    _noting("note_changed_memo", "UPDATE OF text, forgotten_ms ON memos", *_notes_of_memos("NEW")),
    _noting("note_gone_memo", "DELETE ON memos", *_notes_of_memos("OLD")),
    _noting("note_new_summary", "INSERT ON summaries", ("summary", _SUMMARIES.format(row="NEW"))),
    _noting("note_gone_summary", "DELETE ON summaries", ("summary", _SUMMARIES.format(row="OLD"))),
    _noting("note_new_profile", "INSERT ON profile_versions", _PROFILE),
    _noting("note_gone_profile", "DELETE ON profile_versions", _PROFILE),
    _noting("note_gone_line", "DELETE ON profile_lines", _PROFILE),
    _noting("note_rejection", "INSERT ON profile_rejections", _PROFILE),
    _noting("note_acceptance", "DELETE ON profile_rejections", _PROFILE),
)

_M006: Final = (
    """ALTER TABLE turns ADD COLUMN fault TEXT
        CHECK (fault IN ('repeated', 'drifted'))""",
)

_M007: Final = (
    # A message to another persona, for once, stands in her session and is shown in this one too.
    "ALTER TABLE turns ADD COLUMN asked_from INTEGER REFERENCES sessions (id)",
    "CREATE INDEX turns_by_asked_from ON turns (asked_from) WHERE asked_from IS NOT NULL",
    # The persona that a memo is for; NULL: all of them. (`persona` says who was there.)
    "ALTER TABLE memos ADD COLUMN only_for TEXT",
)

_M008: Final = (
    # What a row told of the memory, so that it is shown so again; the words of it are told anew.
    "ALTER TABLE turns ADD COLUMN told TEXT CHECK (told IN ('proof', 'not_saved'))",
)


def _first_shape(connection: sqlite3.Connection) -> None:
    _run(connection, _M001)
    connection.execute(
        "INSERT INTO meta (key, value) VALUES ('digest_key', ?)", (secrets.token_hex(32),)
    )


def _tombstones(connection: sqlite3.Connection) -> None:
    _run(connection, _M002)


def _drafts(connection: sqlite3.Connection) -> None:
    _run(connection, _M003)


def _profile(connection: sqlite3.Connection) -> None:
    _run(connection, _M004)


def _search(connection: sqlite3.Connection) -> None:
    _run(connection, _M005)
    connection.execute(
        "INSERT OR REPLACE INTO meta (key, value) VALUES ('search_epoch', ?)",
        (secrets.token_hex(16),),
    )


def _faults(connection: sqlite3.Connection) -> None:
    _run(connection, _M006)


def _for_one_persona(connection: sqlite3.Connection) -> None:
    _run(connection, _M007)


def _what_was_told(connection: sqlite3.Connection) -> None:
    _run(connection, _M008)


# Each with a column that it brings: a step is done whole or not at all, so that tells if it was.
_STEPS: Final[tuple[tuple[Callable[[sqlite3.Connection], None], str, str], ...]] = (
    (_first_shape, "memos", "digest"),
    (_tombstones, "tombstones", "digest"),
    (_drafts, "drafts", "text"),
    (_profile, "profile_lines", "text"),
    (_search, "unindexed", "seq"),
    (_faults, "turns", "fault"),
    (_for_one_persona, "memos", "only_for"),
    (_what_was_told, "turns", "told"),
)
LATEST: Final = len(_STEPS)


def version(connection: sqlite3.Connection) -> int:
    """How many steps the file has been through; 0 for an empty one."""
    return number(connection, "PRAGMA user_version")


def migrate(connection: sqlite3.Connection, before_each: Callable[[], object]) -> bool:
    """Take the file through the steps it lacks; whether its number did not fit its tables.

    *before_each* is called ahead of every step but the very first: it makes the backup. Raises
    StoreDamaged where the tables are those of no version; nothing is changed then.
    """
    wrong = _put_number_right(connection)
    for step in range(version(connection), LATEST):
        if step > 0:
            before_each()
        with transaction(connection):
            _STEPS[step][0](connection)
            connection.execute(f"PRAGMA user_version = {step + 1}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return wrong


def _put_number_right(connection: sqlite3.Connection) -> bool:
    """Someone may have changed the number by hand: steps that were done are never done again."""
    claimed = version(connection)
    if claimed > LATEST:
        return False
    marked = [column in _columns(connection, table) for _, table, column in _STEPS]
    done = sum(marked)
    if done == claimed and all(marked[:done]):
        return False
    if not done or not all(marked[:done]):
        raise StoreDamaged("store.odd_version", version=claimed)
    with transaction(connection):
        connection.execute(f"PRAGMA user_version = {done}")
    return True


def _columns(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
    return frozenset(name for (name,) in rows)


def _run(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        connection.execute(statement)
