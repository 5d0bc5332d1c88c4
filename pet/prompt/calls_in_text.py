"""Tool calls that a model writes down as text: taken out of the reply, and understood.

Small models that were offered a tool often write the call into their answer: its JSON, bare, in
`<tool_call>` tags or in a code block, or as a line of Python. None of that is for the user to see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pet.engines.base import ToolCall

_MOST_HELD: Final = 4_000  # scalars that may wait to become a call; what is longer is text
_TAG: Final = (
    r"<[|/]{0,2}(?:tool_calls?|function_call|tools|python_tag)[|]?>"
    r"|\[/?(?:TOOL_CALLS|AVAILABLE_TOOLS)\]"
)
_FENCE: Final = r"```[a-z_]{0,12}\s{0,4}"
_KEY: Final = r"[\"'](?:name|function|arguments|parameters|tool|tool_name|type|id)[\"']"
_GIVEN: Final = re.compile(r"(\w+)\s*[=:]\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|(-?\d+))")


class CallsInText:
    """Is fed a reply in pieces and gives back what is none of a call of one of *names*.

    `calls` are those found; what is in them is the model's, and nothing in it may be trusted.
    """

    def __init__(self, names: Sequence[str]) -> None:
        import regex  # can say "this may become a match"

        self._names = frozenset(names)
        known = "|".join(map(regex.escape, names)) or r"(?!)"
        self._opening: Any = regex.compile(
            rf"(?P<tag>{_TAG})|(?:{_FENCE})?(?:(?P<json>(?:\[\s{{0,4}})?\{{\s{{0,4}}{_KEY})"
            rf"|(?P<python>\[?(?:{known})\())"
        )
        self._closing: Any = regex.compile(r"\s{0,4}(?:```|\])")
        self._held = ""
        self._in_block = False  # a call was taken out of a block whose end comes next
        self.calls: list[ToolCall] = []

    def feed(self, piece: str) -> str:
        """What is text of all that has come, as far as that can be told."""
        if not self._names:
            return piece
        self._held += piece
        return "".join(self._texts(final=False))

    def close(self) -> str:
        """What was still held back at the end; the beginning of a call stays out."""
        return "".join(self._texts(final=True))

    def _texts(self, *, final: bool) -> Iterator[str]:
        while self._held:
            if self._in_block and not self._pass_end(final=final):
                return
            found = self._opening.search(self._held, partial=not final)
            if found is None:
                yield self._cut(len(self._held))
                return
            yield self._cut(found.start())
            if found.partial:
                return
            if found["tag"]:
                self._cut(len(found[0]))
                continue
            text = self._take(found, final=final)
            if text is None:
                return
            yield text

    def _take(self, found: Any, *, final: bool) -> str | None:  # a match of `regex`
        """Take the call at the front away: text where it is none, None where it must wait."""
        name = "json" if found["json"] else "python"
        inside = found.start(name) - found.start()
        calls, stop = self._read(self._held[inside:], name)
        if stop < 0:  # it has no end yet
            if len(self._held) > _MOST_HELD:
                return self._cut(len(found[0]))
            if not final:
                return None
            whole = self._cut(len(self._held))
            return "" if any(known in whole for known in self._names) else whole
        if not calls:
            return self._cut(inside + stop)
        self.calls += calls
        self._cut(inside + stop)
        self._in_block = inside > 0 or name == "python"
        return ""

    def _read(self, body: str, kind: str) -> tuple[list[ToolCall], int]:
        """The calls at the front of *body*, and where they end; below 0 where they do not yet."""
        if kind == "python":
            stop = body.find(")")
            given = {key: a or b or c for key, a, b, c in _GIVEN.findall(body[: stop + 1])}
            return [
                ToolCall(body.lstrip("[").partition("(")[0], given)
            ], stop + 1 if stop > 0 else -1
        try:
            value, stop = json.JSONDecoder().raw_decode(body)
        except (ValueError, RecursionError):
            return [], -1
        items = value if isinstance(value, list) else [value]
        return [call for item in items if (call := _call(item, self._names))], stop

    def _pass_end(self, *, final: bool) -> bool:
        """Take the end of the block away; False where more must come before it is known."""
        closing = self._closing.match(self._held, partial=not final)
        if closing is not None and closing.partial:
            return False
        self._in_block = False
        self._cut(closing.end() if closing is not None else 0)
        return True

    def _cut(self, length: int) -> str:
        text, self._held = self._held[:length], self._held[length:]
        return text


def _call(item: Any, names: frozenset[str]) -> ToolCall | None:  # any JSON
    """The call that *item* is, in the shapes models use."""
    if not isinstance(item, Mapping):
        return None
    inner = item.get("function", item)
    if isinstance(inner, str):
        inner = {**item, "name": inner}
    if not isinstance(inner, Mapping):
        return None
    name = inner.get("name") or inner.get("tool") or inner.get("tool_name")
    if name not in names:
        return None
    arguments = inner.get("arguments", inner.get("parameters", {}))
    given = arguments if isinstance(arguments, Mapping) else {"arguments": arguments}
    return ToolCall(str(name), dict(given))
