"""Whatever the memory tells has a sentence in both languages; only the store gives receipts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pet
from pet.i18n import LANGUAGES, Texts
from pet.memory import opening

PET = Path(pet.__file__).parent
NOTICES = [
    opening.RESTORED,
    opening.NEW_AFTER_DAMAGE,
    "store.read_only",
    "store.no_locks",
    "store.too_new",
]


def calls(folder):
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield path, node


def raised():
    """Key and facts of every error that is made in pet.memory."""
    for _, call in calls(PET / "memory"):
        if call.func.id.startswith(("Store", "Memo", "Nothing")) and call.args:
            key = call.args[0]
            if isinstance(key, ast.Constant):
                yield key.value, {word.arg for word in call.keywords}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "facts"), sorted((k, tuple(sorted(f))) for k, f in raised()))
def test_every_error_has_a_sentence_that_uses_only_its_facts(language, key, facts):
    sentence = Texts(language)(f"error.{key}", **dict.fromkeys(facts, "1"))
    assert sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", NOTICES)
def test_every_notice_has_a_sentence(language, key):
    assert Texts(language)(key)


def test_some_errors_were_looked_at():
    assert {"memos_full", "nothing_to_undo", "store.busy"} <= {key for key, _ in raised()}


def test_only_the_store_makes_receipts():
    makers = {path.parent.name for path, call in calls(PET) if call.func.id == "Receipt"}
    assert makers == {"memory"}
