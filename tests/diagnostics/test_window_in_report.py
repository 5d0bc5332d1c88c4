"""What the window of the model costs stands beside the engine that answers."""

from __future__ import annotations

import pytest

from pet.diagnostics import checks, report
from pet.engines.base import State, Status
from pet.i18n import Texts

FACTS = {"address": "http://127.0.0.1:11434", "num_ctx": 8192, "trained": 32768}


def told(language, **facts):
    status = Status("ollama", State.READY, "qwen:2b", "0.32.15", facts=FACTS | facts)
    return report.as_text([checks.engine(status)], Texts(language)).splitlines()[1:]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_window_and_its_memory_are_told_where_they_are_known(language):
    first, *rest = told(language, cache_mb=96)
    assert "qwen:2b" in first
    for fact in ("8,192", "32,768", "96", "`window`"):
        assert fact in "\n".join(rest)
    assert len(told(language, cache_mb=0)) == 1
