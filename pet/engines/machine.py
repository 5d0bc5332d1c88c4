"""What this computer has: free memory, and whether Ollama is installed on it."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from pathlib import Path
from typing import Final

_ASSUMED_FREE: Final = 4 * 1024**3  # bytes, where the system does not say
_MAC_PLACES: Final = ("/Applications/Ollama.app", "/opt/homebrew/bin/ollama")
_LINUX_PLACES: Final = ("/usr/local/bin/ollama", "/usr/bin/ollama", "/opt/ollama/bin/ollama")


def free_memory() -> int:
    """Bytes that a program could still take without pushing others out."""
    if sys.platform == "win32":
        return _free_on_windows()
    if sys.platform == "linux":
        return _free_on_linux()
    return _half_of_all()


def ollama_is_installed() -> bool:
    """Whether an `ollama` is on PATH or where its installers put it."""
    return shutil.which("ollama") is not None or any(place.exists() for place in _places())


def _places() -> tuple[Path, ...]:
    if sys.platform == "win32":
        programs = os.environ.get("LOCALAPPDATA", "")
        return (Path(programs, "Programs", "Ollama", "ollama.exe"),) if programs else ()
    return tuple(Path(place) for place in (_MAC_PLACES + _LINUX_PLACES))


def _free_on_linux() -> int:
    # MemAvailable counts the file cache that the kernel would give back (proc(5)).
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return _half_of_all()
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return _half_of_all()


def _half_of_all() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return _ASSUMED_FREE


def _free_on_windows() -> int:
    class MemoryStatus(ctypes.Structure):
        """MEMORYSTATUSEX of the Windows API."""

        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            ("total", ctypes.c_uint64),
            ("available", ctypes.c_uint64),
            ("rest", ctypes.c_uint64 * 5),
        )

    status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        return _ASSUMED_FREE
    return int(status.available)
