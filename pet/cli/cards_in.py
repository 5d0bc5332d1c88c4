"""`pet persona import`: a page on each file, and the persona in it is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.output import table
from pet.errors import PetError
from pet.i18n import Texts
from pet.persona import importing
from pet.persona.account import Imported, Note
from pet.persona.leftovers import understood
from pet.persona.library import Library
from pet.persona.limits import MAX_FILE_BYTES
from pet.persona.persona import Persona, name_in
from pet.prompt import measure
from pet.prompt.budget import Budget
from pet.prompt.hidden import reveal
from pet.prompt.report import Report


def import_files(call: Call, names: Sequence[str]) -> int:
    """Import each of *names*; one that cannot be does not keep the others from it.

    The exit code is that of the first failure.
    """
    library = Library(call.paths)
    values: list[dict[str, object]] = []
    codes = [_import(call, library, Path(name), values) for name in names]
    if call.output.json:
        call.output.give(values)
    return next((code for code in codes if code), failures.DONE)


def _import(call: Call, library: Library, file: Path, values: list[dict[str, object]]) -> int:
    value: dict[str, object] = {"file": _shown(file)}
    values.append(value)
    try:
        imported = importing.read_card(_read(file), file.name)
        report = measure.report_of(imported.persona, call.texts.language, Budget())
        hidden = sum(reveal(text)[1] for text in imported.texts())
        value |= _value(call, imported, report, hidden)
        _say(call, f"{_shown(file)}\n{_page(call, imported, report, hidden)}")
        value["id"] = _keep(call, library, imported).id
    except PetError as error:
        value |= failures.as_value(error)
        if not call.output.json:
            told = failures.sentence(call.texts, error)
            call.output.note(f"{_shown(file)}: {told}")
        return failures.code_of(error)
    _say(call, call.texts("cli.import.kept", id=value["id"]))
    return failures.DONE


def _read(file: Path) -> bytes:
    """No more of *file* than can be imported."""
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("cli.import.unreadable", reason=reason) from error


def _keep(call: Call, library: Library, imported: Imported) -> Persona:
    name = name_in(imported.persona, call.texts.language)
    if not call.agree(call.texts("cli.import.ask", name=name)):
        raise PetError("cli.import.declined", name=name)
    return library.add(imported)


def _page(call: Call, imported: Imported, report: Report, hidden: int) -> str:
    texts = call.texts
    came = texts(
        "cli.import.from",
        spec=texts(f"card.spec.{imported.spec}"),
        container=texts(f"card.container.{imported.container}"),
    )
    head = f"{name_in(imported.persona, texts.language)} — {came}"
    lines = [head, table(_rows(texts, imported)), *_fitting(texts, report)]
    if hidden:
        lines.append(texts("cli.import.hidden", count=hidden))
    if imported.notes:
        lines.append(texts("cli.import.notes"))
        lines += [f"  - {texts(note.key, **note.facts)}" for note in imported.notes]
    return "\n".join(lines)


def _rows(texts: Texts, imported: Imported) -> Iterator[tuple[str, str, str]]:
    for one in understood(imported.persona.wording(texts.language), imported.lorebook):
        items = str(one.items) if one.field in ("greetings", "examples", "lorebook") else ""
        size = texts("cli.import.bytes", size=one.size)
        yield f"  {texts(f'card.field.{one.field}')}", items, size
    if picture := imported.picture:
        points = texts("cli.import.points", width=picture.width, height=picture.height)
        size = texts("cli.import.bytes", size=len(picture.data))
        yield f"  {texts('cli.import.picture')}", points, size


def _fitting(texts: Texts, report: Report) -> Iterator[str]:
    persona, shown = report.section("persona"), report.section("examples")
    yield texts(
        "cli.import.fits",
        kept=persona.kept_bytes,
        limit=Budget().persona_bytes,
        examples=shown.kept_items,
        offered=shown.offered_items,
    )
    if persona.left_bytes:
        yield texts("cli.import.cut", left=persona.left_bytes)


def _value(call: Call, imported: Imported, report: Report, hidden: int) -> dict[str, object]:
    picture = imported.picture
    book = imported.lorebook
    wording = imported.persona.wording(call.texts.language)
    return {
        "name": name_in(imported.persona, call.texts.language),
        "spec": imported.spec,
        "version": imported.version,
        "container": imported.container,
        "understood": [asdict(one) for one in understood(wording, book)],
        "notes": notes_value(imported.notes),
        "hidden": hidden,
        "picture": picture
        and {
            "format": picture.format,
            "width": picture.width,
            "height": picture.height,
            "size": len(picture.data),
        },
        "lorebook": book and {"entries": len(book.entries), "constant": len(book.constant)},
        "persona": asdict(report.section("persona")),
        "examples": asdict(report.section("examples")),
    }


def notes_value(notes: Sequence[Note]) -> list[dict[str, object]]:
    return [{"note": note.key, "facts": dict(note.facts)} for note in notes]


def _say(call: Call, text: str) -> None:
    if not call.output.json:
        call.output.say(text)


def _shown(file: Path) -> str:
    """The name of *file* as text, whatever its bytes are."""
    return os.fsencode(file).decode(errors="replace")
