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
        value: Mapping[str, Any] = json.JSONDecoder().raw_decode(text[begins:])[0]
    except (ValueError, RecursionError):
        return None
    return value
