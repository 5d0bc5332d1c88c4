"""The guards see what they guard against: `planted.py` has a fault of each kind."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guards import network, skips
from tests.guards.surroundings import calm

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def in_ci():
    return verdicts(CI="true")


@pytest.fixture(scope="module")
def elsewhere():
    return verdicts("-k", "skips", CI="")


def verdicts(*options: str, **environ: str) -> str:
    """What pytest says about planted.py, in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider"]
    told = subprocess.run(
        [*command, *options, "tests/guards/planted.py"],
        cwd=ROOT,
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("test_leaves_a_thread", "in test_leaves_a_thread"),
        ("test_leaves_a_process", "in test_leaves_a_process"),
        ("test_leaves_a_timer", "QTimer, every 50 ms"),
        ("test_logs_a_warning", "WARNING pet.planted: odd"),
        ("test_speaks_to_a_stranger", "socket.connect to '192.0.2.1'"),
    ],
)
def test_a_test_that_leaves_something_fails_and_is_told_where_it_began(in_ci, test, reason):
    assert f"ERROR tests/guards/planted.py::{test}" in in_ci
    assert reason in in_ci


def test_a_test_that_cleans_up_passes(in_ci):
    for test in ("test_cleans_up", "test_expects_a_warning"):
        assert f"PASSED tests/guards/planted.py::{test}\n" in in_ci
        assert f"ERROR tests/guards/planted.py::{test}" not in in_ci


def test_in_ci_a_test_that_must_run_and_cannot_is_a_failure(in_ci, elsewhere):
    test = "planted.py::test_skips_what_must_run"
    assert f"FAILED tests/guards/{test} - CI runs every test, and this one was skipped" in in_ci
    assert "no model here" in in_ci
    assert "2 skipped" in elsewhere
    assert "1 skipped" in in_ci


def test_a_skip_names_the_programs_that_are_missing(monkeypatch, tmp_path):
    assert skips.missing({"a marker of no concern"}) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert skips.missing({"e2e", "ime"}) == [
        *("Xvfb", "openbox", "xdotool", "xwininfo", "import", "dbus-daemon"),
        *("ibus-daemon", "ibus", "fcitx5", "fcitx5-remote"),
    ]


@pytest.mark.parametrize(
    ("event", "address", "host"),
    [
        ("socket.connect", ("127.0.0.1", 11434), None),
        ("socket.connect", ("127.8.9.10", 1), None),
        ("socket.connect", ("localhost", 1), None),
        ("socket.connect", ("192.168.0.2", 11434), "192.168.0.2"),
        ("socket.connect", ("example.com", 80), "example.com"),
        ("socket.bind", ("0.0.0.0", 0), "0.0.0.0"),
        ("socket.sendto", ("192.0.2.1", 53), "192.0.2.1"),
    ],
)
def test_only_loopback_is_this_computer(event, address, host):
    with socket.socket() as connection:
        assert network.stranger(event, (connection, address)) == host


def test_a_name_is_not_even_looked_up():
    assert network.stranger("socket.getaddrinfo", ("example.com", 80, 0, 0, 0)) == "example.com"
    assert network.stranger("socket.getaddrinfo", ("localhost", 80, 0, 0, 0)) is None
    assert network.stranger("open", ("example.com",)) is None


def test_what_differs_from_machine_to_machine_is_taken_out():
    environ = {
        "HTTPS_PROXY": "http://proxy",
        "all_proxy": "socks5://proxy",
        "LC_ALL": "ko_KR.UTF-8",
    }
    calm(environ)
    assert not {"HTTPS_PROXY", "all_proxy", "LC_ALL"} & set(environ)
    assert environ["QT_QPA_PLATFORM"] == "offscreen"
    assert Path(environ["XDG_RUNTIME_DIR"]).is_dir()


def test_each_test_has_a_home_nobody_used():
    assert [entry.name for entry in Path(os.environ["HOME"]).iterdir()] == ["run"]
