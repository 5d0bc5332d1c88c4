"""`pet` and `pet demo`: the only commands that load Qt, and only once there is a screen."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pet import remote
from pet.cli import failures
from pet.cli.call import Call
from pet.diagnostics.screen import Screen, find_screen
from pet.errors import PetError


def open_desktop(call: Call) -> int:
    """Open the pet; bring the one that runs to the front; without a screen, talk here."""
    with _told_where_nobody_reads(call):
        if not call.asked.has("another") and _shown_by_running_copy(call):
            return failures.DONE
    if reason := _why_no_windows(call):
        call.output.note(reason)
        call.output.note(call.texts("cli.desktop.terminal"))
        return _talk(call)
    return _run(call, another=call.asked.has("another"))


def _talk(call: Call) -> int:
    """Talk in the terminal, which a start with windows does not load."""
    from pet.cli import talk

    return talk.chat(call)


def open_cards(call: Call) -> int:
    """Show what is in files of cards, in the pet that runs, else in one that is started."""
    files = [str(Path(word).absolute()) for word in call.asked.words]
    try:
        for file in files:
            remote.ask(call.paths.socket, "import", file)
    except remote.NotRunning:
        if reason := _why_no_windows(call):
            raise PetError("cli.open.no_screen", reason=reason) from None
        return _run(call, cards=files)
    return failures.DONE


def demo(call: Call) -> int:
    """Play a scripted evening offscreen, and save pictures of it."""
    from pet.ui import demo as evening

    folder = evening.play(call.asked.value("out"), call.texts.language)
    call.output.result(call.texts("cli.demo.done", folder=str(folder)), {"folder": str(folder)})
    return failures.DONE


def _run(call: Call, *, another: bool = False, cards: Sequence[str] = ()) -> int:
    """The desktop until it ends. Raises StoreError where it does not open."""
    from pet.ui import desktop

    with _told_where_nobody_reads(call), call.open_pet() as pet:
        return desktop.run(pet, another=another, cards=cards)


@contextlib.contextmanager
def _told_where_nobody_reads(call: Call) -> Iterator[None]:
    """What goes wrong is shown in a window where no terminal tells it, and raised again."""
    try:
        yield
    except PetError as error:
        _show(call, failures.sentence(call.texts, error))
        raise
    except Exception:
        _show(call, call.texts("error.unexpected"))
        raise


def _show(call: Call, sentence: str) -> None:
    streams = (sys.stdin, sys.stdout, sys.stderr)  # None where Windows gives no console
    has_reader = any(stream is not None and stream.isatty() for stream in streams)
    if has_reader or _why_no_windows(call):
        return
    from pet.ui import refusal

    refusal.show(call.texts, sentence)


def _shown_by_running_copy(call: Call) -> bool:
    try:
        remote.ask(call.paths.socket, "show")
    except remote.NotRunning:
        return False
    return True


def _why_no_windows(call: Call) -> str | None:
    """What keeps windows from opening, as a sentence; None where nothing does."""
    screen = find_screen(os.environ)
    if screen.kind == "none":
        return call.texts("cli.desktop.no_screen")
    if not screen.answers:
        return call.texts("cli.desktop.silent_screen", address=screen.address)
    return _why_no_qt(call, screen)


def _why_no_qt(call: Call, screen: Screen) -> str | None:
    """What Qt lacks; asked first, because without its X11 libraries it ends the whole process."""
    from pet.ui import libraries

    missing = libraries.missing_packages() if screen.kind in ("x11", "wayland") else ()
    if missing:
        return call.texts("screen.libraries", packages=" ".join(missing))
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return call.texts("cli.desktop.no_qt", reason=str(error))
    return None
