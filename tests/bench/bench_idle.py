"""Start, memory and processor of the idle pet, side by side with another desktop pet (myCat).

    .venv/bin/python tests/bench/bench_idle.py [--seconds 60] [--rounds 3]

Installs `mycat` into a throwaway environment, starts both in turn on a virtual screen with openbox
and prints the median of each figure and their ratio. Run it on a quiet machine; only ratios of one
run compare. Needs Xvfb, openbox and xdotool.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.e2e.desktop import VirtualDesktop
from tests.waiting import until

SETTLE = 8.0  # seconds before anything is measured
FIGURES = ("first window s", "resident MB", "proportional MB", "processor % of a core")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--rounds", type=int, default=3)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, VirtualDesktop(compositor=True) as desktop:
        commands = {"this pet": _our_command(Path(folder)), "myCat": _mycat(Path(folder))}
        found: dict[str, list[tuple[float, ...]]] = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                found[name].append(_measure(desktop, command, options.seconds))
    _show({name: _medians(rounds) for name, rounds in found.items()}, options)


def _our_command(folder: Path) -> tuple[str, ...]:
    pet = Path(sys.executable).with_name("pet")
    return (str(pet), "--home", str(folder / "home"), "--lang", "en")


def _mycat(folder: Path) -> tuple[str, ...]:
    place = folder / "mycat"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    pip = [str(place / "bin/python"), "-m", "pip", "install", "-q", "mycat"]
    subprocess.run(pip, check=True)
    return (str(place / "bin/mycat"),)


def _measure(
    desktop: VirtualDesktop, command: tuple[str, ...], seconds: float
) -> tuple[float, ...]:
    """First window (s), resident and proportional memory (MB), processor (% of a core)."""
    before = {window.id for window in desktop.windows()}
    began = time.monotonic()
    program = desktop.run(*command)
    until(lambda: any(w.id not in before for w in desktop.windows()), 60, "the first window")
    first = time.monotonic() - began
    with _family(program.pid) as processes:
        _let_pass(SETTLE)
        used = _processor(processes)
        _let_pass(seconds)
        share = (_processor(processes) - used) / seconds * 100
        memory = [process.memory_full_info() for process in processes()]
    desktop.end(program)
    resident = sum(one.rss for one in memory) / 1e6
    return first, resident, sum(one.pss for one in memory) / 1e6, share


@contextmanager
def _family(pid: int) -> Iterator[object]:
    root = psutil.Process(pid)

    def alive() -> list[psutil.Process]:
        return [root, *root.children(recursive=True)]

    yield alive


def _processor(processes: object) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes())


def _let_pass(seconds: float) -> None:
    end = time.monotonic() + seconds
    until(lambda: time.monotonic() > end, seconds + 5)


def _medians(rounds: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(statistics.median(figure) for figure in zip(*rounds, strict=True))


def _show(found: Mapping[str, tuple[float, ...]], options: argparse.Namespace) -> None:
    load = os.getloadavg()[0]
    print(f"{platform.platform()}, {os.cpu_count()} cores, load {load:.1f},")
    print(f"Python {platform.python_version()}, {options.rounds} rounds of {options.seconds:.0f} s")
    ours, theirs = found["this pet"], found["myCat"]
    print(f"{'':24}{'this pet':>10}{'myCat':>10}{'ratio':>8}")
    for name, our, their in zip(FIGURES, ours, theirs, strict=True):
        print(f"{name:24}{our:>10.2f}{their:>10.2f}{our / their:>8.2f}")


if __name__ == "__main__":
    main()
