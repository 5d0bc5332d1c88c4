"""What an answer that says no means: HTTP status and body to the error the user will read.

The shapes were seen on Ollama 0.24.0 and 0.32.15. Statuses are trusted before texts, because the
texts change from one release to the next.
"""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import Any, Final

from pet.errors import (
    EngineError,
    EngineRefused,
    ModelMissing,
    PromptTooLong,
    ReplyBroken,
)

_TOO_LONG: Final = re.compile(
    r"exceed_context_size|exceeds the (?:available )?context|longer than the context", re.IGNORECASE
)
_COUNTS: Final = re.compile(r"\((\d+) tokens\).*?\((\d+) tokens\)", re.DOTALL)
# The server's words for a model that does not fit: with both sizes from its own count, else what
# the libraries below it said.
_SIZES: Final = re.compile(
    r"requires more (?:system )?memory \(([^)]{1,20})\) than is available \(([^)]{1,20})\)"
)
_NO_ROOM: Final = re.compile(
    r"out of memory|(?:insufficient|not enough)[^:]{0,12} memory"
    r"|(?:unable|failed) to allocate|(?:cuda|hip)Malloc failed",
    re.IGNORECASE,
)
_NOT_LOADED: Final = re.compile(
    r"unknown model architecture|(?:error|failed|unable) (?:to )?load(?:ing)? (?:the )?model"
    r"|unsupported (?:model|architecture)|newer version of Ollama|invalid file magic",
    re.IGNORECASE,
)
_CRASHED: Final = re.compile(
    r"(?:runner|llama-server)\b[^:]{0,24} (?:terminated|exited|no longer running|crashed)",
    re.IGNORECASE,
)
_CLOUD: Final = re.compile(r"\bcloud\b|\bsign ?in\b|unauthorized", re.IGNORECASE)
_MAX_DETAIL: Final = 300  # scalars of a server's own words


class ToolsUnsupported(EngineError):
    """The model cannot be given tools; the call is made again without them."""


def refusal(status: int, body: bytes, *, model: str, window: int) -> EngineError:
    """The error for an HTTP answer other than 200.

    *model* is the one that was asked for ("": none), *window* the num_ctx that was sent.
    """
    text = error_text(_json_or_none(body))
    if status == HTTPStatus.NOT_FOUND and text and model:
        return ModelMissing("model_missing", model=model)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        return EngineRefused("engine_busy")
    if status == HTTPStatus.FORBIDDEN and not body.strip():
        return EngineRefused("engine_forbidden")  # our Host header is not one it knows
    if text is None or status == HTTPStatus.NOT_FOUND:
        return EngineRefused("wrong_service", status=status)
    return _by_text(status, text, model, window)


def broken(answer: object, *, model: str, window: int) -> EngineError:
    """The error for an `{"error": …}` line in mid-stream."""
    text = error_text(answer) or ""
    return _too_long(text, window) or ReplyBroken(
        "engine_failed_midway", model=model, detail_text=_detail(text)
    )


def error_text(answer: object) -> str | None:
    """The words of an error object, or None where it is none."""
    error = answer.get("error") if isinstance(answer, dict) else None
    if isinstance(error, dict):
        error = error.get("message", "")
    return error if isinstance(error, str) else None


def _by_text(status: int, text: str, model: str, window: int) -> EngineError:
    too_long = _too_long(text, window)
    if too_long is not None:
        return too_long
    if "does not support tools" in text:
        return ToolsUnsupported("tools_unsupported", model=model)
    if "does not support chat" in text:
        return ModelMissing("model_cannot_chat", model=model)
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) and _CLOUD.search(text):
        return EngineRefused("cloud_blocked", model=model)
    return _unloaded(text, model) or EngineRefused(
        "engine_failed", status=status, detail_text=_detail(text)
    )


def _unloaded(text: str, model: str) -> EngineRefused | None:
    """What keeps the model from being loaded or kept, where the server's words say so."""
    sizes = _SIZES.search(text)
    if sizes is not None:
        return EngineRefused("model_too_large", model=model, needed=sizes[1], free=sizes[2])
    for shape, key in (
        (_NO_ROOM, "model_no_room"),
        (_CRASHED, "model_crashed"),
        (_NOT_LOADED, "model_not_loaded"),
    ):
        if shape.search(text):
            return EngineRefused(key, model=model)
    return None


def _too_long(text: str, window: int) -> PromptTooLong | None:
    """Ollama 0.30 and later nest llama.cpp's error, with both counts, as text inside theirs."""
    if not _TOO_LONG.search(text):
        return None
    nested = _json_or_none(text.encode())
    inner = nested.get("error") if isinstance(nested, dict) else None
    if isinstance(inner, dict):
        tokens, holds = inner.get("n_prompt_tokens"), inner.get("n_ctx")
        if isinstance(tokens, int) and isinstance(holds, int):
            return PromptTooLong("prompt_too_long", tokens=tokens, window=holds)
    counts = _COUNTS.search(text)
    if counts:
        return PromptTooLong("prompt_too_long", tokens=int(counts[1]), window=int(counts[2]))
    return PromptTooLong("prompt_too_long_uncounted", tokens=0, window=window)


def _detail(text: str) -> str:
    return text[:_MAX_DETAIL].strip()


def _json_or_none(body: bytes) -> Any:  # whatever JSON the server wrote
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
