"""The table of settings; load, save, change. What the file holds beyond the table is kept."""

from __future__ import annotations

import contextlib
import errno
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pet import files
from pet.errors import StoreError, StoreFull, StoreReadOnly
from pet.paths import Paths

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row: its key, what it is when nobody chose, and whether a value can be true."""

    key: str
    default: Any  # a JSON value
    is_valid: Callable[[Any], bool]


def _text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _requests(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 100


def _window(value: object) -> bool:
    if value is None:
        return True
    return isinstance(value, int) and not isinstance(value, bool) and 2048 <= value <= 131_072


def _place(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _sizes(value: object) -> bool:
    """Whether every entry is a width and a height in px that a screen may have."""
    return isinstance(value, dict) and all(
        isinstance(size, list)
        and len(size) == 2
        and all(type(side) is int and 100 <= side <= 10_000 for side in size)
        for size in value.values()
    )


TABLE: Final[tuple[Setting, ...]] = (
    Setting("language", None, lambda value: value in (None, "en", "ko")),
    Setting("engine", "auto", lambda value: value in ("auto", "ollama", "tiny")),
    Setting("model", None, _text_or_none),  # the Ollama model last chosen
    Setting("gguf", None, _text_or_none),  # a GGUF file for the tiny engine
    Setting("window", None, _window),  # num_ctx for Ollama's models, in tokens; None: chosen
    Setting("ollama_host", None, _text_or_none),  # another address than the local one
    Setting("ollama_host_trusted", None, _text_or_none),  # the host the user said yes to
    Setting("persona", "somi", lambda value: isinstance(value, str)),
    Setting("theme", "auto", lambda value: value in ("auto", "light", "dark")),
    Setting("place", None, _place),  # where the character stands: screen and relative position
    Setting("size", 180, lambda value: isinstance(value, int) and 80 <= value <= 480),  # px
    Setting("tiny_explained", False, _flag),  # that the built-in model is very small
    Setting("windows", {}, _sizes),  # how large the user made each ordinary window, in px
    Setting("calm", False, _flag),  # fewer movements
    Setting("memory", True, _flag),  # off: nothing remembered is used, and no night is read
    Setting("night_requests", 1, _requests),  # at once, as many as the engine serves in parallel
)
_ROWS: Final = {row.key: row for row in TABLE}
_PATIENCE_SECONDS: Final = 5.0


def _usable(values: Mapping[str, Any], key: str) -> Any:  # a JSON value, checked by the row
    """What *values* hold under *key*; the default where that is nothing, or cannot be true."""
    value = values.get(key, _ROWS[key].default)
    return value if _ROWS[key].is_valid(value) else _ROWS[key].default


def _check(changes: Mapping[str, object]) -> None:
    """Raises ValueError for a value that cannot be true."""
    for key, value in changes.items():
        if not _ROWS[key].is_valid(value):
            raise ValueError(key)


class Settings:
    """The user's choices in `settings.json`, with the last good copy beside it.

    A file that cannot be read is put aside as `settings.json.damaged`; there, and where it is gone,
    the last good copy takes its place, and `notice` says so: nothing is ever silently reset. A
    value that cannot be true counts as not chosen, and `notice` says so too; `unusable` names it.
    """

    def __init__(self, paths: Paths) -> None:
        self._path = paths.settings
        self._good = paths.settings.with_suffix(".json.good")
        self._lock = paths.settings_lock
        self._mine = threading.Lock()  # our threads among themselves; never waited for with it
        self.notice: str | None = None
        self._values = self._load()
        if self.notice is None and self.unusable:
            self.notice = "settings.unusable"
            _log.info("settings were passed over: %s", ", ".join(self.unusable))
        self._unsaved: dict[str, object] = {}  # changes that no disk took

    def __getitem__(self, key: str) -> Any:  # a JSON value, checked by the row
        return _usable(self._values, key)

    @property
    def unusable(self) -> tuple[str, ...]:
        """The keys in the file whose values cannot be true."""
        return tuple(
            row.key
            for row in TABLE
            if row.key in self._values and not row.is_valid(self._values[row.key])
        )

    def look_again(self) -> None:
        """Take over what another copy has changed; a file that cannot be read changes nothing."""
        with self._mine:
            newest = self._read(self._path)
            if newest is not None:
                self._values = {**newest, **self._unsaved}

    def newest(self, key: str) -> Any:  # a JSON value, checked by the row
        """What the file holds now; another copy may have changed it. Ours where it is unreadable.

        A read of a small file: milliseconds.
        """
        values = self._read(self._path)
        return self[key] if values is None else _usable(values, key)

    def change(self, **changes: object) -> None:
        """Save *changes* on top of what the file holds now, not on top of our old copy.

        Where they cannot be saved they still count until the program ends, and StoreError is
        raised. Raises ValueError for a value that cannot be true.
        """
        _check(changes)
        with self._mine:
            self._unsaved |= changes
        with self._alone(), self._mine:
            self._save(self._present())

    def add(self, key: str, **entries: object) -> None:
        """Like `change`, for *entries* of the object that *key* holds; the others stay."""
        with self._alone(), self._mine:
            present = self._present()
            whole = {**_usable(present, key), **entries}
            _check({key: whole})
            self._unsaved[key] = whole
            self._save({**present, key: whole})

    def _present(self) -> dict[str, Any]:
        """What the file holds, ours where it is unreadable, and on top of it what no disk took."""
        newest = self._read(self._path)
        return {**(self._values if newest is None else newest), **self._unsaved}

    def _save(self, values: dict[str, Any]) -> None:
        self._values = values
        try:
            files.write_json(self._path, values)
            files.write_json(self._good, values)
        except OSError as error:
            raise _not_saved(error) from error
        self._unsaved = {}  # whichever thread's they were

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """While no other copy saves: between our reading and our writing its choice would be lost.

        Where the lock cannot be had (a copy that hangs, a disk without locks), the choice that is
        being made is worth more than one that might be lost.
        """
        files.make_private_folder_if_possible(self._lock.parent)
        with contextlib.ExitStack() as held:
            with contextlib.suppress(OSError, NotImplementedError):
                held.enter_context(files.lock_at(self._lock, _PATIENCE_SECONDS))
            yield

    def _load(self) -> dict[str, Any]:
        values = self._read(self._path)
        if values is not None or not (self._path.exists() or self._good.exists()):
            return values or {}
        with self._alone():
            return self._mend()

    def _mend(self) -> dict[str, Any]:
        """The settings from the good copy, which takes the place of what is damaged or gone."""
        values = self._read(self._path)
        if values is not None:  # another copy has just mended them, or made the first ones
            return values
        kept = self._read(self._good)
        if self._path.exists():
            self.notice = "settings.damaged"
            _log.warning("settings could not be read; the last good copy is used")
            self._put_aside()
        elif kept is not None:  # beside a good copy it was lost, not never there
            self.notice = "settings.gone"
            _log.warning("the settings were gone; the last good copy is used")
        if kept is not None:
            self._put_back(kept)
        return kept or {}

    def _put_aside(self) -> None:
        try:
            self._path.replace(self._path.with_suffix(".json.damaged"))
        except OSError:
            _log.warning("the damaged settings could not be put aside")

    def _put_back(self, kept: dict[str, Any]) -> None:
        """Make the good copy the settings again: the next start must not find none."""
        try:
            files.write_json(self._path, kept)
        except OSError:
            _log.warning("the good copy of the settings could not be put back")

    @staticmethod
    def _read(path: Path) -> dict[str, Any] | None:
        try:
            value = files.read_json(path)
        except (OSError, ValueError):
            return None
        return dict(value) if isinstance(value, Mapping) else None


def _not_saved(error: OSError) -> StoreError:
    """What *error* means to a person."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return StoreFull("store.full")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return StoreReadOnly("store.read_only")
    return StoreError("store.io", reason=error.strerror or type(error).__name__)
