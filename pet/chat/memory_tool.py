"""`memory_edit`: how a model keeps, changes or removes a memo. It proposes; the memory decides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from pet.chat.tool_pool import Tool
from pet.errors import StoreError
from pet.memory.grounds import Heard
from pet.memory.memos import Receipt
from pet.memory.proposals import Action, Outcome, Proposal, Refused, Suggested, settle
from pet.memory.store import Store

NAME: Final = "memory_edit"
MAX_EDITS: Final = 2  # of one turn

# Every byte counts in every prompt.
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "function",
    "function": {
        "name": NAME,
        "description": "Add, update or delete one note about the user. Only what the user says "
        "about themselves in their last message; never an answer, a question or small talk.",
        "parameters": {
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": ["add", "update", "delete"]},
                "text": {"type": "string", "description": "the note, in the user's language"},
                "quote": {"type": "string", "description": "the user's words, copied exactly"},
                "id": {"type": "integer", "description": "number of the note, not for add"},
            },
            "required": ["action", "text", "quote"],
        },
    },
}

_TEXTS: Final = (
    "text", "new_text", "content", "note", "memo", "memory", "value", "fact", "message", "new",
    "data", "info", "information", "title", "body", "description", "summary",
)  # fmt: skip
_QUOTES: Final = ("quote", "quotes", "source", "evidence", "original", "user_text", "from")
_NUMBERS: Final = ("id", "memo_id", "note_id", "number", "memory_id", "index", "target", "#")
_OLD: Final = ("old", "old_text", "previous", "replaces")
_ACTIONS: Final = ("action", "operation", "op", "type", "mode", "command", "method")
_NAMED: Final[Mapping[str, Action]] = {
    "add": "add", "create": "add", "save": "add", "insert": "add", "new": "add", "store": "add",
    "remember": "add", "append": "add", "write": "add", "keep": "add", "추가": "add", "저장": "add",
    "update": "update", "edit": "update", "change": "update", "replace": "update",
    "modify": "update", "set": "update", "correct": "update", "수정": "update", "변경": "update",
    "delete": "delete", "remove": "delete", "forget": "delete", "erase": "delete",
    "clear": "delete", "삭제": "delete",
}  # fmt: skip
_NUMBER: Final = re.compile(r"#?\s{0,3}(\d{1,9})\b")
_DEEPEST: Final = 3


class MemoryTool:
    """The edits of one turn: what came of each is in `outcomes`, for the user to be told.

    *is_on* is asked before each: another copy may turn the memory off while the model still speaks.
    """

    def __init__(self, store: Store, heard: Heard, is_on: Callable[[], bool]) -> None:
        self._store = store
        self.heard = heard
        self.is_on = is_on
        self.outcomes: list[Outcome] = []
        self.failure: StoreError | None = None

    @property
    def tool(self) -> Tool:
        return Tool(NAME, SCHEMA, self.run)

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """What the store says was written, or was there already."""
        return tuple(one for one in self.outcomes if isinstance(one, Receipt))

    def run(self, arguments: Mapping[str, Any]) -> str:
        """One call of the model; what it is told. Raises StoreError."""
        proposals = [found for one in _edits(arguments) if (found := read(one)) is not None]
        if not proposals:
            return f"Nothing was done: {NAME} needs action, text and quote."
        return " ".join(map(self.propose, proposals[: MAX_EDITS + 1]))

    def propose(self, proposal: Proposal) -> str:
        """Settle *proposal*; what a model is told of it. Raises StoreError."""
        if not self.is_on():
            return "Nothing was done: the user has turned the memory off."
        edits = sum(receipt.action != "already" for receipt in self.receipts)
        if edits >= MAX_EDITS:
            return "Nothing was done: no more edits in this turn."
        try:
            outcome = settle(self._store, proposal, self.heard)
        except StoreError as error:
            self.failure = error
            raise
        if not self._is_known(outcome):
            self.outcomes.append(outcome)
        return _told(outcome)

    def _is_known(self, outcome: Outcome) -> bool:
        """Whether it is no news: a model that says it twice means it once."""
        if isinstance(outcome, Receipt) and outcome.action == "already":
            return any(outcome.memo == receipt.memo for receipt in self.receipts)
        return outcome in self.outcomes


def read(arguments: Mapping[str, Any]) -> Proposal | None:
    """What the model meant, in whichever field and shape it wrote it; None: nothing."""
    fields = dict(_fields(arguments, _DEEPEST))
    text, quote = _words(fields, _TEXTS), _words(fields, _QUOTES)
    number = _number(fields, text)
    action = _action(fields)
    if action == "delete" and number is None and not (text or quote or _words(fields, _OLD)):
        return None
    if action != "delete" and not (text or quote):
        return None
    return Proposal(action, text, quote, number, _words(fields, _OLD))


def _edits(arguments: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The edits of one call: some models put all of them in a list."""
    for value in arguments.values():
        listed = _loaded(value) if isinstance(value, str) and value.lstrip()[:1] == "[" else value
        if isinstance(listed, list) and len(listed) > 1:
            return [one for one in listed if isinstance(one, Mapping)]
    return [arguments]


def _fields(value: object, depth: int) -> Iterator[tuple[str, object]]:
    """Every named value in what the model wrote, also where it wrapped it or wrote JSON as text."""
    if isinstance(value, str):
        value = _loaded(value)
    if isinstance(value, list):
        value = value[0] if value else None
    if depth == 0 or not isinstance(value, Mapping):
        return
    for name, inner in value.items():
        if _is_nested(inner):
            yield from _fields(inner, depth - 1)
        elif isinstance(inner, str | int | float) and not isinstance(inner, bool):
            yield str(name).strip().lower(), inner


def _words(fields: Mapping[str, object], names: tuple[str, ...]) -> str:
    found = (str(fields[name]).strip() for name in names if isinstance(fields.get(name), str))
    return next((words for words in found if words and words.lower() not in _NAMED), "")


def _number(fields: Mapping[str, object], text: str) -> int | None:
    """The number of a memo: 3, "3", "#3" or 3.0."""
    for name in _NUMBERS:
        value = fields.get(name)
        if isinstance(value, int | float) and value == value and 0 < value < 1e9:
            return int(value)
        if isinstance(value, str) and (found := _NUMBER.match(value.strip())):
            return int(found[1])
    found = re.match(r"#\s?(\d{1,9})\b", text)
    return int(found[1]) if found else None


def _action(fields: Mapping[str, object]) -> Action:
    for name in _ACTIONS:
        word = str(fields.get(name, "")).strip().lower()
        if word in _NAMED:
            return _NAMED[word]
        if (first := re.split(r"[\s_:-]", word)[0]) in _NAMED:  # "add_note", "update memory"
            return _NAMED[first]
    return "add"


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_nested(value: object) -> bool:
    """Whether *value* holds named values, as JSON in a string too."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        value = _loaded(value)
    return isinstance(value, Mapping | list)


_Action = Literal["saved", "already", "forgotten", "restored", "changed"]
_DONE: Final[Mapping[_Action, str]] = {
    "saved": "Saved as note #{id}.",
    "already": "It was saved before, as note #{id}.",
    "changed": "Note #{id} is changed.",
    "forgotten": "Note #{id} is removed.",
    "restored": "Note #{id} is back.",
}
_NOT_DONE: Final = {
    "quote": "these are not the user's words",
    "question": "the user asked a question",
    "sensitive": "it must not be kept",
    "buried": "the user has removed it before",
    "full": "there is no room",
    "which": "it is not clear which note is meant",
}


def _told(outcome: Outcome) -> str:
    """What the model is told, so that it can go on; the user is told by the program itself."""
    match outcome:
        case Receipt(action, memo):
            return _DONE[action].format(id=memo.id) + " Now answer the user."
        case Suggested(_, memo):
            return f"Note #{memo.id} is the user's own; the user is asked. Now answer the user."
        case Refused(reason):
            why = _NOT_DONE.get(reason, "it is nothing to keep")
            return f"Nothing was saved: {why}. Now answer the user."
