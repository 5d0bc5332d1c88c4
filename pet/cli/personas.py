"""`pet persona`: who is here, and character cards that come and go."""

from __future__ import annotations

from pet import remote
from pet.cli import failures
from pet.cli.call import Call
from pet.errors import UsageError
from pet.persona.library import Library
from pet.persona.persona import Persona, name_in
from pet.persona.wardrobe import Wardrobe
from pet.settings import Settings


def personas(call: Call) -> int:
    """List the personas, wear one, import files, export one, or edit one in the running copy."""
    match call.asked.words:
        case () | ("list",):
            return _list(call)
        case ("import", *files) if files:
            from pet.cli import cards_in

            return cards_in.import_files(call, files)
        case ("use", *words) if words:
            return _use(call, " ".join(words))
        case ("export", persona_id) if call.asked.value("format") == "ollama":
            from pet.cli import models_out

            return models_out.export(call, persona_id)
        case ("export", persona_id):
            from pet.cli import cards_out

            return cards_out.export(call, persona_id)
        case ("edit", *words):
            remote.ask(call.paths.socket, "edit-persona", " ".join(words))
            return failures.DONE
        case _:
            raise UsageError("usage.persona")


def _list(call: Call) -> int:
    """The one the pet is now has a dot."""
    library = Library(call.paths)
    everyone = library.everyone()
    current = library.get(Settings(call.paths)["persona"]).id
    call.tell(library.notices)
    lines = "\n".join(_line(call, one, current) for one in everyone)
    call.output.result(lines, [_value(call, one, current) for one in everyone])
    return failures.DONE


def _use(call: Call, words: str) -> int:
    """Wear the one that *words* mean; a copy that runs changes at once, others at their start."""
    library = Library(call.paths)
    wardrobe = Wardrobe(library, Settings(call.paths))
    wanted = wardrobe.meant(words)
    wardrobe.wear(wanted)
    call.tell(library.notices)
    running = True
    try:
        remote.ask(call.paths.socket, "wear")
    except (remote.NotRunning, remote.NotAnswering):
        running = False
    key = "cli.persona.worn" if running else "cli.persona.worn_next"
    name = name_in(wanted, call.texts.language)
    call.output.result(call.texts(key, name=name), {"id": wanted.id, "running": running})
    return failures.DONE


def _line(call: Call, one: Persona, current: str) -> str:
    mark = "●" if one.id == current else "○"
    return f"{mark} {one.id}  {name_in(one, call.texts.language)}"


def _value(call: Call, one: Persona, current: str) -> dict[str, object]:
    return {
        "id": one.id,
        "name": name_in(one, call.texts.language),
        "language": one.language,
        "look": one.look,
        "model": one.model,
        "revision": one.revision,
        "current": one.id == current,
    }
