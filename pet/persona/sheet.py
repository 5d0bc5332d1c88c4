"""A persona as a form holds it: what can be edited, as a value, and its way back into the card.

A card knows more than a form shows. So only what differs is written back, and every other field,
known or not, stays as the card has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from pet.errors import PersonaError
from pet.i18n import Language, known_language
from pet.persona import fields
from pet.persona.persona import Card, Persona, Wording, from_card

Kept = Literal["kept"]
Field = Literal["name", "description", "personality", "scenario", "greetings", "examples"]
Choice = Literal["language", "look", "model", "picture"]
FIELDS: Final[tuple[Field, ...]] = (
    *("name", "description", "personality", "scenario", "greetings", "examples"),
)
CHOICES: Final[tuple[Choice, ...]] = ("language", "look", "model", "picture")
_TEXTS: Final = ("description", "personality", "scenario")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Her words, those of the card first, then its translations; and what she prefers.

    `picture` is "kept" where it is the one on disk, None where she is to have none, else the bytes
    of a new one.
    """

    words: tuple[tuple[Language | None, Wording], ...]
    language: Language | None = None
    look: str | None = None
    model: str | None = None
    picture: bytes | Kept | None = "kept"

    @property
    def name(self) -> str:
        """What the card itself calls her."""
        return self.words[0][1].name

    def wording(self, language: Language | None) -> Wording:
        """Her words in *language*; the card's own where there are no such."""
        return dict(self.words).get(language, self.words[0][1])

    def with_wording(self, language: Language | None, wording: Wording) -> Sheet:
        """The same with other words in *language*, which is there already."""
        words = tuple((code, wording if code == language else own) for code, own in self.words)
        return replace(self, words=words)


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not the same on two sheets; `language` says in whose words."""

    field: Field | Choice
    language: Language | None
    before: str
    after: str


def sheet_of(persona: Persona) -> Sheet:
    """*persona* as a form shows her."""
    first = persona.written_in
    others = [code for code in persona.wordings if code != first]
    words = tuple((code, persona.wordings[code]) for code in (first, *others))
    return Sheet(words, persona.language, persona.look, persona.model)


def new_sheet(language: Language, look: str | None = None) -> Sheet:
    """Somebody nobody knows yet, in the words of *language*."""
    return Sheet(((language, Wording(name="")),), look=look, picture=None)


def new_card(sheet: Sheet) -> Card:
    """An empty card for *sheet*, which `applied` then fills."""
    data, _ = fields.completed({})
    own = {"written_in": sheet.words[0][0]} if sheet.words[0][0] else {}
    data["extensions"] = {"desktop_pet": own}
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def tidied(sheet: Sheet) -> Sheet:
    """*sheet* as it would be read back: no spaces at the ends, nothing empty in a list."""
    return replace(sheet, words=tuple((code, _tidy(wording)) for code, wording in sheet.words))


def applied(sheet: Sheet, persona_id: str, card: Card) -> Persona:
    """The persona of *card* with what *sheet* says.

    Raises PersonaError where she has no name.
    """
    sheet = tidied(sheet)
    if not sheet.name:
        raise PersonaError("persona.no_name", id=persona_id)
    data = dict(card["data"])
    extensions = dict(fields.mapping_of(data, "extensions"))
    own = dict(fields.mapping_of(extensions, "desktop_pet"))
    before = _read_back(card, sheet)
    for (code, wording), (_, former) in zip(sheet.words, before.words, strict=True):
        if code == sheet.words[0][0]:
            data |= _changed(wording, former, data)
        elif wording != former:
            languages = dict(fields.mapping_of(own, "languages"))
            spoken = dict(fields.mapping_of(languages, str(code)))
            languages[str(code)] = spoken | _changed(wording, former, spoken)
            own["languages"] = languages
    for choice in ("language", "look", "model"):
        _choose(own, choice, getattr(sheet, choice), getattr(before, choice))
    if own or "desktop_pet" in extensions:
        extensions["desktop_pet"] = own
    if extensions or "extensions" in data:
        data["extensions"] = extensions
    return from_card(persona_id, {**card, "data": data})


def differences(before: Sheet, after: Sheet) -> Iterator[Difference]:
    """What is not the same on *after*, field by field, in the order of the form."""
    before, after = tidied(before), tidied(after)
    for code, wording in after.words:
        former = before.wording(code)
        for name in FIELDS:
            was, now = getattr(former, name), getattr(wording, name)
            if was != now:
                yield Difference(name, code, _shown(was), _shown(now))
    for choice in CHOICES:
        was, now = getattr(before, choice), getattr(after, choice)
        if was != now:
            yield Difference(choice, None, _shown(was), _shown(now))


def to_json(sheet: Sheet) -> dict[str, Any]:
    """*sheet* as a JSON object, without its picture."""
    return {
        "words": [
            {"language": code, **{name: _plain(getattr(wording, name)) for name in FIELDS}}
            for code, wording in sheet.words
        ],
        **{choice: getattr(sheet, choice) for choice in ("language", "look", "model")},
    }


def from_json(value: Mapping[str, Any], picture: bytes | Kept | None) -> Sheet:
    """The sheet that `to_json` gave. Raises KeyError, TypeError, ValueError for anything else."""
    words = tuple((_language(one["language"]), _wording(one)) for one in value["words"])
    if not words:
        raise ValueError("no words")
    look, model = (_text_or_none(value[choice]) for choice in ("look", "model"))
    return Sheet(words, _language(value["language"]), look, model, picture)


def _tidy(wording: Wording) -> Wording:
    return Wording(
        name=" ".join(wording.name.split()),
        description=wording.description.strip(),
        personality=wording.personality.strip(),
        scenario=wording.scenario.strip(),
        greetings=tuple(filter(None, map(str.strip, wording.greetings))),
        examples=tuple(filter(None, map(str.strip, wording.examples))),
    )


def _read_back(card: Card, sheet: Sheet) -> Sheet:
    """What *card* says already, in the languages of *sheet*; empty where it has no name yet."""
    try:
        known = from_card("", card).wordings
    except PersonaError:
        return Sheet(tuple((code, Wording("")) for code, _ in sheet.words))
    former = from_card("", card)
    first = former.wordings[former.written_in]
    words = tuple(
        (code, first if number == 0 else known.get(code, Wording(first.name)))
        for number, (code, _) in enumerate(sheet.words)
    )
    return Sheet(words, former.language, former.look, former.model)


def _changed(wording: Wording, former: Wording, holder: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a card for what of *wording* is not as in *former*."""
    found: dict[str, Any] = {
        name: getattr(wording, name)
        for name in _TEXTS
        if getattr(wording, name) != getattr(former, name)
    }
    if wording.name != former.name:
        found["nickname" if holder.get("nickname") else "name"] = wording.name
    if wording.greetings != former.greetings:
        found["first_mes"] = wording.greetings[0] if wording.greetings else ""
        found["alternate_greetings"] = list(wording.greetings[1:])
    if wording.examples != former.examples:
        found["mes_example"] = "\n".join(f"<START>\n{example}" for example in wording.examples)
    return found


def _choose(own: dict[str, Any], name: str, value: str | None, former: str | None) -> None:
    if value == former:
        return
    if value is None:
        own.pop(name, None)
    else:
        own[name] = value


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "\n\n".join(value)
    if isinstance(value, bytes):
        return "new"
    return "" if value is None else str(value)


def _plain(value: str | tuple[str, ...]) -> str | list[str]:
    return list(value) if isinstance(value, tuple) else value


def _wording(fields_: Mapping[str, Any]) -> Wording:
    texts = {name: fields_[name] for name in ("name", *_TEXTS)}
    greetings, examples = tuple(fields_["greetings"]), tuple(fields_["examples"])
    if not all(isinstance(text, str) for text in (*texts.values(), *greetings, *examples)):
        raise ValueError("not a text")
    return Wording(**texts, greetings=greetings, examples=examples)


def _language(value: object) -> Language | None:
    return known_language(value) if isinstance(value, str) else None


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None
