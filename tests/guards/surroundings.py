"""The same surroundings on every machine: no screen, plain English, no proxy, a home of one's own.

A folder name of the machine's owner, a proxy or a language in the environment would make a test
pass here and fail there. Each test gets fresh home and XDG folders, so that what one forgets to
move into its `tmp_path` is neither found by the next nor left in the real home.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

import pytest

_FIXED = {"QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
_REMOVED = (
    *("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE"),
    *("OLLAMA_HOST", "OLLAMA_MODELS", "OLLAMA_API_KEY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    *("QT_IM_MODULE", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "QT_LOGGING_RULES", "XMODIFIERS"),
    *("WAYLAND_DISPLAY", "DISPLAY", "DBUS_SESSION_BUS_ADDRESS"),
)
_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
# Below the system's folder for short-lived files, as a socket's path may have 108 bytes at most.
_HOMES = Path(tempfile.mkdtemp(prefix="pet-"))
_NUMBERS = itertools.count()

atexit.register(shutil.rmtree, _HOMES, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    calm(os.environ)


def calm(environ: MutableMapping[str, str]) -> None:
    """Take out of *environ* what differs from machine to machine, and fix what must be there."""
    for name in tuple(environ):
        if name in _REMOVED or name.lower() in _PROXIES:
            del environ[name]
    environ.update(_FIXED)
    environ.update(_new_home())


@pytest.fixture(autouse=True)
def home_of_its_own(monkeypatch):
    for name, folder in _new_home().items():
        monkeypatch.setenv(name, folder)


def _new_home() -> dict[str, str]:
    """The environment of a home nobody has used; XDG Base Directory Specification 0.8."""
    home = _HOMES / str(next(_NUMBERS))
    runtime = home / "run"
    runtime.mkdir(parents=True, mode=0o700, exist_ok=True)  # forked tests count from the same
    return {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_RUNTIME_DIR": str(runtime),
    }
