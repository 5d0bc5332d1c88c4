"""A second start wakes the first, whatever a crash has left behind; both ends are real sockets."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pet import remote
from pet.paths import Paths
from pet.remote import NotAnswering, NotRunning
from pet.ui.single_instance import SingleInstance
from tests.waiting import until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def paths(tmp_path, monkeypatch):
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    return Paths(tmp_path / "home")


@pytest.fixture
def first(qtbot, paths):
    instance = SingleInstance(paths)
    assert instance.claim()
    yield instance
    instance.close()


class Call(threading.Thread):
    """Somebody else's terminal, asking."""

    def __init__(self, paths: Paths, do: remote.Request, seconds: float = 5.0) -> None:
        super().__init__()
        self._ask = (paths.socket, do, seconds)
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        address, do, seconds = self._ask
        try:
            remote.ask(address, do, seconds=seconds)
        except (NotRunning, NotAnswering) as error:
            self.error = error


def wait_for(qtbot, call: Call) -> Exception | None:
    qtbot.waitUntil(lambda: not call.is_alive())
    call.join()
    return call.error


@pytest.mark.parametrize("do", ["toggle-chat", "show", "hide", "memory", "quit"])
def test_a_request_reaches_the_running_copy(qtbot, paths, first, do):
    with qtbot.waitSignal(first.request_received) as received:
        call = Call(paths, do)
    assert received.args == [do]
    assert wait_for(qtbot, call) is None


def test_a_ping_is_answered_and_asks_for_nothing(qtbot, paths, first):
    with qtbot.assertNotEmitted(first.request_received):
        assert wait_for(qtbot, Call(paths, "ping")) is None


def test_a_second_copy_of_the_same_home_does_not_listen(paths, first):
    second = SingleInstance(paths)
    assert not second.claim()
    second.close()
    assert first.is_listening
    assert Path(paths.socket).exists()


def test_another_home_is_another_pet(qtbot, first, tmp_path):
    other = SingleInstance(Paths(tmp_path / "other"))
    assert other.claim()
    other.close()


def test_nobody_there_is_told_as_that(paths):
    with pytest.raises(NotRunning):
        remote.ask(paths.socket, "show")


def test_the_rest_of_a_crash_is_cleared_away(qtbot, paths):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(paths.socket)
    with pytest.raises(NotRunning):
        remote.ask(paths.socket, "show")
    instance = SingleInstance(paths)
    assert instance.claim()
    assert wait_for(qtbot, Call(paths, "ping")) is None
    instance.close()


def test_a_copy_that_hangs_is_not_robbed_of_its_socket(paths):
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(paths.socket)
        hanging.listen()
        assert not SingleInstance(paths).claim()
        with pytest.raises(NotAnswering):
            remote.ask(paths.socket, "show", seconds=0.1)


def test_closing_takes_the_socket_away(qtbot, paths):
    instance = SingleInstance(paths)
    assert instance.claim()
    instance.close()
    assert not Path(paths.socket).exists()


def test_only_the_user_may_talk_to_it(paths, first):
    mode = stat.S_IMODE(Path(paths.socket).stat().st_mode)
    assert mode & 0o077 == 0


@pytest.mark.parametrize(
    "line",
    [
        b"not json\n",
        b'{"do": "format-disk"}\n',
        b"[]\n",
        b'{"do": ["show"]}\n',
        b"\xff\xfe\n",
        b"[" * 4000 + b"\n",
        b'{"do": null}\n',
    ],
)
def test_whatever_else_is_said_is_refused_and_harmless(qtbot, paths, first, line):
    with socket.socket(socket.AF_UNIX) as caller, qtbot.assertNotEmitted(first.request_received):
        caller.connect(paths.socket)
        caller.sendall(line)
        caller.setblocking(False)
        qtbot.waitUntil(lambda: _was_answered(caller))
        assert json.loads(caller.recv(4096)) == {"ok": False, "error": "unknown"}
    assert wait_for(qtbot, Call(paths, "ping")) is None


def test_a_caller_that_never_ends_its_line_is_hung_up_on(qtbot, paths, first):
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(paths.socket)
        caller.sendall(b"x" * 10_000)
        caller.setblocking(False)
        qtbot.waitUntil(lambda: _is_closed(caller))
    assert wait_for(qtbot, Call(paths, "ping")) is None


def _was_answered(caller: socket.socket) -> bool:
    try:
        return caller.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return False


def _is_closed(caller: socket.socket) -> bool:
    try:
        return caller.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from pet.paths import Paths
from pet.ui.single_instance import SingleInstance
app = QCoreApplication([])
instance = SingleInstance(Paths(Path(sys.argv[1])))
first = instance.claim()
print("first" if first else "second", flush=True)
if first:
    instance.request_received.connect(app.quit)
    sys.exit(app.exec())
"""


def test_of_many_starts_at_the_same_moment_one_listens(paths):
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", START, str(paths.root)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(5)
    ]
    said = [start.stdout.readline().strip() for start in starts]
    assert sorted(said) == ["first", *["second"] * 4]
    remote.ask(paths.socket, "quit", seconds=5)
    for start in starts:
        start.communicate(timeout=10)
        assert start.returncode == 0


def test_a_copy_killed_outright_leaves_nothing_in_the_way(paths):
    for _ in range(2):
        start = subprocess.Popen(
            [sys.executable, "-c", START, str(paths.root)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert start.stdout.readline().strip() == "first"
        start.kill()
        start.communicate(timeout=10)
    until(lambda: Path(paths.socket).exists())


def test_another_copy_listens_once_the_first_has_gone(qtbot, paths, first):
    second = SingleInstance(paths, retry_ms=20)
    assert not second.claim()
    second.claim_later()
    first.close()
    qtbot.waitUntil(lambda: second.is_listening)
    with qtbot.waitSignal(second.request_received) as heard:
        call = Call(paths, "show")
    assert heard.args == ["show"]
    assert wait_for(qtbot, call) is None
    second.close()
