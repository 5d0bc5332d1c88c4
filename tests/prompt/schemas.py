"""What a JSON schema lets through, as far as the program's own schemas go."""

from __future__ import annotations

_KNOWN = {"type", "enum", "maxLength", "maxItems", "items"}
_OF_OBJECTS = {"type", "properties", "required", "additionalProperties"}


def allows(form, value) -> bool:
    """Whether *value* has the *form*. Fails where that says something which no engine reads."""
    if form["type"] == "object":
        assert set(form) == _OF_OBJECTS
        return isinstance(value, dict) and _fields(form, value)
    assert set(form) <= _KNOWN
    if form["type"] == "array":
        fits = isinstance(value, list) and len(value) <= form["maxItems"]
        return fits and all(allows(form["items"], item) for item in value)
    kind = {"string": str, "integer": int}[form["type"]]
    if not isinstance(value, kind) or value not in form.get("enum", (value,)):
        return False
    return kind is int or "enum" in form or len(value) <= form["maxLength"]


def _fields(form, value) -> bool:
    known = form["properties"]
    stranger = not form["additionalProperties"] and not value.keys() <= known.keys()
    if stranger or not set(form["required"]) <= value.keys():
        return False
    return all(allows(known[name], one) for name, one in value.items() if name in known)
