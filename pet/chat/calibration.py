"""Bytes per token of each model: learned from the server's counts, kept in a file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from pet import files
from pet.engines.base import Window
from pet.errors import PromptTooLong
from pet.prompt.calibrate import BytesPerToken

_log = logging.getLogger(__name__)


class Calibration:
    """One `BytesPerToken` for each model, in `learned.json`. Losing the file costs some room."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._models = _read(path)

    def bytes_per_token(self, model: str | None) -> float:
        return self._of(model).ratio

    def counted(self, model: str | None, size: int, tokens: int, window: Window) -> None:
        """Learn from a prompt of *size* bytes that the server counted as *tokens*."""
        self._learn(model, self._of(model).learn(size, tokens, window))

    def overflowed(self, model: str | None, size: int, error: PromptTooLong) -> None:
        """Learn from the numbers in an overflow error; without numbers, be more careful."""
        tokens = error.facts.get("tokens")
        counted = tokens if isinstance(tokens, int) else 0
        self._learn(model, self._of(model).overflowed(size, counted))

    def was_cut(self, model: str | None, size: int, tokens: int, window: Window) -> bool:
        """Whether the count says that the server left out a part of the prompt."""
        return self._of(model).was_cut(size, tokens, window)

    def _of(self, model: str | None) -> BytesPerToken:
        return self._models.get(model or "", BytesPerToken())

    def _learn(self, model: str | None, learned: BytesPerToken) -> None:
        if not model or learned == self._of(model):
            return
        self._models[model] = learned
        known = {name: value.to_dict() for name, value in self._models.items()}
        try:
            files.write_json(self._path, known)
        except OSError as error:  # it is learned again from the next reply
            _log.info("what was learned of a model was not saved: %s", error.__class__.__name__)


def _read(path: Path) -> dict[str, BytesPerToken]:
    try:
        known = files.read_json(path)
    except (OSError, ValueError):
        return {}
    if not isinstance(known, Mapping):
        return {}
    return {str(name): BytesPerToken.from_dict(value) for name, value in known.items()}
