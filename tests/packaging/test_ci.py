"""`.ci/run` is `packaging/test.sh` with a real Ollama, where something beside builds one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.house.sources import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a bash script")


@pytest.fixture
def clone(tmp_path):
    """A clone whose test.sh only tells what it was given."""
    folder = tmp_path / "any where"
    (folder / "packaging").mkdir(parents=True)
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    (folder / "packaging" / "test.sh").write_text('echo "CI=$CI ollama=${PET_TEST_OLLAMA-none}"\n')
    return folder


def run(clone, **environ):
    inherited = {name: value for name, value in os.environ.items() if name != "PET_TEST_OLLAMA"}
    told = subprocess.run(
        ["bash", str(clone / ".ci" / "run")],
        env=inherited | environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()


def builder(clone, script):
    tool = clone.parent / "shared" / "tools" / "real-ollama"
    tool.parent.mkdir(parents=True)
    tool.write_text(script)
    tool.chmod(0o444)


def test_without_a_builder_it_is_the_developers_command(clone):
    assert run(clone) == ["CI=true ollama=none"]


def test_a_real_ollama_is_built_and_named(clone):
    builder(clone, "echo compiling >&2; echo /cache/bin/ollama")
    assert run(clone)[-1] == "CI=true ollama=/cache/bin/ollama"


def test_a_builder_that_fails_is_told_and_costs_nothing_else(clone):
    builder(clone, "echo /half/built; exit 1")
    said = run(clone)
    assert "its builder failed" in said[0]
    assert said[-1] == "CI=true ollama=none"


def test_an_ollama_named_by_hand_is_kept(clone):
    builder(clone, "exit 1")
    assert run(clone, PET_TEST_OLLAMA="/mine")[-1] == "CI=true ollama=/mine"
