"""The tools that a model may call in a turn, and the one door through which it calls them.

Nothing in a call is trusted: what is not on the list does not run, nothing runs too often or with
too much, nothing raises, and each call is reported. A model that may use no tool is offered none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pet.engines.base import ToolCall
from pet.errors import PetError
from pet.prompt.sections import Line, Parts

_log = logging.getLogger(__name__)
MAX_CALLS: Final = 3  # of one turn
MAX_ROUNDS: Final = 2  # requests of one turn in which the model may call
_MAX_ARGUMENT_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, its schema as /api/chat takes it, and what it does.

    `run` is given what the model wrote and says what the model is to be told.
    """

    name: str
    schema: Mapping[str, Any]
    run: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Called:
    """The report of one call: never its arguments."""

    name: str
    outcome: str  # "ran", "unknown", "too_many", "too_large", or the key of an error


class ToolPool:
    """What one turn may call."""

    def __init__(self, tools: Sequence[Tool] = ()) -> None:
        self.allowed_tools: Mapping[str, Tool] = {tool.name: tool for tool in tools}
        self.calls: list[Called] = []

    @property
    def schemas(self) -> tuple[Mapping[str, Any], ...]:
        """What the engine is given."""
        return tuple(tool.schema for tool in self.allowed_tools.values())

    @property
    def needed(self) -> Mapping[str, Sequence[str]]:
        """For each tool the arguments it cannot do without, its own first."""
        return {
            name: tool.schema["function"]["parameters"].get("required", ())
            for name, tool in self.allowed_tools.items()
        }

    def offered_in(self, parts: Parts) -> Parts:
        """*parts* with the tools counted, and the memos numbered so that a call can name one."""
        if not self.allowed_tools:
            return parts
        return replace(
            parts,
            tools=json.dumps(list(self.schemas), ensure_ascii=False),
            lines=tuple(map(_numbered, parts.lines)),
            fresh=tuple(map(_numbered, parts.fresh)),
            turns=tuple(
                replace(turn, notes=tuple(map(_numbered, turn.notes))) for turn in parts.turns
            ),
        )

    def safe_tool(self, call: ToolCall) -> str:
        """Run *call*, within the bounds; what the model is told. Never raises a PetError."""
        outcome, told = self._run(call)
        name = call.name if call.name in self.allowed_tools else "?"
        self.calls.append(Called(name, outcome))
        _log.info("tool %s: %s", name, outcome)
        return told

    def _run(self, call: ToolCall) -> tuple[str, str]:
        tool = self.allowed_tools.get(call.name)
        if tool is None:
            return "unknown", "There is no such tool. Answer the user in plain words."
        if len(self.calls) >= MAX_CALLS:
            return "too_many", "No more calls now. Answer the user in plain words."
        if _size(call.arguments) > _MAX_ARGUMENT_BYTES:
            return "too_large", "Too long. Nothing was done."
        try:
            return "ran", tool.run(call.arguments)
        except PetError as error:
            return error.key, "Nothing was done: the notes cannot be written now."


def echoed(call: ToolCall) -> ToolCall:
    """*call* as the model is shown it again: of what it wrote, only what is short."""
    short = {
        str(name)[:20]: value if isinstance(value, int | float) else str(value)[:200]
        for name, value in list(call.arguments.items())[:6]
    }
    return ToolCall(call.name[:40], short)


def _numbered(line: Line) -> Line:
    return replace(line, text=f"#{line.id} {line.text}") if line.source == "memo" else line


def _size(arguments: Mapping[str, Any]) -> int:
    try:
        return len(json.dumps(arguments, ensure_ascii=False).encode(errors="replace"))
    except (TypeError, ValueError, RecursionError):
        return _MAX_ARGUMENT_BYTES + 1
