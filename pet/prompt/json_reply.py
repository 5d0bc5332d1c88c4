"""The JSON object in what a model wrote, whatever it wrote around it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def loaded(text: str) -> Mapping[str, Any] | None:
    """The first JSON object in *text*; None where there is none."""
    begins = text.find("{")
    if begins < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text[begins:])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None
