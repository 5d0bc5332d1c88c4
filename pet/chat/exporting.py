"""What is kept, written to a file: for another home, for other programs, or to be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, get_args

from pet import files
from pet.errors import StoreError
from pet.i18n import Texts
from pet.memory import archive, archive_files
from pet.memory.archive import Archive, SessionRecord
from pet.memory.failures import translated
from pet.memory.profile_rows import TOPICS
from pet.memory.store import Store

Format = Literal["json", "md", "jsonl"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)


@dataclass(frozen=True, slots=True)
class Written:
    """The file that was written, and how much is in it."""

    file: Path
    format: Format
    size: int
    memos: int
    turns: int


def content(store: Store, texts: Texts, form: Format) -> tuple[Archive, bytes]:
    """Everything that is kept, and how it is written in *form*. Raises StoreError."""
    kept = archive.of(store)
    match form:
        case "json":
            return kept, archive_files.as_json(kept, store.clock.utc_ms())
        case "jsonl":
            return kept, archive_files.as_lines(kept)
        case "md":
            return kept, ("\n".join(_page(kept, texts)) + "\n").encode("utf-8", "replace")


def write_home(store: Store, texts: Texts, form: Format) -> Written:
    """Write it to a new file in the home folder, which erasing for good reaches.

    Raises StoreError where the folder cannot be written, or the disk is full.
    """
    if store.read_only:
        raise StoreError("store.read_only")
    kept, written = content(store, texts, form)
    stamp = store.clock.now().strftime("%Y%m%d-%H%M%S")
    file = store.paths.exports / f"memory-{stamp}.{form}"
    with translated():
        files.write_whole(file, written)
    return Written(file, form, len(written), len(kept.memos), kept.turns)


def _page(kept: Archive, texts: Texts) -> Iterator[str]:
    """Markdown: notes, profile, and every conversation with its days and times."""
    yield f"# {texts('export.head')}"
    yield f"\n## {texts('export.memos')}\n"
    for memo in kept.memos:
        yield f"- #{memo.number} {'📌 ' if memo.pinned else ''}{memo.text}"
    yield f"\n## {texts('export.profile')}"
    for topic in TOPICS:
        lines = [line.text for line in kept.profile if line.topic == topic]
        if lines:
            yield f"\n### {texts(f'profile.topic.{topic}')}\n"
            yield from (f"- {line}" for line in lines)
    for session in kept.sessions:
        yield from _conversation(session, texts)


def _conversation(session: SessionRecord, texts: Texts) -> Iterator[str]:
    yield f"\n## {texts('export.session', name=session.shown)}"
    for summary in session.summaries:
        yield f"\n{texts('export.summary')}\n"
        yield _quoted(summary.text)
    for turn in session.turns:
        at = datetime.fromtimestamp(turn.at_ms / 1000, UTC).astimezone()
        yield f"\n**{texts('export.you')}** ({at:%Y-%m-%d %H:%M})\n"
        yield _quoted(turn.user)
        if turn.reply:
            yield f"\n**{turn.persona}**\n"
            yield _quoted(turn.reply)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines() or [""])
