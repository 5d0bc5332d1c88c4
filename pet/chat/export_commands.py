"""The command that writes everything that is kept to a file."""

from __future__ import annotations

from pet.chat.desk import Answer, Desk


def export(desk: Desk, words: str) -> Answer:
    """Write a file into the home folder, as JSON or as *words* say. Raises StoreError."""
    from pet.chat import exporting  # 40 ms that no start should wait for

    wanted = words.casefold().lstrip(".") or "json"
    if wanted not in exporting.FORMATS:
        return Answer(desk.texts("command.export.usage"))
    written = exporting.write_home(desk.store, desk.texts, wanted)
    return Answer(
        desk.texts("export.done", file=str(written.file), memos=written.memos, turns=written.turns)
    )
