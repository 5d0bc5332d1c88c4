"""What a tool call that a model wrote down says, and where it ends: nothing is shown or run here.

The shapes are those of the templates of Llama, Qwen, Mistral and Gemma, with the slips that small
models make in them: a bracket too few, Python's quotes, the arguments without the name.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pet.engines.base import ToolCall

Kind = Literal["json", "python", "tagged"]

_GIVEN: Final = re.compile(r"(\w+)\s*[=:]\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|(-?\d+))")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_PARAMETER: Final = re.compile(
    r"<parameter(?:=|\s+name=)[\"']?(\w+)[\"']?>\s{0,9}(.*?)\s{0,9}</parameter>", re.DOTALL
)
_TAG_END: Final = re.compile(r"</(?:function|invoke)>")
_BRACKETS: Final = re.compile(
    r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|(?P<open>[\[{(])|(?P<close>[\]})])|(?P<torn>[\"'])",
    re.DOTALL,
)
_WRAPPERS: Final = ("function", "tool_calls", "tool_call", "function_call")
_OF_A_CALL: Final = frozenset({"name", "arguments", "parameters", "type", "id"})
_FRONT: Final = re.compile(
    r"\s*\{\s*\"name\"\s*:\s*\"[^\"]*\"\s*,\s*\"(?:arguments|parameters)\"\s*:"
)
_FORGOTTEN: Final = ("}", "}}", "]", "}]")  # what small models leave out at the end


@dataclass(frozen=True, slots=True)
class Written:
    """The calls at the front of a text, and the place in it (in scalars) where they end."""

    calls: tuple[ToolCall, ...]
    stop: int
    is_call: bool  # whether it was meant as a call, also where nobody can read it


def read(
    body: str, kind: Kind, tools: Mapping[str, Collection[str]], *, final: bool
) -> Written | None:
    """What stands at the front of *body*; None where it has no end yet.

    *tools* names for each tool the arguments that it needs, the first of them its own. At the end
    of a reply (*final*) brackets that were forgotten are put in.
    """
    match kind:
        case "python":
            return _python(body)
        case "tagged":
            return _tagged(body, final=final)
        case "json":
            return _json(body, tools, final=final)


def of_unknown_tool(text: str) -> ToolCall | None:
    """The call that the JSON *text* is, of a tool that a model made up."""
    value, _ = _value(text)
    if not isinstance(value, Mapping) or not value.keys() <= _OF_A_CALL:
        return None
    name, given = value.get("name"), value.get("arguments", value.get("parameters"))
    if not isinstance(name, str) or given is None:
        return None
    return ToolCall(name, dict(given) if isinstance(given, Mapping) else {"arguments": given})


def begins_made_up(text: str) -> bool:
    """Whether *text*, JSON without its end, begins as a call does."""
    return _FRONT.match(text) is not None


def _python(body: str) -> Written | None:
    opening = body.index("(")
    end = _end(body[opening:])
    if end is None:
        return None
    named, _, given = body[: opening + end].lstrip("[").removeprefix("print(").partition("(")
    return Written((ToolCall(named, _given(given)),), opening + end, is_call=True)


def _given(text: str) -> dict[str, str]:
    return {key: _unescaped(a or b) or c for key, a, b, c in _GIVEN.findall(text)}


def _unescaped(written: str) -> str:
    """What a string of Python means, as far as models write one."""
    return _ESCAPED.sub(lambda escaped: "\n" if escaped[1] == "n" else escaped[1], written)


def _tagged(body: str, *, final: bool) -> Written | None:
    opening, _, inner = body.partition(">")
    end = _TAG_END.search(body)
    if end is None and not final:
        return None
    name = re.split(r"[=\"']", opening.rstrip("\"'"))[-1]
    given: dict[str, Any] = dict(_PARAMETER.findall(body[: end.end()] if end else body))
    stop = end.end() if end else len(body)
    if not given:
        space = len(inner) - len(inner.lstrip())
        value, length = _value(inner[space:])
        given = dict(value) if isinstance(value, Mapping) else {}
        if end is None and given:
            stop = len(opening) + 1 + space + length
    return Written((ToolCall(name, given),), stop, is_call=True)


def _json(body: str, tools: Mapping[str, Collection[str]], *, final: bool) -> Written | None:
    value, stop = _value(body)
    if value is None:
        end = _end(body)
        if end is not None:
            value, stop = _as_python(body[:end]), end
        elif final and any(name in body for name in tools):
            value, stop = _mended(body)
        else:
            return None
    calls = tuple(_calls(value, tools))
    meant = value is None and any(name in body[:stop] for name in tools)
    return Written(calls, stop, is_call=bool(calls) or meant)


def _value(body: str) -> tuple[Any, int]:  # any JSON; None and 0 where it is none, or not whole
    try:
        return json.JSONDecoder().raw_decode(body)
    except (ValueError, RecursionError):
        return None, 0


def _as_python(text: str) -> Any:  # what Python's own signs say; None where they make no sense
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _mended(body: str) -> tuple[Any, int]:
    """The value whose last brackets were forgotten; all of *body* where it has none."""
    stop = body.rfind("}") + 1
    for rest in _FORGOTTEN:
        value, length = _value(body[:stop] + rest)
        if length:
            return value, stop
    return None, len(body)


def _end(body: str) -> int | None:
    """Where the bracket at the front of *body* closes, outside of strings."""
    depth = 0
    for found in _BRACKETS.finditer(body):
        if found["torn"]:
            return None  # a string that is not over yet
        depth += bool(found["open"]) - bool(found["close"])
        if depth <= 0 and found["close"]:
            return found.end()
    return None


def _calls(value: Any, tools: Mapping[str, Collection[str]]) -> Iterator[ToolCall]:  # any JSON
    items = value if isinstance(value, list) else [value]
    for item in items:
        if not isinstance(item, Mapping):
            continue
        call = _call(item, tools)
        if call is not None:
            yield call
            continue
        for name in _WRAPPERS:
            inner = item.get(name)
            if isinstance(inner, list | Mapping):
                yield from _calls(inner, tools)


def _call(item: Mapping[Any, Any], tools: Mapping[str, Collection[str]]) -> ToolCall | None:
    """The call that *item* is, in the shapes models use."""
    named = item
    if isinstance(item.get("function"), str):
        named = {**item, "name": item["function"]}
    name = named.get("name") or named.get("tool") or named.get("tool_name")
    if isinstance(name, str) and name in tools:
        arguments = named.get("arguments", named.get("parameters", {}))
        given = arguments if isinstance(arguments, Mapping) else {"arguments": arguments}
        return ToolCall(name, dict(given))
    for tool, needed in tools.items():
        if needed and _are_arguments(item, tuple(needed)):
            return ToolCall(tool, dict(item))
    return None


def _are_arguments(item: Mapping[Any, Any], needed: tuple[str, ...]) -> bool:
    """Whether *item* is what a tool needs, without its name; one may be missing."""
    return needed[0] in item and sum(name in item for name in needed) >= max(len(needed) - 1, 2)
