"""The commands of the talk itself: a new session, another model."""

from __future__ import annotations

from collections.abc import Sequence

from pet.chat.desk import Answer, Desk, for_now
from pet.chat.events import Choice
from pet.engines.base import Model, Window
from pet.errors import ModelMissing, StoreError


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
    chosen = desk.texts("model.chosen", model=near[0].name)
    try:
        desk.tools.remember_model(near[0].name)
    except StoreError as error:
        return Answer(for_now(desk, chosen, error))
    return Answer(chosen)


def _list_models(desk: Desk, offered: Sequence[Model]) -> Answer:
    if not offered:
        return Answer(desk.texts("model.none"))
    desk.tools.engine.status()  # before the first talk nobody has settled on one
    now = desk.tools.engine.model
    lines = (
        desk.texts("model.in_a_cloud", model=model.name)
        if model.remote
        else f"{'●' if model.name == now else '○'} {model.name}"
        for model in offered
    )
    choices = tuple(
        Choice(model.name, f"/model {model.name}")
        for model in offered
        if model.name != now and not model.remote
    )
    said = [desk.texts("model.list"), *lines]
    if desk.tools.engine.name == "ollama" and now is not None:
        said.append(_window(desk, desk.tools.engine.window()))
    return Answer("\n".join(said), choices=choices)


def _window(desk: Desk, window: Window) -> str:
    """How much the model holds at once, and what that costs."""
    megabytes = round(window.cache_bytes / 1024**2)
    if not megabytes:
        return desk.texts("model.window_alone", num_ctx=window.num_ctx)
    return desk.texts("model.window", num_ctx=window.num_ctx, cache_mb=megabytes)
