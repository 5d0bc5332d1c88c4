"""Tool calls that a model writes down as text: taken out of the reply, and understood.

Small models that were offered a tool often write the call into their answer: its JSON, bare, in
`<tool_call>` tags or in a code block, as a line of Python, or between tags of its own. None of that
is for the user to see; what stands behind it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from pet.engines.base import ToolCall
from pet.prompt import written_calls
from pet.prompt.written_calls import Kind

_MOST_HELD: Final = 4_000  # scalars that may wait to become a call; what is longer is text
_TAG: Final = (
    r"<[|/]{0,2}(?:tool_calls?|function_calls?|tools|python_tag)[|]?>"
    r"|\[/?(?:TOOL_CALLS|AVAILABLE_TOOLS)\]"
)
_FENCE: Final = r"```[a-z_]{0,12}\s{0,4}"
_INDENT: Final = r"\s{0,20}"  # of a call on lines of its own
_KEYS: Final = (
    "name", "function", "arguments", "parameters", "tool", "tool_name", "tool_call", "tool_calls",
    "function_call", "type", "id",
)  # fmt: skip


class CallsInText:
    """Is fed a reply in pieces and gives back what is none of a call of one of *names*.

    `calls` are those found; what is in them is the model's, and nothing in it may be trusted.
    """

    def __init__(
        self, names: Sequence[str], needed: Mapping[str, Collection[str]] | None = None
    ) -> None:
        """*needed*: for a name, the arguments it cannot do without, the first its own; a model
        that forgets the name is known by them."""
        import regex  # can say "this may become a match"

        self._tools = {name: tuple((needed or {}).get(name, ())) for name in names}
        known = "|".join(map(regex.escape, names)) or r"(?!)"
        firsts = [arguments[0] for arguments in self._tools.values() if arguments]
        keys = "|".join(map(regex.escape, (*_KEYS, *firsts)))
        self._opening: Any = regex.compile(
            rf"(?P<tag>{_TAG})"
            rf"|(?P<tagged><(?:function|invoke)(?:=|\s{{1,4}}name=)[\"']?(?:{known})[\"']?>)"
            rf"|(?:{_FENCE})?(?:(?P<json>(?:\[{_INDENT})?\{{{_INDENT}[\"'](?:{keys})[\"'])"
            rf"|(?P<python>\[?(?:print\()?(?:{known})\())"
        )
        self._closing: Any = regex.compile(r"\s{0,4}(?:```|\])")
        self._held = ""
        self._said = False  # whether any text came so far
        self._in_block = False  # a call was taken out of a block whose end comes next
        self.calls: list[ToolCall] = []

    def feed(self, piece: str) -> str:
        """What is text of all that has come, as far as that can be told."""
        if not self._tools:
            return piece
        self._held += piece
        return self._noted(self._texts(final=False))

    def close(self) -> str:
        """What was still held back at the end; the beginning of a call stays out."""
        return self._noted(self._texts(final=True))

    def _noted(self, texts: Iterator[str]) -> str:
        whole = ""
        for text in texts:
            whole += text
            self._said = self._said or bool(text.strip())
        return whole

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
        kind = cast(Kind, found.lastgroup)
        inside = found.start(kind) - found.start()
        written = written_calls.read(self._held[inside:], kind, self._tools, final=final)
        if written is None:
            if len(self._held) > _MOST_HELD:
                return self._cut(len(found[0]))
            if not final:
                return None
            whole = self._cut(len(self._held))
            half = not self._said and written_calls.begins_made_up(whole)
            return "" if half or any(known in whole for known in self._tools) else whole
        if not written.is_call:
            text = self._cut(inside + written.stop)
            made_up = None if self._said else written_calls.of_unknown_tool(text)
            if made_up is None:
                return text
            self.calls.append(made_up)  # whoever runs it knows that there is no such tool
            return ""
        self.calls += written.calls
        self._cut(inside + written.stop)
        self._in_block = inside > 0 or kind == "python"
        return ""

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
