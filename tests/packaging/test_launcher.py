"""The launcher that `run.sh --install` makes, and that `--uninstall` takes away wholly."""

from __future__ import annotations

import configparser
import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.house.sources import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="launchers of Linux desktops")


@pytest.fixture
def project(tmp_path):
    """A folder with a name that hurts, and icons of two kinds."""
    folder = tmp_path / '펫 "a" $b `c` 100% it\'s \\x'
    shutil.copytree(ROOT / "packaging", folder / "packaging")
    (folder / "assets").mkdir()
    (folder / "assets" / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "icon.png").write_bytes(png(256, 320))
    return folder


@pytest.fixture
def home(project):
    home = Path(os.environ["HOME"])
    (home / "Desktop").mkdir()
    return home


def png(width, height):
    """The start of a PNG: the signature and its header chunk."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n\0\0\0\r" + header + struct.pack(">I", zlib.crc32(header))


def do(project, verb):
    lines = (
        f'set -eu; root=$1; for part in setup launcher; do . "$1/packaging/$part.sh"; done; {verb}'
    )
    told = subprocess.run(
        ["sh", "-c", lines, "sh", str(project)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return told.stderr


def entry(file):
    reader = configparser.RawConfigParser(delimiters="=", comment_prefixes="#", interpolation=None)
    reader.optionxform = str
    reader.read(file, encoding="utf-8")
    return reader


def arguments(exec_line):
    """The command of an Exec line, by the Desktop Entry Specification: first a string's escapes,
    then the arguments' quotes, then the field codes."""
    text = exec_line.replace("\\\\", "\\")
    found, current, quoted, position = [], "", False, 0
    while position < len(text):
        letter = text[position]
        if letter == "\\" and quoted:
            position += 1
            current += text[position]
        elif letter == '"':
            quoted = not quoted
        elif letter == " " and not quoted:
            found.append(current)
            current = ""
        else:
            current += letter
        position += 1
    return [word.replace("%%", "%") for word in [*found, current]]


def test_the_launcher_starts_this_folders_script(project, home):
    do(project, "add_launcher")
    menu = entry(home / ".local/share/applications/desktop-pet.desktop")
    main = menu["Desktop Entry"]
    script = str(project / "packaging" / "run.sh")
    assert arguments(main["Exec"]) == ["/bin/sh", script]
    assert arguments(menu["Desktop Action quit"]["Exec"]) == ["/bin/sh", script, "quit"]
    assert {main["Name"], main["Name[ko]"]} == {"Desktop Pet", "데스크톱 펫"}
    assert main["Comment"]
    assert main["Comment[ko]"]
    assert main["StartupWMClass"] == "desktop-pet"


def test_it_is_on_the_desktop_too_and_may_be_double_clicked(project, home):
    do(project, "add_launcher")
    shortcut = home / "Desktop" / "desktop-pet.desktop"
    assert os.access(shortcut, os.X_OK)
    assert shortcut.read_text() == (
        home / ".local/share/applications/desktop-pet.desktop"
    ).read_text(encoding="utf-8")


def test_the_icons_are_where_a_theme_is_looked_for(project, home):
    do(project, "add_launcher")
    icons = home / ".local/share/icons/hicolor"
    assert (icons / "scalable/apps/desktop-pet.svg").is_file()
    assert (icons / "256x320/apps/desktop-pet.png").is_file()
    main = entry(home / ".local/share/applications/desktop-pet.desktop")["Desktop Entry"]
    assert main["Icon"] == "desktop-pet"


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="needs desktop-file-utils"
)
def test_the_desktops_own_checker_has_no_complaint(project, home):
    do(project, "add_launcher")
    file = home / ".local/share/applications/desktop-pet.desktop"
    told = subprocess.run(
        ["desktop-file-validate", str(file)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout) == (0, "")


def test_uninstalling_leaves_nothing_of_it(project, home):
    before = sorted(home.rglob("*"))
    do(project, "add_launcher")
    autostart = home / ".config" / "autostart" / "desktop-pet.desktop"
    autostart.parent.mkdir(parents=True)
    autostart.touch()
    told = do(project, "remove_launcher")
    left = [file for file in home.rglob("*") if file.is_file() and file not in before]
    assert [file for file in left if file.name != "mimeinfo.cache"] == []
    assert "Memories stay" in told


def test_other_icons_and_launchers_stay(project, home):
    other = home / ".local/share/icons/hicolor/scalable/apps/other.svg"
    other.parent.mkdir(parents=True)
    other.touch()
    do(project, "add_launcher")
    do(project, "remove_launcher")
    assert other.is_file()


def test_uninstalling_what_is_not_there_is_no_error(project, home):
    assert "is gone" in do(project, "remove_launcher")


def test_a_home_without_a_desktop_folder_gets_no_shortcut(project):
    do(project, "add_launcher")
    assert not list(Path(os.environ["HOME"]).glob("*.desktop"))
    assert not (Path(os.environ["HOME"]) / "Desktop").exists()
