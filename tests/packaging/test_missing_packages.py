"""What a fresh system lacks is found before anything is installed."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import ROOT

SCRIPT = ROOT / "packaging" / "missing_packages.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is about Linux")

# What of the Qt wheel the pet loads, by the folders of PySide6-Essentials.
LOADED = (
    *(f"Qt{part}.abi3.so" for part in ("Core", "Gui", "Widgets", "Network", "DBus", "Svg")),
    *(f"Qt/lib/libQt6{part}.so.6" for part in ("Core", "Gui", "Widgets", "Network", "DBus", "Svg")),
    *("Qt/lib/libQt6XcbQpa.so.6", "Qt/lib/libQt6WaylandClient.so.6"),
    *("Qt/plugins/platforms/libqxcb.so", "Qt/plugins/platforms/libqwayland.so"),
    *("Qt/plugins/xcbglintegrations/libqxcb-glx-integration.so",),
    *("Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",),
)
# Part of every Debian (Essential: yes), or of the wheels themselves.
ALWAYS_THERE = re.compile(
    r"lib(c|m|dl|pthread|resolv|rt|gcc_s)\.so|ld-linux|lib(Qt6|icu|pyside6|shiboken6)"
)
NEEDED = re.compile(rb"(?<=\0)((?:lib|ld-)[\w+.-]+\.so(?:\.\d+)+)(?=\0)")


@pytest.fixture
def script():
    spec = importlib.util.spec_from_file_location("missing_packages", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("option", [[], ["--screen"]])
def test_here_nothing_is_missing(option):
    told = subprocess.run(
        [sys.executable, str(SCRIPT), *option], capture_output=True, text=True, check=True
    )
    assert told.stdout == ""


def test_what_cannot_be_loaded_is_named_with_its_package(script, monkeypatch):
    monkeypatch.setattr(script, "MODEL", {"libc.so.6": "libc6", "libnowhere.so.9": "libnowhere9"})
    assert list(script.missing(screen=False)) == [("libnowhere.so.9", "libnowhere9")]


def test_the_screens_libraries_count_where_there_is_one(script, monkeypatch, capsys):
    monkeypatch.setattr(script, "QT", {"libnoscreen.so.1": "libnoscreen1"})
    assert script.main([]) == 0
    assert capsys.readouterr().out == ""
    assert script.main(["--screen"]) == 0
    assert capsys.readouterr().out == "libnoscreen.so.1\tlibnoscreen1\n"


def test_a_font_with_hangul_is_asked_of_fontconfig(script, monkeypatch, tmp_path):
    empty = tmp_path / "fonts.conf"
    empty.write_text(f'<?xml version="1.0"?><fontconfig><dir>{tmp_path}</dir></fontconfig>')
    program = f"import runpy; print(runpy.run_path({str(SCRIPT)!r})['_draws_hangul']())"
    told = {}
    for name, environ in (("here", {}), ("without fonts", {"FONTCONFIG_FILE": str(empty)})):
        with monkeypatch.context() as changed:
            for key, value in environ.items():
                changed.setenv(key, value)
            told[name] = subprocess.run(
                [sys.executable, "-c", program], capture_output=True, text=True, check=True
            ).stdout.strip()
    assert told == {"here": "True", "without fonts": "False"}


def test_the_table_has_every_library_that_the_wheels_ask_for(script):
    qt, xllamacpp = (
        Path(importlib.util.find_spec(name).origin).parent for name in ("PySide6", "xllamacpp")
    )
    files = [qt / name for name in LOADED] + list(xllamacpp.glob("*.so"))
    known = script.MODEL | script.QT
    unknown = {
        name.decode()
        for file in files
        for name in NEEDED.findall(file.read_bytes())
        if not ALWAYS_THERE.match(name.decode()) and name.decode() not in known
    }
    assert unknown == set()
