"""Where a key is made of a value, every value has its sentence: a missing one ends the turn."""

from __future__ import annotations

from typing import get_args

import pytest

from pet.chat import book, events
from pet.chat.seat import Memory
from pet.chat.why import Change
from pet.engines.base import State
from pet.i18n import LANGUAGES, Texts
from pet.jobs.account import Why as NightWhy
from pet.memory import ledger, memo_rows, search, sensitive
from pet.persona.account import Container, Spec
from pet.persona.editing import Why as SavedWhy
from pet.persona.sheet import Field
from pet.prompt.report import SECTIONS, Reason
from pet.ui.chat.lines import Mark
from pet.ui.persona.exporter import Kind as Export
from pet.ui.theme import DARK_THEME, LIGHT_THEME
from pet.ui.why.bar import color_of

FAMILIES = {
    "why.section": SECTIONS,
    "cli.prompt.section": SECTIONS,
    "why.reason": get_args(Reason),
    "cli.prompt.why": get_args(Reason),
    "why.change": get_args(Change),
    "left": ("turns", "memos", "persona"),
    "mark": get_args(Mark),
    "cli.chat.fault": get_args(events.Fault),
    "memory.ending": tuple(one for one in get_args(book.Ending) if one != "done"),
    "sensitive": get_args(sensitive.Kind),
    "hit": get_args(search.Kind),
    "memory.hit": get_args(search.Kind),
    "memory.kind": get_args(memo_rows.Kind),
    "engine.state": tuple(state.value for state in State),
    "card.container": get_args(Container),
    "card.spec": get_args(Spec),
    "editor.saved": get_args(SavedWhy),
    "editor.field": get_args(Field),
    "editor.export": get_args(Export),
    "night.job": get_args(ledger.Job),
    "night.why": get_args(NightWhy),
}
OF_TINY = (State.READY, State.NOT_INSTALLED, State.MODEL_MISSING, State.FAILED)
OFF = tuple(memory for memory in get_args(Memory) if memory != "on")


def made() -> list[str]:
    keys = [f"{family}.{value}" for family, values in FAMILIES.items() for value in values]
    for joined in ("badge.about_{}", "badge.memory_{}", "memory.because_{}", "memory.unused_{}"):
        keys += [joined.format(memory) for memory in OFF]
    keys += [f"doctor.ollama.{state.value}" for state in State]
    return keys + [f"doctor.tiny.{state.value}" for state in OF_TINY]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_its_sentence(language):
    texts = Texts(language)
    assert [key for key in made() if not texts.has(key)] == []


def test_every_part_of_a_prompt_has_its_colour():
    for theme in (LIGHT_THEME, DARK_THEME):
        assert all(color_of(name, theme).isValid() for name in SECTIONS)
