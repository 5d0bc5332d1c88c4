"""`pet persona export`: a persona as a character card in a file."""

from __future__ import annotations

from pathlib import Path

from pet.cli import failures
from pet.cli.call import Call
from pet.cli.cards_in import notes_value
from pet.cli.writing import write_file
from pet.errors import CardRefused, UsageError
from pet.persona import exporting
from pet.persona.exporting import Exported
from pet.persona.library import Library
from pet.persona.persona import Persona


def export(call: Call, persona_id: str) -> int:
    """Write the card of *persona_id*, as it is now or as it came, to the file after `--to`."""
    asked = call.asked
    to = asked.value("to")
    if to is None:
        raise UsageError("usage.needs_to", id=persona_id)
    kind = asked.value("format") or ("png" if to.lower().endswith(".png") else None)
    if asked.has("as-imported") and kind in ("v2", "v3"):
        raise UsageError("usage.as_imported")
    library = Library(call.paths)
    persona = library.find(persona_id)
    if asked.has("as-imported"):
        made = _as_imported(library, persona, kind)
    else:
        made = _as_it_is(library, persona, kind)
    write_file(call, Path(to), made.data)
    call.tell(library.notices)
    if not call.output.json:
        for note in made.notes:
            call.output.note(call.texts(note.key, **note.facts))
    value = {"file": to, "size": len(made.data), "notes": notes_value(made.notes)}
    call.output.result(call.texts("cli.export.done", file=to), value)
    return failures.DONE


def _as_it_is(library: Library, persona: Persona, kind: str | None) -> Exported:
    match kind:
        case "png":
            return exporting.as_png(persona, _picture(library, persona))
        case "v2":
            return exporting.as_v2(persona)
        case _:
            return exporting.as_v3(persona)


def _as_imported(library: Library, persona: Persona, kind: str | None) -> Exported:
    original = library.original(persona)
    if original is None:
        raise CardRefused("card.no_original", id=persona.id)
    if kind == "png":
        return exporting.original_in_png(original, _picture(library, persona))
    return Exported(original)


def _picture(library: Library, persona: Persona) -> bytes | None:
    path = library.picture(persona)
    return path.read_bytes() if path is not None else None
