"""`pet demo`: a scripted evening with the real windows, offscreen, and pictures of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, QTimer, Slot
from PySide6.QtGui import QColor, QGuiApplication, QLinearGradient, QPainter, QPixmap
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from pet import files
from pet.app import open_pet
from pet.i18n import Language
from pet.paths import Paths
from pet.ui.demo_engine import DemoEngine
from pet.ui.desktop import Desktop, build_application
from pet.ui.notices import QtMessages
from pet.ui.single_instance import SingleInstance

_LOOK_MS: Final = 25
_PATIENCE: Final = 1200  # looks: half a minute for one scene
_SCREEN: Final = (1366, 900)  # logical px
_RATIO: Final = 2.0  # pictures are drawn for a screen of 200 %
_ROOM: Final = 28  # px of wallpaper around the windows
_EDITOR_AT: Final = QPoint(20, 40)
_MEMORY_AT: Final = QPoint(200, 160)  # where the memory window stands, in px
_SKY: Final = ("#bcd3e8", "#f3e3cf")
_NIGHT: Final = ("#1f2b3d", "#43364a")


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: its file's name, and when it is to be taken."""

    name: str
    ready: Callable[[], bool]


def play(out: str | None, language: Language, *, theme: str = "light") -> Path:
    """Play the evening and save its pictures into *out* (./demo when None); the folder.

    Raises TimeoutError where a scene never came.
    """
    folder = Path(out or "demo").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="desktop-pet-demo-") as home:
        os.environ["QT_QPA_PLATFORM"] = _screen(Path(home, "screen.json"))
        app = build_application()
        paths = Paths(Path(home))
        with open_pet(paths, language=language, engine=DemoEngine(language)) as pet:
            pet.settings.change(theme=theme)
            messages = QtMessages(pet.texts)
            messages.take()  # the offscreen platform complains of what it cannot do
            desktop = Desktop(pet, SingleInstance(paths), app)
            desktop.open()
            evening = Evening(desktop, folder, language, dark=theme == "dark")
            evening.begin()
            app.exec()
            desktop.close()
            messages.give_back()
    if evening.stuck_at:
        raise TimeoutError(evening.stuck_at)
    return folder


def _screen(file: Path) -> str:
    """The offscreen platform with one large sharp screen (qoffscreenintegration.cpp of Qt)."""
    size = {"x": 0, "y": 0, "width": _SCREEN[0], "height": _SCREEN[1]}
    screen = {"name": "evening", **size, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": _RATIO}
    files.write_json(file, {"synchronousWindowSystemEvents": False, "screens": [screen]})
    return f"offscreen:configfile={file}"


class Evening(QObject):
    """Walks through the scenes: acts, waits until the windows show it, takes the picture."""

    def __init__(self, desktop: Desktop, folder: Path, language: Language, *, dark: bool) -> None:
        super().__init__()
        self._desktop = desktop
        self._folder = folder
        self._words = _WORDS[language]
        self._colors = _NIGHT if dark else _SKY
        self._scenes = self._script()
        self._scene: Scene | None = None
        self._looks = 0
        self.stuck_at = ""
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def begin(self) -> None:
        self._timer.start()

    @Slot()
    def _look(self) -> None:
        if self._scene is None:
            self._scene = next(self._scenes, None)
            self._looks = 0
            if self._scene is None:
                self._timer.stop()
                QGuiApplication.quit()
            return
        self._looks += 1
        if self._scene.ready():
            self._take(self._scene.name)
            self._scene = None
        elif self._looks > _PATIENCE:
            self.stuck_at = self._scene.name
            self._timer.stop()
            QGuiApplication.quit()

    def _script(self) -> Iterator[Scene]:
        desktop, words = self._desktop, self._words
        character, bubble, chat = desktop.character, desktop.speech.bubble, desktop.room.chat
        yield Scene("01-at-home", _after(40, character.isVisible))
        chat.outbox.submit(words[0])
        yield Scene("02-thinking", _after(8, bubble.isVisible))
        yield Scene("03-talking", lambda: len(bubble.text) > 40)
        yield Scene("04-said", _after(20, lambda: not chat.outbox.is_busy))
        desktop.open_chat()
        chat.outbox.submit(words[1])
        yield Scene("05-remembered", _after(20, lambda: not chat.outbox.is_busy))
        chat.composer.set_draft("/")
        yield Scene("06-commands", _after(15, chat.foot.popup.isVisible))
        chat.composer.set_draft("")
        chat.outbox.submit(words[2])
        yield Scene("07-knows", _after(20, lambda: not chat.outbox.is_busy))
        chat.outbox.submit("/why")
        why = self._desktop.why
        yield Scene("08-why", _after(20, lambda: why.window is not None and why.window.is_filled))
        if why.window is not None:
            why.window.close()
        chat.close()
        for note in words[4:]:
            chat.outbox.submit(f"/remember {note}")
        desktop.memory.open()
        memory = desktop.memory.window
        assert memory is not None
        memory.move(_MEMORY_AT)
        yield Scene("09-memory", _after(60, lambda: not chat.outbox.is_busy))
        memory.close()
        desktop.persona_room.open_editor()
        (editor,) = desktop.windows.opened
        editor.move(_EDITOR_AT)
        yield Scene("10-personas", _after(40, editor.isVisible))
        editor.close()
        chat.outbox.submit(words[3])
        yield Scene("11-sorry", _after(30, lambda: not chat.outbox.is_busy))

    def _take(self, name: str) -> None:
        """The visible windows on a wallpaper, as a PNG."""
        desktop = self._desktop
        windows: list[QWidget] = [
            *desktop.windows.opened,
            desktop.room.chat,
            desktop.character,
            desktop.speech.bubble,
        ]
        why = desktop.why.window
        if why is not None and isValid(why) and why.isVisible():
            windows = [why]  # it would lie upon the others
        seen = [window for window in windows if window.isVisible()]
        area = QRect()
        for window in seen:
            area = area.united(window.geometry())
        area.adjust(-_ROOM, -_ROOM, _ROOM, _ROOM)
        picture = QPixmap(area.size() * _RATIO)
        picture.setDevicePixelRatio(_RATIO)
        painter = QPainter(picture)
        sky = QLinearGradient(0, 0, area.width() / 3, area.height())
        sky.setColorAt(0, QColor(self._colors[0]))
        sky.setColorAt(1, QColor(self._colors[1]))
        painter.fillRect(QRect(QPoint(0, 0), area.size()), sky)
        for window in seen:
            painter.drawPixmap(window.pos() - area.topLeft(), window.grab())
        painter.end()
        picture.save(str(self._folder / f"{name}.png"))


def _after(looks: int, ready: Callable[[], bool]) -> Callable[[], bool]:
    """*ready* for that many looks in a row, so that what moves has come to rest."""
    seen = 0

    def settled() -> bool:
        nonlocal seen
        seen = seen + 1 if ready() else 0
        return seen > looks

    return settled


_WORDS: Final[dict[Language, tuple[str, ...]]] = {
    "en": (
        "Hi Somi! It rained all day and I finally finished my report.",
        "/remember My sister's birthday is 12 May",
        "What should I get her?",
        "Are you still there?",
        "Answer in short sentences",
        "I'm writing a report about river birds",
        "I like tea better than coffee",
        "I usually go to bed at eleven",
    ),
    "ko": (
        "솜이야, 안녕! 오늘 하루 종일 비가 왔는데 드디어 보고서를 끝냈어.",
        "/기억 동생 생일은 5월 12일",
        "동생한테 뭘 선물하면 좋을까?",
        "아직 거기 있어?",
        "답변은 짧게 해줘",
        "강가의 새에 대한 보고서를 쓰고 있어",
        "커피보다 차를 좋아해",
        "보통 11시에 자",
    ),
}
