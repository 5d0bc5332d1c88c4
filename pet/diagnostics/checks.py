"""What works on this machine and what does not, each as a key, a verdict and facts.

Facts are names, numbers and versions that may stand in a public report: no text of a conversation
and no name of the user's home folder.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pet.clock import Clock
from pet.diagnostics import places
from pet.diagnostics.screen import Screen, find_screen
from pet.engines.base import Status
from pet.errors import StoreError
from pet.i18n import Language
from pet.memory import memos
from pet.memory.store import Store
from pet.paths import Paths

_ROOM_BYTES: Final = 200 * 1024 * 1024  # memory, its backups, and room to breathe
_FONT_LIST_S: Final = 10


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. `ok` is None where nothing can or need be said."""

    key: str
    ok: bool | None
    facts: Mapping[str, object] = field(default_factory=dict)


def run(
    paths: Paths,
    clock: Clock,
    engines: Sequence[Status],
    language: Language,
    environ: Mapping[str, str] | None = None,
    *,
    memory_on: bool = True,
    unusable: Sequence[str] = (),
) -> tuple[Check, ...]:
    """Every check, in the order of a report; *engines* is what each of them says of itself.

    *unusable* names the settings that were passed over.
    """
    env = os.environ if environ is None else environ
    return (
        python(),
        qt(),
        sqlite(),
        folder(paths.root),
        room(paths.root),
        place(paths.root, env),
        *copies(paths.database),
        store(paths, clock),
        Check("memory" if memory_on else "memory.off", None, {"on": memory_on}),
        *map(engine, engines),
        *((Check("settings", False, {"names": ", ".join(unusable)}),) if unusable else ()),
        Check("language", None, {"language": language}),
        hangul_font(),
        screen(find_screen(env), env.get("XDG_SESSION_TYPE", "")),
        input_method(env),
        Check("tray", None),  # only Qt knows it
    )


def python() -> Check:
    return Check("python", True, {"version": platform.python_version()})


def qt() -> Check:
    """Qt's version, from the package's own record: loading it is the desktop's affair."""
    try:
        version = importlib.metadata.version("PySide6-Essentials")
    except importlib.metadata.PackageNotFoundError:
        return Check("qt", False, {"version": None})
    # 6.12.0 loses references to True and aborts interpreters whose booleans can be lost.
    aborts = version.startswith("6.12.0") and sys.version_info < (3, 12)
    return Check("qt", not aborts, {"version": version})


def sqlite() -> Check:
    return Check("sqlite", True, {"version": sqlite3.sqlite_version})


def folder(root: Path) -> Check:
    """Whether the data folder is there, or can be made, and can be written."""
    exists = root.is_dir()
    writable = os.access(_nearest_existing(root), os.W_OK | os.X_OK)
    return Check("folder", writable, {"folder": without_home(root), "exists": exists})


def room(root: Path) -> Check:
    free = shutil.disk_usage(_nearest_existing(root)).free
    return Check("room", free >= _ROOM_BYTES, {"free_bytes": free, "free_mb": free // 1024**2})


def place(root: Path, environ: Mapping[str, str]) -> Check:
    """Whether the folder lies where two programs may change a file at once unseen."""
    real = Path(os.path.realpath(root))
    if service := places.cloud_service(real, environ):
        return Check("place.cloud", False, {"service": service})
    if kind := places.network_filesystem(real, _mountinfo()):
        return Check("place.network", False, {"filesystem": kind})
    return Check("place", True)


def copies(database: Path) -> tuple[Check, ...]:
    """Whether a sync program made copies of the memory; nothing to say where it did not."""
    found = places.conflicting_copies(database)
    return (Check("copies", False, {"count": len(found)}),) if found else ()


def store(paths: Paths, clock: Clock) -> Check:
    """Whether the memory opens, and how much is in it."""
    try:
        with contextlib.closing(Store.open(paths, clock)) as opened:
            facts = _counts(opened, paths)
            return Check("store", not opened.read_only, facts)
    except StoreError as error:
        return Check("store.closed", False, {"error": error.key})


def engine(status: Status) -> Check:
    """What an engine says of itself: who, which model, which version, where it runs."""
    facts = {
        "engine": status.engine,
        "state": status.state.value,
        "model": status.model,
        "version": status.version,
        "address": None,
        "file": None,
        **{name: _public(fact) for name, fact in status.facts.items()},
    }
    return Check("engine", status.ready, facts)


def hangul_font() -> Check:
    """Whether a font can show Hangul; Windows and macOS bring one."""
    if sys.platform in ("win32", "darwin"):
        return Check("font.system", True)
    program = shutil.which("fc-list")
    if program is None:
        return Check("font.unknown", None)
    try:
        listed = subprocess.run(
            [program, ":lang=ko", "family"],
            capture_output=True,
            timeout=_FONT_LIST_S,
            check=False,
            encoding="utf-8",
            errors="replace",
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return Check("font.unknown", None)
    families = sorted({line.split(",")[0].strip() for line in listed.splitlines()} - {""})
    return Check("font", bool(families), {"font": families[0] if families else None})


def screen(found: Screen, session: str) -> Check:
    """The screen; on native Wayland a window cannot choose its place or stay on top."""
    facts = {"kind": found.kind, "session": session or None, "answers": found.answers}
    if not found.usable:
        key = "screen.silent" if found.kind != "none" else "screen.none"
        return Check(key, None if found.kind == "none" else False, facts)
    return Check("screen.wayland" if found.kind == "wayland" else "screen", True, facts)


def input_method(environ: Mapping[str, str], plugins: Sequence[str] | None = None) -> Check:
    """Whether Qt as it comes in wheels can reach the input method of the session."""
    if sys.platform in ("win32", "darwin"):
        return Check("input.system", True)
    # Qt reads the plural first (since 6.7) and takes the first of the list that it can load.
    wanted = [*environ.get("QT_IM_MODULES", "").split(";"), environ.get("QT_IM_MODULE", "")]
    modules = [module for module in wanted if module]
    if not modules:
        return Check("input.unset", None)
    there = input_plugins() if plugins is None else plugins
    usable = [module for module in modules if _is_usable(module, there)]
    if usable:
        return Check("input", True, {"module": usable[0]})
    key = "input.fcitx" if modules[0].startswith("fcitx") else "input"
    return Check(key, False, {"module": modules[0]})


def without_home(path: Path) -> str:
    """*path* with the user's home folder, which often has a person's name, as `~`."""
    with contextlib.suppress(ValueError, RuntimeError):
        return str(Path("~") / path.relative_to(Path.home()))
    return str(path)


def _counts(opened: Store, paths: Paths) -> dict[str, object]:
    turns = opened.read(lambda db: db.execute("SELECT count(*) FROM turns").fetchone()[0])
    backups = sum(1 for _ in paths.backups.glob("*.db")) if paths.backups.is_dir() else 0
    return {
        "memos": len(memos.everything(opened)),
        "turns": turns,
        "backups": backups,
        "read_only": opened.read_only,
        "notices": list(opened.notices),
    }


def _is_usable(module: str, plugins: Sequence[str]) -> bool:
    built_in = module in ("none", "xim", "wayland")
    return built_in or any(module in name for name in plugins)


def _public(fact: object) -> object:
    if isinstance(fact, Path) or (isinstance(fact, str) and fact.startswith(str(Path.home()))):
        return without_home(Path(fact))
    return fact


def _nearest_existing(path: Path) -> Path:
    return next(place for place in (path, *path.parents) if place.exists())


def _mountinfo() -> str:
    with contextlib.suppress(OSError):
        return Path("/proc/self/mountinfo").read_text("utf-8", "replace")
    return ""


def input_plugins() -> tuple[str, ...]:
    """The input method plugins that came with PySide6, found without loading it."""
    found = importlib.util.find_spec("PySide6")
    if found is None or not found.submodule_search_locations:
        return ()
    inside = Path(found.submodule_search_locations[0], "Qt", "plugins", "platforminputcontexts")
    return tuple(path.name for path in inside.glob("*")) if inside.is_dir() else ()
