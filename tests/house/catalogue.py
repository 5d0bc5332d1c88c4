"""What the code asks of the language catalogues, read from the code without running it."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from tests.house.sources import Module


@dataclass(frozen=True, slots=True)
class Sentence:
    """One entry: its key, the room (file) that holds it, its forms, and whether it counts."""

    key: str
    room: str
    forms: tuple[str, ...]
    counts: bool
    fuzzy: bool

    @property
    def fields(self) -> dict[str, set[str]]:
        """The facts it fills in, each with its format specs (Korean particles among them)."""
        found: dict[str, set[str]] = {}
        for form in self.forms:
            for _, name, spec, _ in string.Formatter().parse(form):
                if name is not None:
                    found.setdefault(re.split(r"[.\[]", name)[0], set()).add(spec or "")
        return found


@dataclass(frozen=True, slots=True)
class Request:
    """One place in the code that asks for a sentence; *facts* is None where ** hides them."""

    where: str
    key: re.Pattern[str]
    facts: frozenset[str] | None

    def finds(self, keys: set[str]) -> set[str]:
        return {key for key in keys if self.key.fullmatch(key)}


def sentences(folder: Path) -> Iterator[Sentence]:
    """All entries of one language's folder."""
    for file in sorted(folder.glob("LC_MESSAGES/*.po")):
        with file.open("rb") as stream:
            for entry in read_po(stream):
                if not entry.id:
                    continue  # the header
                counts = isinstance(entry.id, tuple)
                key = entry.id[0] if counts else entry.id
                forms = entry.string if counts else (entry.string,)
                yield Sentence(key, file.stem, tuple(forms), counts, entry.fuzzy)


def requests(modules: tuple[Module, ...]) -> list[Request]:
    """Every `texts("key", …)`, `texts.count("key", n, …)` and raised PetError with its key."""
    errors = error_classes(modules)
    found: list[Request] = []
    for module in modules:
        for call in (node for node in ast.walk(module.tree) if isinstance(node, ast.Call)):
            prefix, extra = _asks(call, errors)
            if prefix is None or not call.args:
                continue
            facts = None if _hides_facts(call) else frozenset(_words(call)) | extra
            for key in _keys(call.args[0]):
                where = f"{module.name}:{call.lineno}"
                found.append(Request(where, re.compile(re.escape(prefix) + key), facts))
    return found


def mentioned(modules: tuple[Module, ...]) -> list[re.Pattern[str]]:
    """Every string of the code that may be a key or, an f-string, the form of several."""
    found = {
        key
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant | ast.JoinedStr)
        for key in _keys(node)
    }
    # Forms without a word of their own match anything, and so does `error.{key}` for its room.
    telling = (key for key in found if re.search(r"[a-z]{3}", key.removeprefix(r"error\..*")))
    return [re.compile(key) for key in telling]


def error_classes(modules: tuple[Module, ...]) -> set[str]:
    """PetError and all that derive from it, by name."""
    bases = {
        node.name: {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases}
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    known = {"PetError"}
    while more := {name for name, parents in bases.items() if parents & known} - known:
        known |= more
    return known


def _asks(call: ast.Call, errors: set[str]) -> tuple[str | None, frozenset[str]]:
    """What precedes the key (`error.` for an error, None: no request), and facts given besides."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name in errors:
        return "error.", frozenset()
    if name.endswith("texts"):
        return "", frozenset()
    if name == "count" and isinstance(call.func, ast.Attribute):
        owner = call.func.value
        if getattr(owner, "attr", getattr(owner, "id", "")).endswith("texts"):
            return "", frozenset({"n"})
    return None, frozenset()


def _keys(node: ast.expr | ast.Constant) -> list[str]:
    """The regular expressions that a first argument can stand for; none for a mere variable."""
    if isinstance(node, ast.Constant):
        return [re.escape(node.value)] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return _keys(node.body) + _keys(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(part.value) if isinstance(part, ast.Constant) else ".*"
            for part in node.values
        )
        return ["".join(parts)]
    return []


def _words(call: ast.Call) -> Iterator[str]:
    return (word.arg for word in call.keywords if word.arg is not None)


def _hides_facts(call: ast.Call) -> bool:
    return any(word.arg is None for word in call.keywords)
