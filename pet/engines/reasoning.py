"""Keeping a model's reasoning out of its reply, whatever way it is cut into pieces.

Servers put reasoning into a field of its own; models that cannot be switched off, and templates
that the server does not know, leave it in the text between think tags.
"""

from __future__ import annotations

from typing import Final

from pet.engines.code_in_reply import CodeInReply

_TAGS: Final = (("<think>", "</think>"), ("<thinking>", "</thinking>"))


class ReasoningFilter:
    """Takes a reply in pieces and gives back what may be shown.

    A block that is never closed is reasoning to its end. A closing tag without an opening one,
    which templates that open the block themselves leave behind, is dropped at the beginning; behind
    words it stays, because it says of them that they were reasoning: who shows them must know.
    A tag in code is what the reply is about.
    """

    def __init__(self) -> None:
        self._held = ""  # the tail that may be the beginning of a tag
        self._closing: str | None = None  # what ends the block we are in
        self._shown = False
        self._code = CodeInReply()
        self.seen = False  # whether there was any reasoning

    def feed(self, piece: str) -> str:
        """What of *piece*, and of what was held back before, is part of the reply."""
        text, self._held = self._held + piece, ""
        shown: list[str] = []
        while text:
            text = self._skip_block(text) if self._closing else self._take_reply(text, shown)
        return self._without_leading_space("".join(shown))

    def end(self) -> str:
        """What was held back and turned out to be no tag."""
        held, self._held = self._held, ""
        return "" if self._closing else self._without_leading_space(held)

    def _skip_block(self, text: str) -> str:
        closing = self._closing or ""
        _, found, after = text.partition(closing)
        if found:
            self._closing = None
            return after
        self._held = _possible_tag(text, (closing,))
        return ""

    def _take_reply(self, text: str, shown: list[str]) -> str:
        places = [(text.find(tag), tag) for pair in _TAGS for tag in pair if tag in text]
        if places:
            place, tag = min(places)
            shown.append(text[:place])
            self._code.feed(text[:place])
            if self._code.inside:
                shown.append(tag)
                self._code.feed(tag)
                return text[place + len(tag) :]
            self.seen = True
            self._closing = dict(_TAGS).get(tag)  # an orphan closing tag opens nothing
            if self._closing is None and (self._shown or "".join(shown).strip()):
                shown.append(tag)
            return text[place + len(tag) :]
        self._held = _possible_tag(text, tuple(tag for pair in _TAGS for tag in pair))
        reply = text[: len(text) - len(self._held)]
        shown.append(reply)
        self._code.feed(reply)
        return ""

    def _without_leading_space(self, text: str) -> str:
        """Blank lines before the first word, and between reasoning and it, belong to neither."""
        if not self._shown:
            text = text.lstrip()
        self._shown = self._shown or bool(text)
        return text


def _possible_tag(text: str, tags: tuple[str, ...]) -> str:
    """The longest end of *text* with which one of *tags* begins."""
    longest = max(len(tag) for tag in tags) - 1
    for length in range(min(longest, len(text)), 0, -1):
        if any(tag.startswith(text[-length:]) for tag in tags):
            return text[-length:]
    return ""
