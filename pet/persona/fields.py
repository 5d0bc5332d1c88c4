"""The fields of a Character Card V3, and how each is made what the format wants it to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

# Text that is never absent, in the order of the specification; the first six are all of V1.
V1_TEXTS: Final = (*("name", "description", "personality", "scenario", "first_mes", "mes_example"),)
TEXTS: Final = (
    *V1_TEXTS,
    *("creator_notes", "system_prompt", "post_history_instructions", "creator"),
    "character_version",
)
LISTS: Final = ("alternate_greetings", "tags", "group_only_greetings")  # of texts, never absent
_OPTIONAL: Final[Mapping[str, type | tuple[type, ...]]] = {
    "nickname": str,
    "character_book": dict,
    "creator_notes_multilingual": dict,
    "source": list,
    "assets": list,
    "creation_date": (int, float),
    "modification_date": (int, float),
}
KNOWN: Final = frozenset({*TEXTS, *LISTS, *_OPTIONAL, "extensions"})
NOT_IN_V2: Final = (
    *("nickname", "creator_notes_multilingual", "source", "group_only_greetings", "assets"),
    *("creation_date", "modification_date"),
)


def completed(data: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """*data* of a card with every field that V3 asks for, and which had a value of another kind.

    A number becomes the text that it is; null and what cannot be understood count as absent.
    Unknown fields are kept as they are.
    """
    fields = dict(data)
    odd = [name for name in TEXTS if _complete(fields, name, _as_text, "")]
    odd += [name for name in LISTS if _complete(fields, name, _as_texts, [])]
    odd += [name for name in ("extensions",) if _complete(fields, name, _as_mapping, {})]
    for name, kind in _OPTIONAL.items():
        value = fields.get(name)
        if name in fields and (not isinstance(value, kind) or isinstance(value, bool)):
            del fields[name]
            if not _is_empty(value):
                odd.append(name)
    return fields, tuple(odd)


def texts_of(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts in the list *name*, or in the text; what is none of these counts as absent."""
    value = data.get(name)
    parts = value if isinstance(value, list) else [value]
    return tuple(part for part in parts if isinstance(part, str) and part.strip())


def mapping_of(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The object under *name*; an empty one where there is none."""
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def list_of(data: Mapping[str, Any], name: str) -> list[Any]:
    """The list under *name*, or the values of the object there; else an empty one."""
    value = data.get(name)
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _complete(
    fields: dict[str, Any], name: str, converted: Callable[[Any], Any], default: object
) -> bool:
    """Put the *converted* value, or *default*, under *name*; whether something was lost."""
    value = fields.get(name)
    made = converted(value)
    fields[name] = default if made is None else made
    return not _is_empty(value) and (made is None or len(made) < _length(value))


def _length(value: object) -> int:
    return len(value) if isinstance(value, list | dict) else 0


def _is_empty(value: object) -> bool:
    return value is None or value == "" or value == [] or value == {}


def _as_text(value: object) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else None


def _as_texts(value: object) -> list[str] | None:
    if isinstance(value, str) and value:
        return [value]
    if not isinstance(value, list):
        return None
    return [text for text in map(_as_text, value) if text is not None]


def _as_mapping(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None
