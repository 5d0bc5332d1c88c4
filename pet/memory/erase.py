"""Erasing for good: no byte of a memo or a turn stays in the database, its journal, or a backup.

The backups come first and the database last: a copy that is killed in between has erased nothing
that it reported, and the user can do it again.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pet.errors import StoreDamaged
from pet.memory import (
    backups,
    draft_erase,
    erasures,
    failures,
    indexing,
    likeness,
    locks,
    memo_rows,
    migrations,
    opening,
    profile_erase,
    sending,
    tombstones,
)
from pet.memory.backups import Backup
from pet.memory.connections import connect, transaction
from pet.memory.store import Store
from pet.memory.wording import bare, core, folded

_READ_TURNS: Final = 9  # the newest of a session: those a prompt may hold, and what is answered


@dataclass(frozen=True, slots=True)
class Erased:
    """What went with the memo of that number; 0: turns alone were to go."""

    number: int
    turns: int  # commands that carried it, and turns the user chose
    backups: int  # written again without it, or dropped where they could not be read
    drafts: int = 0  # from which its words were cut


@dataclass(frozen=True, slots=True)
class _Target:
    """What must leave every file; rows by their UUIDs, which are the same in every backup."""

    memos: frozenset[str]
    texts: frozenset[str]  # all wordings they ever had, as far as they can be undone
    turns: frozenset[str]  # chosen to go too
    sources: frozenset[str]  # the turns they came from: these stay
    sessions: frozenset[str] = frozenset()  # that go as a whole


def erase_memo(store: Store, memo_id: int, *, turns: Iterable[int] = ()) -> Erased:
    """Erase a memo, forgotten or not, and leave a tombstone. It cannot be undone.

    With it go its earlier wordings, the commands and summaries that carried it, its words in what
    was typed and not sent, the profile lines that say so or were concluded from where it came from,
    and *turns* that the user chose (see `mentions`). Files that were put aside as damaged go too,
    because nobody can tell what is in them, and so do all exports in the home folder. Raises
    NothingFound; StoreError, and then it is not erased.
    """
    chosen = tuple(turns)
    return _erase(store, lambda connection: _target(connection, memo_id, chosen), memo_id)


def erase_turns(store: Store, turns: Iterable[int]) -> Erased:
    """Erase *turns*, what was said and what was replied. It cannot be undone.

    With them go the summaries that reach over them, and the profile lines that came from nowhere
    else; memos stay. Raises StoreError, and then nothing is erased.
    """
    chosen = tuple(turns)
    return _erase(store, lambda connection: _talk_target(connection, chosen), 0)


def erase_session(store: Store, session: int) -> Erased:
    """Erase all that was said in *session*, as `erase_turns` does, and the session itself.

    One that a copy is talking in stays, empty. Raises StoreError, and then nothing is erased.
    """

    def target(connection: sqlite3.Connection) -> _Target:
        rows = connection.execute("SELECT id FROM turns WHERE session = ?", (session,)).fetchall()
        said = _talk_target(connection, [turn for (turn,) in rows])
        return replace(
            said,
            sessions=frozenset(
                _column(connection, "SELECT uuid FROM sessions WHERE id = ?", session)
            ),
        )

    names = store.rows("SELECT uuid FROM sessions WHERE id = ?", session)
    held = [locks.take_session(store.paths, name) for (name,) in names]
    try:
        if None in held:
            rows = store.rows("SELECT id FROM turns WHERE session = ?", session)
            return erase_turns(store, [turn for (turn,) in rows])
        return _erase(store, target, 0)
    finally:
        for lock in held:
            if lock is not None:
                locks.drop(lock)


def _erase(store: Store, target_in: Callable[[sqlite3.Connection], _Target], memo: int) -> Erased:
    """Take what *target_in* finds out of every backup, and at last out of the database."""
    target = store.read(target_in)
    first = backups.listed(store.paths)
    for backup in first:
        _clean_alone(store, backup, target)

    def finish(connection: sqlite3.Connection) -> Erased:
        last = target_in(connection)
        new = [backup for backup in backups.listed(store.paths) if backup not in first]
        for backup in new:
            _clean(store, backup, last)
        backups.tidy(store.paths)
        for folder in (store.paths.damaged, store.paths.exports):
            _clear(folder)
        sending.remove_if(store.paths, _carrier(last))
        with transaction(connection):
            turns, drafts = _remove(connection, last, store.clock.utc_ms())
            erasures.count(connection)
            opening.want_rewrite(connection)
        indexing.scrub(store)
        opening.finish_rewrite(connection)
        return Erased(memo, turns, len(first) + len(new), drafts)

    erased = store.maintain(finish)
    erasures.tell(store)
    return erased


def mentions(store: Store, memo_id: int) -> tuple[int, ...]:
    """The turns, other than commands, in which the memo's text stands: for the user to choose from.

    Raises NothingFound, StoreError.
    """

    def search(connection: sqlite3.Connection) -> tuple[int, ...]:
        _teach(connection, _target(connection, memo_id, ()))
        rows = connection.execute(
            "SELECT id FROM turns WHERE state != 'command'"
            " AND (carries(CAST(user_text AS BLOB)) OR carries(CAST(reply AS BLOB))) ORDER BY id"
        ).fetchall()
        return tuple(turn for (turn,) in rows)

    return store.read(search)


def carrier(store: Store, memo_id: int) -> Callable[[str], bool]:
    """Whether a text holds the memo, in this or an earlier wording.

    For places that erasing does not reach; asked for before the memo is erased. Raises
    NothingFound, StoreError.
    """
    return _carrier(store.read(lambda connection: _target(connection, memo_id, ())))


def _target(connection: sqlite3.Connection, memo_id: int, turns: tuple[int, ...]) -> _Target:
    """What to erase: the memo, and forgotten ones that said the same.

    A wording that a living memo has now is that memo's, and stays.
    """
    memo = memo_rows.any_one(connection, memo_id)
    words = bare(memo.text)
    connection.create_function("says_that", 1, lambda raw: bare(_text(raw)) == words)
    same = connection.execute(
        "SELECT memos.id, memos.uuid, text, turns.uuid FROM memos"
        " LEFT JOIN turns ON turns.id = turn"
        " WHERE memos.id = ? OR forgotten_ms IS NOT NULL AND says_that(CAST(text AS BLOB))",
        (memo_id,),
    ).fetchall()
    texts = {text for _, _, text, _ in same}
    chosen: set[str] = set()
    for each, *_ in same:
        texts |= _column(
            connection, "SELECT before FROM undo WHERE memo = ? AND action = 'change'", each
        )
    for turn in turns:
        chosen |= _column(connection, "SELECT uuid FROM turns WHERE id = ?", turn)
    others = {core(other.text) for other in memo_rows.alive(connection) if other.id != memo.id}
    return _Target(
        memos=frozenset(name for _, name, _, _ in same),
        texts=frozenset(text for text in texts if core(text) not in others),
        turns=frozenset(chosen),
        sources=frozenset(source for *_, source in same if source is not None),
    )


def _talk_target(connection: sqlite3.Connection, turns: Iterable[int]) -> _Target:
    """Turns alone; no wording is looked for anywhere else."""
    chosen: set[str] = set()
    for turn in turns:
        chosen |= _column(connection, "SELECT uuid FROM turns WHERE id = ?", turn)
    return _Target(frozenset(), frozenset(), frozenset(chosen), frozenset())


def _column(connection: sqlite3.Connection, query: str, number: int) -> set[str]:
    return {value for (value,) in connection.execute(query, (number,)).fetchall()}


def _remove(connection: sqlite3.Connection, target: _Target, now_ms: int) -> tuple[int, int]:
    """Delete all of *target* and bury it, in the caller's transaction.

    How many turns it took, and from how many drafts it was cut.
    """
    _teach(connection, target)
    chosen = connection.execute("SELECT id, session FROM turns WHERE is_chosen(uuid)").fetchall()
    _end_replies(connection, target, chosen)
    commands = connection.execute(
        "SELECT id FROM turns WHERE state = 'command'"
        " AND (carries(CAST(user_text AS BLOB)) OR carries(CAST(reply AS BLOB))"
        " OR echo AND looks_for(CAST(user_text AS BLOB))"
        " OR id IN (SELECT command_memos.turn FROM command_memos JOIN memos ON memos.id = memo"
        " WHERE is_target(memos.uuid, CAST(text AS BLOB))))"
    ).fetchall()
    going = {turn for (turn,) in commands} | {turn for turn, _ in chosen}
    sources = connection.execute("SELECT id FROM turns WHERE is_source(uuid)").fetchall()
    digests = {tombstones.digest_of(connection, bare(text)) for text in target.texts}
    digests |= profile_erase.remove(connection)
    for turn in going:  # no file may bring such a turn back
        (row,) = connection.execute(
            "SELECT uuid, created_ms, user_text, reply FROM turns WHERE id = ?", (turn,)
        ).fetchall()
        names = tombstones.names_of_turn(*row)
        digests |= {tombstones.digest_of(connection, name) for name in names}
    tombstones.bury(connection, digests, [turn for (turn,) in sources], now_ms)
    connection.execute("DELETE FROM summaries WHERE carries(CAST(text AS BLOB))")
    connection.executemany("DELETE FROM summaries WHERE upto_turn >= ? AND session = ?", chosen)
    drafts = draft_erase.remove(connection, target.texts)
    connection.execute("DELETE FROM undo WHERE action = 'change' AND carries(CAST(before AS BLOB))")
    connection.execute("DELETE FROM memos WHERE is_target(uuid, CAST(text AS BLOB))")
    connection.executemany("DELETE FROM turns WHERE id = ?", [(turn,) for turn in going])
    for name in target.sessions:
        connection.execute(
            "DELETE FROM summaries WHERE session = (SELECT id FROM sessions WHERE uuid = ?)",
            (name,),
        )
        connection.execute(
            "DELETE FROM sessions WHERE uuid = ? AND NOT EXISTS"
            " (SELECT 1 FROM turns WHERE session = sessions.id)",
            (name,),
        )
    return len(going), drafts


def _end_replies(
    connection: sqlite3.Connection, target: _Target, chosen: Sequence[tuple[int, int]]
) -> None:
    """Stop every reply that is just coming and was made from what goes: it may say it again.

    A memo is in every prompt; a turn in those of its session, while it is one of the newest or part
    of the summary.
    """
    stop = "UPDATE turns SET reply = '', state = 'stopped' WHERE state IN ('asked', 'partial')"
    if target.memos:
        connection.execute(stop)
    connection.executemany(
        f"{stop} AND session = :session AND"
        " (EXISTS (SELECT 1 FROM summaries WHERE session = :session AND upto_turn >= :turn)"
        " OR (SELECT count(*) FROM turns AS later"
        f" WHERE later.session = :session AND later.id > :turn) <= {_READ_TURNS})",
        [{"turn": turn, "session": session} for turn, session in chosen],
    )


def _teach(connection: sqlite3.Connection, target: _Target) -> None:
    """Give the connection the functions that know *target*.

    They take bytes: one damaged letter anywhere must not keep all the rest from being erased.
    """
    wordings = {core(text) for text in target.texts}
    carries = _carrier(target)
    notes = [likeness.read(text) for text in target.texts]

    def is_target(name: str, raw: bytes) -> bool:
        return name in target.memos or core(_text(raw)) in wordings

    def means(raw: bytes) -> bool:
        return any(likeness.says_same(likeness.read(_text(raw)), note) for note in notes)

    def looks_for(raw: bytes) -> bool:
        """Whether the words after a command, such as `/search`, stand in what is erased."""
        words = core(folded(_text(raw)).partition(" ")[2])
        return bool(words) and any(words in wording for wording in wordings)

    connection.create_function("carries", 1, lambda raw: carries(_text(raw)))
    connection.create_function("looks_for", 1, looks_for)
    connection.create_function("means", 1, means)
    connection.create_function("is_target", 2, is_target)
    connection.create_function("is_chosen", 1, target.turns.__contains__)
    connection.create_function("is_source", 1, (target.sources | target.turns).__contains__)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _carrier(target: _Target) -> Callable[[str], bool]:
    """Whether a text holds a wording of *target*."""
    wordings = {core(text) for text in target.texts}

    def carries(text: str) -> bool:
        whole = folded(text)
        return any(wording in whole for wording in wordings)

    return carries


def _clear(folder: Path) -> None:
    """Remove *folder* with all that is in it, also where it is a link to one. Raises OSError."""
    if folder.is_symlink():
        for inside in folder.glob("*") if folder.is_dir() else ():
            if inside.is_dir() and not inside.is_symlink():
                shutil.rmtree(inside)
            else:
                inside.unlink(missing_ok=True)
        return
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree(folder)


def _clean_alone(store: Store, backup: Backup, target: _Target) -> None:
    """Like `_clean`, with the lock for this one only: each backup may take a second."""
    store.maintain(lambda _: _clean(store, backup, target))


def _clean(store: Store, backup: Backup, target: _Target) -> None:
    """Write a backup again without *target*, or drop it if this version cannot read it.

    Called under the lock. Raises sqlite3.Error, OSError.
    """
    if not backup.path.exists():  # another copy made the backup of the day meanwhile
        return
    changed_ns = backup.path.stat().st_mtime_ns
    try:
        with backups.new_file(store.paths.backups) as fresh:
            shutil.copyfile(backup.path, fresh)
            if not backups.is_good(fresh):
                raise StoreDamaged("store.damaged")
            with closing(connect(fresh)) as copy:
                migrations.migrate(copy, contextlib.nullcontext)
                with transaction(copy):
                    _remove(copy, target, store.clock.utc_ms())
                copy.execute("VACUUM")
            backups.publish(fresh, backup.path, changed_ns)
    except (sqlite3.DatabaseError, StoreDamaged) as error:
        if not failures.is_damage(error):
            raise
        backup.path.unlink()
