"""Every folder and file the program knows, in one frozen value; `--home` moves them all."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Paths:
    """The places below one home folder. Nothing is created by asking for a name."""

    root: Path

    @classmethod
    def default(cls) -> Paths:
        """The user's own data folder, as each system wants it."""
        return cls(Path(platformdirs.user_data_dir("desktop-pet", appauthor=False)))

    @property
    def database(self) -> Path:
        return self.root / "pet.db"

    @property
    def lock(self) -> Path:
        """Held for milliseconds around each write. Never deleted: a deleted lock has two owners."""
        return self.root / "data.lock"

    @property
    def index(self) -> Path:
        """The search index; it can always be made again from the database."""
        return self.root / "search.db"

    @property
    def index_lock(self) -> Path:
        """Held by whoever changes the search index, so that the memory never waits for it."""
        return self.root / "search.lock"

    @property
    def numbers(self) -> Path:
        """The highest number that a memo was given: a backup does not know the later ones."""
        return self.root / "numbers.json"

    @property
    def exports(self) -> Path:
        """What `/export` writes; erasing for good reaches these, and no others."""
        return self.root / "exports"

    @property
    def settings_lock(self) -> Path:
        """Held while a choice is saved."""
        return self.root / "settings.lock"

    @property
    def jobs_lock(self) -> Path:
        """Elects the copy that does the nightly work."""
        return self.root / "jobs.lock"

    @property
    def session_locks(self) -> Path:
        return self.root / "sessions"

    @property
    def backups(self) -> Path:
        return self.root / "backups"

    @property
    def damaged(self) -> Path:
        """Where an unreadable file is put aside."""
        return self.root / "damaged"

    @property
    def personas(self) -> Path:
        return self.root / "personas"

    @property
    def drafts(self) -> Path:
        """What is being edited of personas and not saved yet."""
        return self.root / "persona-drafts"

    @property
    def settings(self) -> Path:
        return self.root / "settings.json"

    @property
    def log(self) -> Path:
        return self.root / "pet.log"

    @property
    def learned(self) -> Path:
        """What was learned of each model: bytes per token."""
        return self.root / "learned.json"

    @property
    def socket(self) -> str:
        """The address a running copy listens on: its name comes from the home folder.

        A path on systems with Unix sockets (kept short: at most 108 bytes are allowed), a pipe
        name on Windows.
        """
        digest = hashlib.sha256(str(self.root.resolve()).encode()).hexdigest()[:16]
        if sys.platform == "win32":
            return rf"\\.\pipe\desktop-pet-{digest}"
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        folder = Path(runtime if Path(runtime).is_dir() and runtime else tempfile.gettempdir())
        return str(folder / f"desktop-pet-{os.getuid()}-{digest}.sock")


def assets() -> Path:
    """The drawings and icons that came with the program."""
    inside = Path(__file__).parent / "assets"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "assets"
