"""Who the pet is: a character card as a value, and what the prompt reads of it.

The format is Character Card V3 (github.com/kwaroran/character-card-spec-v3). What it has no place
for lives under `data.extensions.desktop_pet`:

    language     the language she speaks whatever the program speaks; absent: the user's
    written_in   the language of the card's own fields
    languages    {"ko": {name, description, personality, scenario, first_mes,
                 alternate_greetings, mes_example}}: the same persona in other languages
    look, model  the pack she wears, the model she prefers
    shipped      the revision of our own card that this file is a copy of
    rest         what a card of another kind had that V3 has no place for

A card may come from anywhere: its text is never trusted, and a field of the wrong type counts as
absent.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pet.errors import PersonaError
from pet.i18n import Language, known_language

MAX_NAME_SCALARS: Final = 128
MAX_OPENING_SCALARS: Final = 200  # four lines above an empty box
MAX_EXAMPLES: Final = 1_000  # taken apart; a stranger may write two million

_MACRO: Final = re.compile(
    r"\{\{\s{0,9}(?:(?P<name>char|user)\s{0,9}"
    r"|//[^{}]*|(?:comment|hidden_key)\s{0,9}:[^{}]*|(?:original|noop|trim)\s{0,9}"  # for no reader
    r"|(?:random|pick)\s{0,9}::?(?P<choices>[^{}]*))\}\}",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"(?<!\\),")  # between two choices, where there is no ::
_EXAMPLE_START: Final = re.compile(r"<START>", re.IGNORECASE)
_LABELS: Final[Mapping[Language, tuple[str, str, str, str]]] = {
    "en": ("Name", "Description", "Way of speaking", "Situation"),
    "ko": ("이름", "소개", "말투", "상황"),
}
_USER: Final[Mapping[Language, str]] = {"en": "User", "ko": "사용자"}
USER_NAMES: Final = tuple(_USER.values())  # what {{user}} becomes in examples

Card = Mapping[str, Any]  # JSON has no narrower type


@dataclass(frozen=True, slots=True)
class Wording:
    """What a persona says of herself in one language, macros and all, as the card has it."""

    name: str
    description: str = ""
    personality: str = ""  # the way of speaking
    scenario: str = ""
    greetings: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()  # one exchange each, the most important first


@dataclass(frozen=True, slots=True)
class Persona:
    """A persona; `card` is the whole original, so that nothing unknown is ever lost."""

    id: str
    wordings: Mapping[Language | None, Wording]  # None: the card's own, of unknown language
    written_in: Language | None
    language: Language | None
    look: str | None
    model: str | None
    revision: str
    card: Card

    def language_spoken(self, asked: Language) -> Language:
        """Her own language where she has one, else the one that was *asked* for."""
        return self.language or asked

    def wording(self, asked: Language) -> Wording:
        """Her words in the language she speaks; the card's own where there are no such."""
        found = self.wordings.get(self.language_spoken(asked))
        return found if found is not None else self.wordings[self.written_in]


def from_card(persona_id: str, card: object) -> Persona:
    """The persona that *card*, a parsed JSON value, describes.

    Raises PersonaError where it is no V2 or V3 card or has no name.
    """
    data = card.get("data") if isinstance(card, Mapping) else None
    if not isinstance(card, Mapping) or not isinstance(data, Mapping):
        raise PersonaError("persona.not_a_card", id=persona_id)
    own = _own_fields(card)
    base = _wording(data)
    if not base.name:
        raise PersonaError("persona.no_name", id=persona_id)
    written_in = known_language(_text(own.get("written_in")))
    return Persona(
        id=persona_id,
        wordings={**_translations(own, base), written_in: base},
        written_in=written_in,
        language=known_language(_text(own.get("language"))),
        look=_text(own.get("look")) or None,
        model=_text(own.get("model")) or None,
        revision=revision_of(card),
        card=card,
    )


def name_in(persona: Persona, asked: Language) -> str:
    """What she is called in the language she speaks."""
    return persona.wording(asked).name


def persona_text(persona: Persona, asked: Language) -> str:
    """What the prompt reads of *persona*: name, description, way of speaking, scenario.

    In this order, because an assembler that must cut keeps the front. One labelled paragraph
    each; an empty field is left out.
    """
    wording = persona.wording(asked)
    language = persona.language_spoken(asked)
    fields = (wording.name, wording.description, wording.personality, wording.scenario)
    return "\n".join(
        f"{label}: {fill_in(field, wording.name, language)}"
        for label, field in zip(_LABELS[language], fields, strict=True)
        if field
    )


def examples(persona: Persona, asked: Language) -> tuple[str, ...]:
    """The example exchanges as the prompt reads them, the most important first."""
    wording = persona.wording(asked)
    language = persona.language_spoken(asked)
    return tuple(fill_in(example, wording.name, language) for example in wording.examples)


def examples_with_opening(persona: Persona, asked: Language) -> tuple[str, ...]:
    """The examples, and last of them what she says where nothing was said yet."""
    first = opening(persona, asked)
    shown = (f"{name_in(persona, asked)}: {first}",) if first else ()
    return (*examples(persona, asked), *shown)


def opening(persona: Persona, asked: Language) -> str:
    """What she says where nothing was said yet: her first greeting, if it is a short one.

    It is shown above the empty box, and the prompt has it as the last of her examples, so that she
    knows what she is answered to. A card's greeting of a page is neither.
    """
    first = next(iter(greetings(persona, asked)), "")
    return first if len(first) <= MAX_OPENING_SCALARS else ""


def greetings(persona: Persona, asked: Language) -> tuple[str, ...]:
    """What she may say first; never a turn of a conversation."""
    wording = persona.wording(asked)
    language = persona.language_spoken(asked)
    return tuple(fill_in(greeting, wording.name, language) for greeting in wording.greetings)


def fill_in(text: str, name: str, language: Language) -> str:
    """*text* of a card with {{char}} and {{user}} replaced, in one pass.

    Comments are left out, as Character Card V3 asks; where chance should choose, the first choice
    is taken, so that the text is the same in every prompt. Other macros stay. What was put in is
    not read again: a persona named "{{user}}" stays so. The older `<BOT>` and `<USER>` are left
    alone, because authors use such tags for other things.
    """
    values = {"char": name, "user": _USER[language]}

    def filled(macro: re.Match[str]) -> str:
        if macro["name"]:
            return values[macro["name"].lower()]
        first, more, _ = (macro["choices"] or "").partition("::")
        first = first if more else _COMMA.split(first, maxsplit=1)[0]
        return first.replace("\\,", ",").strip()

    return _MACRO.sub(filled, text)


def revision_of(card: Card) -> str:
    """16 hex digits that differ when the content differs; where it was copied from is left out."""
    data = card.get("data")
    content = dict(card)
    if isinstance(data, Mapping) and isinstance(data.get("extensions"), Mapping):
        own = {key: value for key, value in _own_fields(card).items() if key != "shipped"}
        content["data"] = {**data, "extensions": {**data["extensions"], "desktop_pet": own}}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]


def shipped_revision(card: Card) -> str | None:
    """The revision of our own card that *card* was copied from."""
    return _text(_own_fields(card).get("shipped")) or None


def marked_as_shipped(card: Card) -> dict[str, Any]:
    """A copy of *card* that says which of our own cards it is."""
    extensions = card["data"].get("extensions") or {}
    own = {**_own_fields(card), "shipped": revision_of(card)}
    return {**card, "data": {**card["data"], "extensions": {**extensions, "desktop_pet": own}}}


def _own_fields(card: Card) -> Mapping[str, Any]:
    return _mapping(_mapping(_mapping(card.get("data")).get("extensions")).get("desktop_pet"))


def _translations(own: Mapping[str, Any], base: Wording) -> dict[Language | None, Wording]:
    found: dict[Language | None, Wording] = {}
    for code, fields in _mapping(own.get("languages")).items():
        language = known_language(code)
        if language and isinstance(fields, Mapping):
            found[language] = _wording(fields, unnamed=base.name)
    return found


def _wording(fields: Mapping[str, Any], *, unnamed: str = "") -> Wording:
    name = _name(fields.get("nickname")) or _name(fields.get("name")) or unnamed
    alternatives = fields.get("alternate_greetings")
    offered = [fields.get("first_mes"), *(alternatives if isinstance(alternatives, list) else ())]
    return Wording(
        name=name,
        description=_text(fields.get("description")),
        personality=_text(fields.get("personality")),
        scenario=_text(fields.get("scenario")),
        greetings=tuple(filter(None, map(_text, offered))),
        examples=_exchanges(_text(fields.get("mes_example"))),
    )


def _exchanges(mes_example: str) -> tuple[str, ...]:
    """Each block between `<START>` marks; what stands before the first mark is one too."""
    blocks = _EXAMPLE_START.split(mes_example, maxsplit=MAX_EXAMPLES)
    return tuple(filter(None, (block.strip() for block in blocks)))


def _name(value: object) -> str:
    words = _text(value).split(maxsplit=MAX_NAME_SCALARS)
    return " ".join(words)[:MAX_NAME_SCALARS].rstrip()


def _text(value: object) -> str:
    """*value* where it is text, with line ends made one kind and lone surrogates replaced."""
    if not isinstance(value, str):
        return ""
    whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\r\n", "\n").replace("\r", "\n").strip()


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
