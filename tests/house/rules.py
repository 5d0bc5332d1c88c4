"""The house rules that ruff and mypy do not know: each yields what it found as `line: what`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from tests.house.sources import Module

Rule = Callable[[Module], Iterator[str]]

_MODULE_LINES = 400
_FUNCTION_LINES = 60
_CLASS_METHODS = 20
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# [Brackets] keep this line from finding itself.
_UNFINISHED = re.compile(r"\b(?:[T]ODO|[F]IXME|[X]XX|[H]ACK)\b")
_BANNED = {"time.sleep", "processEvents", "QThread"}


def small(module: Module) -> Iterator[str]:
    """Modules of at most 400 lines, functions under 60, classes of at most 20 methods."""
    lines = module.text.count("\n")
    if lines > _MODULE_LINES:
        yield f"1: {lines} lines"
    for node in ast.walk(module.tree):
        if isinstance(node, _FUNCTIONS):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length >= _FUNCTION_LINES:
                yield f"{node.lineno}: {node.name} has {length} lines"
        if isinstance(node, ast.ClassDef):
            methods = sum(isinstance(part, _FUNCTIONS) for part in node.body)
            if methods > _CLASS_METHODS:
                yield f"{node.lineno}: {node.name} has {methods} methods"


def named_receivers(module: Module) -> Iterator[str]:
    """No lambda and no partial receives a signal: it leaks, and runs on the sender's thread."""
    for call in _calls(module):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "connect":
            for given in (*call.args, *(word.value for word in call.keywords)):
                if isinstance(given, ast.Lambda) or _names(given) == "partial":
                    yield f"{call.lineno}: a lambda or partial in connect"


def honest_handlers(module: Module) -> Iterator[str]:
    """No error is dropped without a word: neither by `pass` nor by suppressing everything."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler) and all(isinstance(x, ast.Pass) for x in node.body):
            yield f"{node.lineno}: except and pass"
    for call in _calls(module):
        if _names(call) == "suppress":
            for kind in call.args:
                if getattr(kind, "id", "") in ("Exception", "BaseException"):
                    yield f"{call.lineno}: suppresses everything"


def no_sleep_no_mock(module: Module) -> Iterator[str]:
    """Nothing sleeps, nothing is mocked, and no event loop is turned by hand."""
    for node in ast.walk(module.tree):
        for name in _mentions(node):
            if name in _BANNED or name.startswith("unittest."):
                yield f"{node.lineno}: {name}"


def _mentions(node: ast.AST) -> Iterator[str]:
    """The dotted names in an attribute or import, and the attribute alone."""
    if isinstance(node, ast.Attribute):
        yield node.attr
        yield f"{getattr(node.value, 'id', '')}.{node.attr}"
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{name.name}" for name in node.names)
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.Import):
        yield from (f"{name.name}." for name in node.names)


def finished(module: Module) -> Iterator[str]:
    """No note to do it later: an issue is the place for it."""
    for number, line in enumerate(module.text.splitlines(), 1):
        if _UNFINISHED.search(line):
            yield f"{number}: {line.strip()}"


def introduced(module: Module) -> Iterator[str]:
    """A module begins with a sentence on what it is about, and delays its annotations."""
    if ast.get_docstring(module.tree) is None:
        yield "1: no docstring"
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            return
    if any(isinstance(node, (*_FUNCTIONS, ast.AnnAssign)) for node in ast.walk(module.tree)):
        yield "1: no `from __future__ import annotations`"


def timeless(module: Module) -> Iterator[str]:
    """Nothing is read, started or asked when a module is imported.

    What a module may call at its top level are constructors of constants; a call on its own line
    is something happening.
    """
    for node in module.tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield f"{node.lineno}: something happens at import"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: global"


PROGRAM: tuple[Rule, ...] = (
    *(small, named_receivers, honest_handlers, no_sleep_no_mock, finished, introduced, timeless),
)
TESTS: tuple[Rule, ...] = (small, named_receivers, honest_handlers, no_sleep_no_mock, finished)


def _calls(module: Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.Call))


def _names(node: ast.AST) -> str:
    """The last name of what *node* calls: `partial` for functools.partial(…)."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))
