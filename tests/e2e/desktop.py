"""A desktop nobody sees: Xvfb, a window manager and a session bus, driven with xdotool.

    with VirtualDesktop() as desktop:
        program = desktop.run(sys.executable, "-m", "pet", "--throwaway")
        window = desktop.wait_for_window("솜이")
        desktop.keyboard.type("hello\n")
        desktop.screenshot(path)

Everything that was started is ended on the way out. Where a tool is missing the test is skipped
with that reason; in CI (`CI=true`) it fails instead.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.hands import Keyboard, Mouse, xdotool
from tests.waiting import until

TOOLS = ("Xvfb", "openbox", "xdotool", "import", "dbus-daemon", "xwininfo")
_SCREEN = "1280x800x24"
_KEPT_FROM_OUTSIDE = (
    "PATH",
    "LANG",
    "LC_ALL",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "TMPDIR",
    "SSL_CERT_FILE",
)
_END_SECONDS = 5.0


def need(*tools: str) -> None:
    """Skip the test where one of *tools* is not installed; in CI that is a failure."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if not missing:
        return
    reason = f"not installed: {', '.join(missing)}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass(frozen=True)
class Window:
    """A window as the X server sees it; lengths in px of the screen."""

    id: str
    x: int
    y: int
    width: int
    height: int


class VirtualDesktop:
    """One screen with a window manager and a session bus of its own.

    `env` is the environment of the programs that run there: its own HOME and runtime folder,
    little else from outside. *compositor*: blend half-transparent windows (picom). *scale*: what
    Qt multiplies every length by.
    """

    def __init__(
        self,
        *,
        screen: str = _SCREEN,
        compositor: bool = False,
        scale: float = 1.0,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._screen = screen
        self.has_compositor = compositor
        self._extra = dict(env or {}) | ({"QT_SCALE_FACTOR": str(scale)} if scale != 1.0 else {})
        self._programs: list[subprocess.Popen[bytes]] = []
        self._folder = Path()
        self.env: dict[str, str] = {}
        self.mouse = Mouse(self.env)
        self.keyboard = Keyboard(self.env)

    @property
    def home(self) -> Path:
        """The HOME of whatever runs here; gone afterwards."""
        return self._folder / "home"

    def __enter__(self) -> VirtualDesktop:
        need(*TOOLS, *(("picom",) if self.has_compositor else ()))
        self._folder = Path(tempfile.mkdtemp(prefix="pet-desktop-"))
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def run(self, *command: str, **env: str) -> subprocess.Popen[bytes]:
        """Start a program there, in a process group of its own; *env* on top of `self.env`.

        What it writes is in `output(program)`.
        """
        log = self._folder / f"out-{len(self._programs)}"
        with log.open("wb") as out:
            program = subprocess.Popen(
                command,
                env={**self.env, **env},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._programs.append(program)
        return program

    def ask(self, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a short command there to its end; how it ended and what it wrote."""
        return subprocess.run(
            command,
            env={**self.env, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def output(self, program: subprocess.Popen[bytes]) -> str:
        """What *program* has written so far."""
        return (self._folder / f"out-{self._programs.index(program)}").read_text(
            encoding="utf-8", errors="replace"
        )

    def end(self, program: subprocess.Popen[bytes]) -> int:
        """Ask *program* to end, then insist; its exit code."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return program.wait(_END_SECONDS)
        raise AssertionError(f"{program.args} cannot be ended")

    def screenshot(self, path: Path) -> Path:
        """Save the whole screen as a picture."""
        subprocess.run(
            ["import", "-window", "root", str(path)], env=self.env, check=True, timeout=30
        )
        return path

    def windows(self, title: str = ".*", *, pid: int | None = None) -> tuple[Window, ...]:
        """The visible windows whose whole title matches *title*; of one process."""
        whose = () if pid is None else ("--all", "--pid", str(pid))
        found = xdotool(self.env, "search", "--onlyvisible", *whose, "--name", f"^({title})$")
        return tuple(
            window for number in found.split() if (window := self._window(number)) is not None
        )

    def wait_for_window(
        self, title: str, seconds: float = 30.0, *, pid: int | None = None
    ) -> Window:
        """The first such window, as soon as it is there."""
        return until(lambda: self.windows(title, pid=pid), seconds, f"a window {title!r}")[0]

    def focused(self) -> str:
        """The id of the window that has the focus."""
        return xdotool(self.env, "getwindowfocus")

    def _window(self, number: str) -> Window | None:
        shell = xdotool(self.env, "getwindowgeometry", "--shell", number)
        facts = dict(line.split("=", 1) for line in shell.splitlines() if "=" in line)
        if "WIDTH" not in facts:
            return None  # gone meanwhile
        return Window(
            number, int(facts["X"]), int(facts["Y"]), int(facts["WIDTH"]), int(facts["HEIGHT"])
        )

    def _start(self) -> None:
        runtime = self._folder / "run"
        for folder in (self.home, runtime):
            folder.mkdir(mode=0o700)
        self.env |= {key: os.environ[key] for key in _KEPT_FROM_OUTSIDE if key in os.environ}
        self.env |= {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(runtime),
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONUTF8": "1",
            **self._extra,
        }
        self.env["DISPLAY"] = self._start_screen()
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus()
        self.run("openbox")
        until(self._has_window_manager, what="a window manager")
        if self.has_compositor:
            self.run("picom", "--backend", "xrender", "--no-fading-openclose")

    def _start_screen(self) -> str:
        """Xvfb picks a free display itself and says which: no two tests can collide.

        It must not reset when the last of its programs goes: the next one may be on its way.
        """
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as told:
            server = subprocess.Popen(
                [
                    "Xvfb",
                    "-displayfd",
                    str(writer),
                    "-screen",
                    "0",
                    self._screen,
                    "-nolisten",
                    "tcp",
                    "-noreset",
                ],
                pass_fds=(writer,),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._programs.append(server)
            os.close(writer)
            number = told.readline().decode().strip()
        if not number:
            raise AssertionError("Xvfb did not start")
        return f":{number}"

    def _start_bus(self) -> str:
        bus = self.run("dbus-daemon", "--session", "--nofork", "--print-address=1")
        lines = until(lambda: re.findall(r"^unix:\S+", self.output(bus), re.MULTILINE))
        return str(lines[0])

    def _has_window_manager(self) -> bool:
        done = subprocess.run(
            ["xdotool", "get_desktop"], env=self.env, capture_output=True, timeout=20
        )
        return done.returncode == 0

    def _end(self) -> None:
        for program in reversed(self._programs):
            if program.poll() is None:
                self.end(program)
            with contextlib.suppress(ProcessLookupError):  # what it left in its group
                os.killpg(program.pid, signal.SIGKILL)
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture
def desktop() -> Iterator[VirtualDesktop]:
    """A virtual desktop for one test; import it where it is used."""
    with VirtualDesktop() as running:
        yield running
