"""The commands of the talk itself: a new session, another model."""

from __future__ import annotations

from collections.abc import Sequence

from pet.chat.desk import Answer, Desk
from pet.chat.events import Choice
from pet.engines.base import Model
from pet.errors import ModelMissing


def new(desk: Desk, _words: str) -> Answer:
    """Begin another session. Raises StoreError."""
    session = desk.seat.begin_another()
    return Answer(desk.texts("command.new.done"), session=session)


def model(desk: Desk, words: str) -> Answer:
    """List the models of the engine, or choose one. Raises EngineError, ModelMissing."""
    offered = desk.tools.engine.models()
    if not words:
        return _list_models(desk, offered)
    wanted = words.casefold()
    exact = [model for model in offered if model.name.casefold() == wanted]
    near = exact or [model for model in offered if model.name.casefold().startswith(wanted)]
    if len(near) != 1:
        raise ModelMissing("model_not_offered", model=words)
    desk.tools.engine.choose(near[0].name)
    desk.tools.remember_model(near[0].name)
    return Answer(desk.texts("model.chosen", model=near[0].name))


def _list_models(desk: Desk, offered: Sequence[Model]) -> Answer:
    if not offered:
        return Answer(desk.texts("model.none"))
    now = desk.tools.engine.model
    lines = (f"{'●' if model.name == now else '○'} {model.name}" for model in offered)
    choices = tuple(
        Choice(model.name, f"/model {model.name}") for model in offered if model.name != now
    )
    return Answer(desk.texts("model.list") + "\n" + "\n".join(lines), choices=choices)
