"""A persona as a model of Ollama's own: the body of `POST /api/create`.

Not the text of a Modelfile: its quoting cannot express every persona (three quotes in a row end a
value there).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pet.i18n import Language
from pet.persona import exchanges
from pet.persona.persona import Persona, examples, name_in, persona_text

_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")


def create_body(
    persona: Persona,
    asked: Language,
    *,
    base: str,
    harmless: Callable[[str], str],
    parameters: Mapping[str, int | float | str] | None = None,
) -> dict[str, Any]:  # JSON has no narrower type
    """What to send so that Ollama makes a model of *persona* on top of the model *base*.

    Her text is the system message, her examples are messages; one that is no dialogue goes with
    her text. *harmless* takes out of each text what the model would take for structure: a card
    may come from anywhere.
    """
    name = name_in(persona, asked)
    system = [persona_text(persona, asked)]
    messages = []
    for example in examples(persona, asked):
        said = exchanges.speeches(example, name)
        if not said:
            system.append(example)
        messages += [{"role": role, "content": harmless(words)} for role, words in said]
    return {
        "model": model_name(persona),
        "from": base,
        "system": harmless("\n\n".join(system)),
        "messages": messages,
        "parameters": dict(parameters or {}),
        "stream": False,
    }


def model_name(persona: Persona) -> str:
    """A name that Ollama takes: ASCII, whatever she is called."""
    plain = _NOT_IN_NAMES.sub("-", persona.id.lower()).strip("-")
    return f"pet-{plain or persona.revision[:8]}"
