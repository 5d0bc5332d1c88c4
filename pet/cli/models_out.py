"""`pet persona export --format ollama`: a persona as a model of Ollama's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pet.cli import failures
from pet.cli.call import Call
from pet.engines import catalogue
from pet.engines.base import Status, Stop
from pet.engines.choose import EngineChooser
from pet.engines.ollama import Ollama
from pet.errors import ModelMissing, PetError, UsageError
from pet.persona import lorebook
from pet.persona.account import Note
from pet.persona.library import Library
from pet.persona.ollama_model import create_body, model_name
from pet.persona.persona import Persona, greetings
from pet.prompt.neutralise import neutralise

_ORDERS: Final = ("system_prompt", "post_history_instructions")
_NAME: Final = re.compile(r"[A-Za-z0-9][\w.-]*(?:/[A-Za-z0-9][\w.-]*){0,2}(?::[\w][\w.-]*)?", re.A)


def export(call: Call, persona_id: str) -> int:
    """Make a model of *persona_id*, called as `--to` says, on top of the one that answers."""
    if call.asked.has("as-imported"):
        raise UsageError("usage.as_imported")
    with call.open_pet() as pet:
        persona = pet.personas.find(persona_id)
        name = _checked(call.asked.value("to") or model_name(persona))
        if not isinstance(pet.engine, EngineChooser):
            raise ModelMissing("no_models")
        made_by = pet.engine.maker()
        base = _base(made_by, persona)
        _agree(call, made_by, name)
        body = create_body(
            persona,
            call.texts.language,
            base=base,
            harmless=_harmless,
            parameters={"num_ctx": made_by.window().num_ctx},
        )
        made_by.make(body | {"model": name}, Stop())
        left = tuple(_left(persona, pet.personas, call))
    if not call.output.json:
        for note in left:
            call.output.note(call.texts(note.key, **note.facts))
    value = {"model": name, "from": base, "notes": [{"note": one.key} for one in left]}
    call.output.result(call.texts("cli.ollama.done", model=name, base=base), value)
    return failures.DONE


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) or catalogue.is_cloud_name(name):
        raise PetError("model_name_odd", model_text=name)
    return name


def _base(made_by: Ollama, persona: Persona) -> str:
    """The model to build on: hers where it is here, else the one that answers.

    Raises EngineError.
    """
    offered = {catalogue.full_name(one.name): one.name for one in made_by.models()}
    own = offered.get(catalogue.full_name(persona.model or ""))
    if own is not None:
        return own
    status: Status = made_by.status()
    if not status.ready or status.model is None:
        raise ModelMissing("no_models")
    return status.model


def _agree(call: Call, made_by: Ollama, name: str) -> None:
    there = {catalogue.full_name(one.name) for one in made_by.models()}
    wanted = catalogue.full_name(name)
    if wanted in there and not call.agree(call.texts("cli.ollama.ask", model=wanted)):
        raise PetError("cli.ollama.declined", model=wanted)


def _harmless(text: str) -> str:
    return neutralise(text).text


def _left(persona: Persona, library: Library, call: Call) -> Iterator[Note]:
    """What a model has no place for."""
    data, language = persona.card["data"], call.texts.language
    book = lorebook.read(data)
    if book is not None:
        yield Note("cli.ollama.left.lorebook", {"count": len(book.entries)})
    if shown := greetings(persona, language):
        yield Note("cli.ollama.left.greetings", {"count": len(shown)})
    if any(isinstance(data.get(name), str) and data[name].strip() for name in _ORDERS):
        yield Note("cli.ollama.left.orders")
    if library.picture(persona) is not None or persona.look:
        yield Note("cli.ollama.left.picture")
    written = {code for code in persona.wordings if code is not None}
    if others := sorted(written - {persona.language_spoken(language)}):
        yield Note("cli.ollama.left.languages", {"names": ", ".join(others)})
    yield Note("cli.ollama.left.memory")
