"""Stores of a test's own folder, and other running copies of the program."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pet.memory.store import Store
from tests.memory.copies import Copy


@pytest.fixture
def open_store(paths, clock):
    """Opens stores over one folder; they are closed when the test ends."""
    with contextlib.ExitStack() as opened:

        def open_one(**options) -> Store:
            store = Store.open(options.pop("paths", paths), clock, **options)
            opened.callback(store.close)
            return store

        yield open_one


@pytest.fixture
def store(open_store):
    return open_store()


@pytest.fixture
def other(store, open_store):
    """A second store over the same folder, as another running copy has it."""
    return open_store()


@pytest.fixture
def start_copy(paths):
    """Starts other copies of the program; they are killed when the test ends."""
    with contextlib.ExitStack() as started:

        def start(*options: str) -> Copy:
            return started.enter_context(Copy(paths, *options))

        yield start


@pytest.fixture
def small_disk(tmp_path):
    """A disk of one megabyte."""
    with _mounted("-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(tmp_path / "disk")) as disk:
        yield disk


@pytest.fixture
def make_read_only(tmp_path):
    """Makes a folder one that cannot be written, for an ordinary user and for root."""
    with contextlib.ExitStack() as undone:

        def forbid(folder: Path) -> None:
            if os.geteuid() != 0:
                folder.chmod(0o500)
                undone.callback(folder.chmod, 0o700)
                return
            undone.enter_context(_mounted("--bind", str(folder), str(folder)))
            subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)

        yield forbid


@contextlib.contextmanager
def _mounted(*arguments: str):
    folder = Path(arguments[-1])
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a disk for this test")
    folder.mkdir(exist_ok=True)
    tried = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if tried.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {tried.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def elsewhere(open_store, paths, tmp_path):
    """A store in another home."""
    return open_store(paths=type(paths)(tmp_path / "elsewhere"))
