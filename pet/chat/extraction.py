"""Where the model cannot call tools: one question after the reply, bound to a schema.

It is asked only where the user's own words want something remembered or changed, and its answer
goes the same way as a tool call. What no model could read is taken from the user's words as they
stand. Stop ends it in every phase.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pet.chat.memory_tool import read
from pet.engines.base import Engine, Finished, Stop, Word
from pet.errors import PetError
from pet.memory import memos
from pet.memory.grounds import Heard
from pet.memory.proposals import Proposal
from pet.memory.store import Store
from pet.prompt.budget import Budget
from pet.prompt.json_reply import loaded
from pet.prompt.keeping import REPLY_TOKENS, keeping_request, schema
from pet.prompt.sections import Line

_log = logging.getLogger(__name__)
_MOST_READ: Final = 8 * 1024  # scalars; a loop is no answer


def proposals(
    engine: Engine, store: Store, heard: Heard, budget: Budget, nonce: str, stop: Stop
) -> Iterator[Proposal]:
    """What should be written after *heard*: the model's reading first, then the user's own words.

    Take them until one was written. Raises StoreError.
    """
    if engine.name != "tiny":  # it makes notes up: 3 of 4 quotes were not in the message
        answer = _asked(engine, store, heard, budget, nonce, stop)
        if answer is not None and answer.get("action") != "none" and (found := read(answer)):
            yield found
    if heard.meant and not stop.pressed:
        yield Proposal("add", heard.meant, heard.meant)


def _asked(
    engine: Engine, store: Store, heard: Heard, budget: Budget, nonce: str, stop: Stop
) -> Mapping[str, Any] | None:
    """The model's JSON object; None where there is none. Raises StoreError."""
    there = [Line("memo", memo.id, memo.text) for memo in memos.everything(store)]
    said = heard.text if heard.meant not in heard.before else f"{heard.before}\n{heard.text}"
    try:
        request = keeping_request(said, there, budget, nonce=nonce)
        shape = schema([line.id for line in there])
        words: list[str] = []
        for event in engine.chat(
            request, stop, schema=shape, temperature=0.0, max_tokens=REPLY_TOKENS
        ):
            if isinstance(event, Word) and sum(map(len, words)) < _MOST_READ:
                words.append(event.text)
            if isinstance(event, Finished) and (event.ending == "stopped" or event.cut):
                return None
    except PetError as error:
        _log.info("nothing was read from a wish: %s", error.key)
        return None
    return loaded("".join(words))
