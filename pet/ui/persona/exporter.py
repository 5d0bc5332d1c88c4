"""A persona into a file: which kind, where to, and what the file could not hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from pet import files
from pet.errors import CardRefused, PetError
from pet.i18n import Texts
from pet.persona import exporting, pictures
from pet.persona.exporting import Exported
from pet.persona.library import Library
from pet.persona.persona import Persona
from pet.persona.sheet import Kept
from pet.ui.background import Background

Kind = Literal["png", "v3", "v2", "original", "original_png"]
KINDS: Final[tuple[Kind, ...]] = ("png", "v3", "v2", "original", "original_png")
Picked = Callable[[], tuple[Persona, bytes | Kept | None]]


class Exporter(QObject):
    """Asks for a place and writes there, off the UI thread."""

    told = Signal(str)
    failed = Signal(object)  # PetError

    def __init__(
        self, library: Library, background: Background, texts: Texts, window: QWidget
    ) -> None:
        super().__init__(window)
        self._library = library
        self._background = background
        self._texts = texts
        self._window = window
        self._kind: Kind = "png"
        self._persona: Persona | None = None
        self._picture: bytes | Kept | None = None

    def ask(self, kind: Kind, persona: Persona, picture: bytes | Kept | None) -> None:
        """Ask where *persona* goes as *kind*; *picture* is hers now."""
        self._kind, self._persona, self._picture = kind, persona, picture
        suffix = ".png" if kind in ("png", "original_png") else ".json"
        dialog = QFileDialog(self._window, self._texts(f"editor.export.{kind}"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix[1:])
        dialog.setNameFilter(f"*{suffix}")
        dialog.selectFile(f"{persona.id or 'persona'}{suffix}")
        dialog.fileSelected.connect(self.write)
        dialog.open()

    @Slot(str)
    def write(self, path: str) -> None:
        """Write what was asked for to *path*."""
        if self._persona is not None:
            job = partial(
                _write, self._library, self._kind, self._persona, self._picture, Path(path)
            )
            self._background.run(job, self._tell, self._fail)

    @Slot(object)
    def _tell(self, done: tuple[Path, Exported]) -> None:
        path, made = done
        notes = [self._texts(note.key, **note.facts) for note in made.notes]
        self.told.emit(" ".join([self._texts("editor.exported", file=path.name), *notes]))

    @Slot(object)
    def _fail(self, error: PetError) -> None:
        self.failed.emit(error)


def _write(
    library: Library, kind: Kind, persona: Persona, picture: bytes | Kept | None, path: Path
) -> tuple[Path, Exported]:
    made = export(library, kind, persona, picture)
    try:
        files.write_whole(path, made.data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("editor.unwritable", reason=reason) from error
    return path, made


def export(
    library: Library, kind: Kind, persona: Persona, picture: bytes | Kept | None
) -> Exported:
    """*persona* as the bytes of a file. Raises CardRefused, PetError."""
    match kind:
        case "v3":
            return exporting.as_v3(persona)
        case "v2":
            return exporting.as_v2(persona)
        case "png":
            return exporting.as_png(persona, _bytes(library, persona, picture))
        case "original" | "original_png":
            original = _original(library, persona)
            if kind == "original":
                return Exported(original)
            return exporting.original_in_png(original, _bytes(library, persona, "kept"))


def _original(library: Library, persona: Persona) -> bytes:
    try:
        original = library.original(persona)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PetError("editor.unreadable", reason=reason) from error
    if original is None:
        raise CardRefused("card.no_original", id=persona.id)
    return original


def _bytes(library: Library, persona: Persona, picture: bytes | Kept | None) -> bytes | None:
    """Her picture, which is put into a PNG only where it is one."""
    if picture != "kept":
        return picture if isinstance(picture, bytes) else None
    path = library.picture(persona)
    if path is None:
        return None
    try:
        data = path.read_bytes()
        pictures.examine(data)
    except (OSError, CardRefused):
        return None
    return data
