"""The real program on a virtual desktop, started and used as a person does."""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.clipboard import copied, pasted
from tests.e2e.desktop import VirtualDesktop, Window
from tests.waiting import until

PROGRAM = str(Path(sys.executable).with_name("pet"))
NOBODY = "127.0.0.1:9"  # the discard port: no Ollama listens there
SLOW = 90.0  # seconds that the tiny model may take on a busy machine


@dataclass(frozen=True)
class Turn:
    """One row of the conversation."""

    said: str
    reply: str
    state: str


class Home:
    """A home folder of the program, and what stands in its memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def turns(self, *states: str) -> list[Turn]:
        """What was said, the oldest first; with *states*, only turns that are in one of them."""
        rows = self._rows("SELECT user_text, reply, state FROM turns ORDER BY id")
        return [turn for turn in (Turn(*row) for row in rows) if not states or turn.state in states]

    def memos(self) -> list[str]:
        return [
            text
            for (text,) in self._rows(
                "SELECT text FROM memos WHERE forgotten_ms IS NULL ORDER BY id"
            )
        ]

    def draft(self) -> str:
        """What is typed and not sent, as far as it is kept."""
        return "\n".join(text for (text,) in self._rows("SELECT text FROM drafts ORDER BY session"))

    def setting(self, name: str) -> Any:
        """What `settings.json` holds under *name*; None where it does not."""
        path = self.folder / "settings.json"
        return json.loads(path.read_text("utf-8")).get(name) if path.exists() else None

    def set(self, name: str, value: Any) -> None:
        """Write one setting before the program starts."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        (self.folder / "settings.json").write_text(json.dumps({name: value}), "utf-8")

    def log(self) -> str:
        path = self.folder / "pet.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def is_sound(self) -> bool:
        return self._rows("PRAGMA integrity_check") == [("ok",)]

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        """The answer of the database; empty while it has no such table yet."""
        file = self.folder / "pet.db"
        if not file.exists():
            return []
        # Not read-only: after a kill SQLite must be able to roll back what was half written.
        opened = sqlite3.connect(f"file:{file}?mode=rw", uri=True, timeout=30)
        with contextlib.closing(opened) as connection:
            try:
                return connection.execute(query).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise


class RunningPet:
    """`pet --home …` with a character on the screen.

    *words* are more of its command line, *env* more of its environment.
    """

    def __init__(
        self, desktop: VirtualDesktop, home: Home, *words: str, lang: str = "en", **env: str
    ) -> None:
        self.desktop = desktop
        self.home = home
        self._command = (PROGRAM, "--home", str(home.folder), "--lang", lang)
        self._env = env
        self._beside = 8  # px
        self.process = desktop.run(*self._command, *words, **env)
        self._lang = lang
        self._name = {"en": "Somi", "ko": "솜이"}[lang]
        self._chat_title, self._bubble_title = _titles(lang, self._name)

    def is_called(self, name: str, after: Callable[[], object] | None = None) -> None:
        """Wait until the character's window has this *name*, *after* something was done."""
        if after is not None:
            after()
        self._name = name
        self._chat_title, self._bubble_title = _titles(self._lang, name)
        until(lambda: self.is_shown, what=f"a character called {name}")

    # What is on the screen.

    @property
    def character(self) -> Window:
        """The character's window, as soon as it is there."""
        return self.desktop.wait_for_window(self._name, pid=self.process.pid)

    @property
    def chat(self) -> Window | None:
        """The quick chat, if it is open."""
        return self._window(self._chat_title)

    @property
    def bubble(self) -> Window | None:
        """The speech bubble, while something is said."""
        return self._window(self._bubble_title)

    @property
    def is_shown(self) -> bool:
        return self._window(self._name) is not None

    @property
    def has_focus(self) -> bool:
        """Whether what is typed goes into the chat."""
        chat = self.chat
        return chat is not None and self.desktop.focused() == chat.id

    def _window(self, title: str) -> Window | None:
        return next(iter(self._windows(title)), None)

    def _windows(self, title: str = ".*") -> tuple[Window, ...]:
        return self.desktop.windows(title, pid=self.process.pid)

    # What a person does.

    def poke(self, button: int = 1) -> None:
        """Click on the middle of the character, each time a little beside the time before.

        Two clicks at one spot within 0.4 s would be a double click.
        """
        place = self.character
        self._beside = -self._beside
        x = place.x + place.width // 2 + self._beside
        self.desktop.mouse.click(x, place.y + place.height * 2 // 3, button)

    def open_chat(self) -> None:
        """Click on the character; the chat has the focus then."""
        self.poke()
        until(lambda: self.has_focus, what="the focus in the chat")

    def say(self, text: str) -> None:
        """Write *text* into the chat and send it; what no key has is pasted."""
        if text.isascii():
            self.desktop.keyboard.type(text + "\n", delay_ms=15)
            return
        with pasted(self.desktop, text):
            until(lambda: copied(self.desktop) == text, what=f"{text!r} in the box")
        self.desktop.keyboard.press("Return")

    def answers(self, text: str, seconds: float = 30.0) -> Turn:
        """Say *text*; its turn, once that has ended."""
        before = len(self.home.turns(*_ENDED))
        self.say(text)
        found = until(lambda: self.home.turns(*_ENDED)[before:], seconds, f"an answer to {text!r}")
        return found[0]

    def begins_to_answer(self, text: str, seconds: float = SLOW) -> Turn:
        """Say *text*; its turn, once there is a word of the reply."""
        before = len(self.home.turns())
        self.say(text)

        def begun() -> list[Turn]:
            return [turn for turn in self.home.turns()[before:] if turn.reply]

        return until(begun, seconds, f"a word in answer to {text!r}")[0]

    def choose(self, number: int, inner: int = 0) -> None:
        """Choose the entry *number* (from 1) of the character's menu, or the *inner* one in it."""
        before = {window.id for window in self._windows()}

        def is_open() -> bool:
            return any(window.id not in before for window in self._windows())

        for seconds in (30, 60):  # a busy machine was seen to lose a click
            self.poke(button=3)
            try:
                until(is_open, seconds, "the menu")
                break
            except AssertionError:
                if seconds == 60:
                    raise
        keys = ["Right", *["Down"] * (inner - 1)] if inner else []
        self.desktop.keyboard.press(*["Down"] * number, *keys, "Return")

    # What is asked of it from a terminal, and how it ends.

    def tell(self, *words: str) -> subprocess.CompletedProcess[str]:
        """`pet … *words*` in a terminal beside it."""
        return self.desktop.ask(*self._command, *words, **self._env)

    def prompt(self, text: str) -> list[dict[str, str]]:
        """The messages that would be sent for *text* now."""
        told = self.tell("--json", "prompt", text)
        assert told.returncode == 0, told.stderr
        messages: list[dict[str, str]] = json.loads(told.stdout)["messages"]
        return messages

    def end(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Send it a signal; its exit code, and how many seconds that took."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self, seconds: float = 20.0) -> tuple[int, float]:
        """Wait for its end; the exit code, and how many seconds that took."""
        began = time.monotonic()
        code = self.process.wait(seconds)
        return code, time.monotonic() - began

    def complaints(self) -> str:
        """What it wrote to its terminal and, of warnings and worse, to its log."""
        lines = self.home.log().splitlines()
        return self.desktop.output(self.process) + "\n".join(
            line for line in lines if " WARNING " in line or " ERROR " in line
        )


_ENDED = ("done", "length", "stopped", "failed", "command")


def _titles(lang: str, name: str) -> tuple[str, str]:
    """Of the chat and the bubble; the Korean particles are those behind a vowel."""
    if lang == "ko":
        return f"{name}와 대화", f"{name}가 하는 말"
    return f"Chat with {name}", f"What {name} says"
