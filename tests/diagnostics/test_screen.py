"""Whether there is a screen, found out without Qt."""

from __future__ import annotations

import socket
import sys

import pytest

from pet.diagnostics.screen import Screen, find_screen

posix = pytest.mark.skipif(sys.platform == "win32", reason="X11 and Wayland are spoken on sockets")


@pytest.fixture
def wayland(tmp_path):
    """A session whose Wayland compositor listens."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        yield {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}


@pytest.fixture
def x11():
    """A display number on the loopback, and whoever listens there."""
    for number in range(300, 900):
        with socket.socket() as server:
            try:
                server.bind(("127.0.0.1", 6000 + number))
            except OSError:
                continue
            server.listen()
            yield {"DISPLAY": f"127.0.0.1:{number}.0"}
            return


def test_windows_and_macos_have_their_own_screen():
    assert find_screen({}, "win32") == find_screen({}, "darwin") == Screen("native")


def test_a_session_without_a_display_has_none():
    found = find_screen({}, "linux")
    assert found == Screen("none")
    assert not found.usable


def test_a_platform_that_the_user_chose_is_believed():
    assert find_screen({"QT_QPA_PLATFORM": "offscreen"}, "linux").usable
    assert not find_screen({"QT_QPA_PLATFORM": "xcb;wayland"}, "linux").usable


@posix
def test_a_display_that_answers_is_usable(x11, wayland):
    assert find_screen(x11, "linux") == Screen("x11", x11["DISPLAY"], True)
    assert find_screen(wayland, "linux") == Screen("wayland", "wayland-7", True)
    assert find_screen({**x11, **wayland}, "linux").kind == "x11"


@posix
@pytest.mark.parametrize(
    "display", [":997", "unix:997", "127.0.0.1:59000", "127.0.0.1:99999", ":", "nonsense", ":x"]
)
def test_a_display_that_is_dead_is_not_usable(display):
    assert find_screen({"DISPLAY": display}, "linux") == Screen("x11", display, False)


@posix
def test_wayland_takes_over_where_x11_is_dead(wayland):
    assert find_screen({"DISPLAY": ":997", **wayland}, "linux").kind == "wayland"


@posix
def test_a_compositor_that_has_gone_does_not_answer(tmp_path):
    gone = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}
    assert find_screen(gone, "linux") == Screen("wayland", "wayland-7", False)
