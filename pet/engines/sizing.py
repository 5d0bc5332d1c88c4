"""How many tokens a model is given to hold, and the memory that this costs.

The window is the user's if there is one in the settings, else as much of 8,192 tokens as the
model was trained for and as leaves three quarters of the free memory to everything else. It is
chosen once: another value would make the server load the model again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pet.engines.base import MAX_WINDOW, Window

LEAST_WINDOW: Final = 2048  # tokens: persona, notes and a few turns
_ASSUMED_TRAINED: Final = 4096  # tokens, where a model does not say
_BLOCK: Final = 256  # tokens
_SHARE: Final = 4  # of the free memory a quarter
_BYTES_PER_NUMBER: Final = 2  # keys and values are kept as 16-bit numbers unless asked otherwise


def cache_bytes(info: object) -> int:
    """Bytes that one token in the window takes, from the `model_info` of /api/show; 0: unknown.

    Keys and values of every layer. More than the truth where layers look back only a little way
    (Gemma, hybrid models): it errs towards taking less.
    """
    if not isinstance(info, Mapping):
        return 0
    architecture = info.get("general.architecture")

    def fact(name: str) -> int:
        value = info.get(f"{architecture}.{name}")
        return value if isinstance(value, int) and value > 0 else 0

    layers, heads = fact("block_count"), fact("attention.head_count")
    usual = fact("embedding_length") // heads if heads else 0
    key = fact("attention.key_length") or usual
    value = fact("attention.value_length") or usual
    shared = _heads(info.get(f"{architecture}.attention.head_count_kv"), layers) or layers * heads
    return shared * (key + value) * _BYTES_PER_NUMBER


def _heads(found: Any, layers: int) -> int:  # JSON: one number, or one for each layer
    """Heads of all layers together that have keys of their own."""
    if isinstance(found, int):
        return max(0, found) * layers
    if isinstance(found, list):
        return sum(each for each in found if isinstance(each, int) and each > 0)
    return 0


def chosen(
    trained: int, per_token: int, free: int, *, wanted: int | None = None, most: int = MAX_WINDOW
) -> Window:
    """The window of a model, in tokens, for *free* bytes of memory; *wanted* by the user.

    Ollama 0.30 and later round num_ctx up to whole blocks; this rounds down, so that the number
    counted with is the number that holds.
    """
    tokens = min(wanted or most, trained or _ASSUMED_TRAINED)
    while wanted is None and tokens > LEAST_WINDOW and tokens * per_token > free // _SHARE:
        tokens = max(LEAST_WINDOW, tokens // 2)
    tokens = max(_BLOCK, tokens // _BLOCK * _BLOCK)
    return Window(tokens, trained=trained, cache_bytes=tokens * per_token)


def kept(window: Window, loaded: int, *, most: int = MAX_WINDOW) -> Window:
    """*window*, or the larger one that the model is loaded with already: that memory is taken."""
    if not window.num_ctx < loaded <= min(most, window.trained):
        return window
    per_token = window.cache_bytes // window.num_ctx
    return Window(loaded, trained=window.trained, cache_bytes=loaded * per_token)
