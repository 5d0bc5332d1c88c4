"""The program, for tests of its command line."""

from __future__ import annotations

import pytest

from tests.cli.program import Program


@pytest.fixture
def pet(tmp_path):
    return Program(tmp_path / "home")


@pytest.fixture
def korean(tmp_path):
    return Program(tmp_path / "home", language="ko_KR.UTF-8")
