"""What a server says of its models, read with suspicion; and which one to talk through."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pet.engines import sizing
from pet.engines.base import Model

MIN_VERSION: Final = (0, 12, 6)  # the first whose `truncate` and `shift` can be switched off
_UNKNOWN_VERSION: Final = (0, 0, 0)  # what a build from plain source calls itself
_VERSION: Final = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, slots=True)
class Card:
    """What /api/show tells of one model."""

    trained: int = 0  # tokens; 0: unknown
    per_token: int = 0  # bytes of memory that a token in the window takes; 0: unknown
    capabilities: frozenset[str] | None = None  # None: an older server, which does not say
    remote: bool = False

    def can(self, capability: str) -> bool | None:
        """Whether the model has *capability*; None where the server does not say."""
        return None if self.capabilities is None else capability in self.capabilities


def full_name(name: str) -> str:
    """*name* with its tag: `llama3.2` is `llama3.2:latest`."""
    last = name.rpartition("/")[2]
    return name if ":" in last or not name else f"{name}:latest"


def is_too_old(version: str) -> bool:
    """Whether *version* cannot keep a prompt whole. One that cannot be read is not old."""
    found = _VERSION.match(version.strip())
    if not found:
        return False
    numbers = (int(found[1]), int(found[2]), int(found[3] or 0))
    return numbers != _UNKNOWN_VERSION and numbers < MIN_VERSION


def read_version(answer: object) -> str | None:
    """The version in an answer of /api/version; None where another service answered."""
    version = answer.get("version") if isinstance(answer, dict) else None
    return version if isinstance(version, str) and version else None


def read_models(tags: object, loaded: frozenset[str]) -> tuple[tuple[Model, Card], ...]:
    """Every model in an answer of /api/tags, with what little it tells of it, sorted by name."""
    models = []
    for entry in _entries(tags):
        name = entry.get("name") or entry.get("model")
        if not isinstance(name, str) or not name:
            continue
        card = read_card(entry)
        size = entry.get("size")
        model = Model(
            name=name,
            size=size if isinstance(size, int) else 0,
            loaded=full_name(name) in loaded,
            tools=bool(card.can("tools")),
            thinks=bool(card.can("thinking")),
            remote=card.remote or is_cloud_name(name),
        )
        models.append((model, card))
    return tuple(sorted(models, key=lambda pair: pair[0].name))


def read_loaded(answer: object) -> dict[str, int]:
    """The models in an answer of /api/ps with the num_ctx they were loaded with (0: unknown).

    Ollama 0.24 and 0.32 list a model once it is loaded, not while it loads.
    """
    loaded = {}
    for entry in _entries(answer):
        name, window = entry.get("name"), entry.get("context_length")
        if isinstance(name, str):
            loaded[full_name(name)] = window if isinstance(window, int) else 0
    return loaded


def read_card(answer: object) -> Card:
    """What an answer of /api/show, or an entry of /api/tags, tells of a model."""
    if not isinstance(answer, Mapping):
        return Card()
    capabilities = answer.get("capabilities")
    return Card(
        trained=_trained(answer.get("model_info")),
        per_token=sizing.cache_bytes(answer.get("model_info")),
        capabilities=frozenset(map(str, capabilities)) if isinstance(capabilities, list) else None,
        remote=is_remote(answer),
    )


def is_remote(answer: Mapping[str, Any]) -> bool:
    """Whether an answer says that another machine serves, or served, it."""
    return bool(answer.get("remote_host") or answer.get("remote_model"))


def is_cloud_name(name: str) -> bool:
    """Whether *name* follows Ollama's convention for models in its cloud."""
    return full_name(name).endswith(("-cloud", ":cloud"))


def best(models: Iterable[Model], free: int) -> Model | None:
    """The model to begin with: one that is loaded, else the largest that fits in half of *free*
    bytes, else the smallest there is."""
    local = sorted((model for model in models if not model.remote), key=lambda model: model.size)
    for model in reversed(local):
        if model.loaded:
            return model
    fitting = [model for model in local if model.size <= free // 2]
    return fitting[-1] if fitting else next(iter(local), None)


def _trained(info: object) -> int:
    if not isinstance(info, Mapping):
        return 0
    trained = info.get(f"{info.get('general.architecture')}.context_length")
    return trained if isinstance(trained, int) and trained > 0 else 0


def _entries(answer: object) -> list[Mapping[str, Any]]:
    entries = answer.get("models") if isinstance(answer, Mapping) else None
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, Mapping)]
