"""How long the window thread is busy while a reply of 12,000 letters streams: bubble and chat.

Run by hand: `python tests/bench/bench_stream.py [letters]`. Goal (design 9): at most 16 ms a step
in the median, 50 ms in the worst.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QEventLoop, QObject, QRect, QTimer, Slot
from PySide6.QtWidgets import QApplication

from pet.body.placement import Rect, Whereabouts
from pet.i18n import Texts
from pet.ui.character.bubble import SpeechBubble
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.chat.settling import Settling
from pet.ui.theme import LIGHT_THEME

_PIECE = 4  # letters, as a small model gives them
_PER_STEP = 3  # pieces that come within one showing (40 ms at 75 pieces a second)
_TEXTS = {
    "words": "안녕하세요! 저는 솜이예요. The weather is lovely today, 그래서 산책하기 좋아요. ",
    "markdown": "1. **굵게** 그리고 *기울여* 쓴 `code` 한 줄.\n- 하나\n- 둘\n\n",
    "no spaces": "가나다라마바사아자차카타파하",
    "one letter a line": "아\n",
    "emoji": "👩\u200d👩\u200d👧 🌱 ",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("letters", nargs="?", type=int, default=12_000)
    letters = parser.parse_args().letters
    application = QApplication(sys.argv[:1])
    for place, stream in (("bubble", _stream), ("chat", _stream_chat)):
        for name, sample in _TEXTS.items():
            text = (sample * (letters // len(sample) + 1))[:letters]
            steps = stream(application, text)
            print(
                f"{place:7} {name:18} {len(text):6} letters"
                f"  median {statistics.median(steps):5.2f} ms"
                f"  p99 {statistics.quantiles(steps, n=100)[98]:5.2f}  worst {max(steps):5.2f}"
                f"  last hundred {statistics.median(steps[-100:]):5.2f}"
            )


def _paint(application: QApplication, bubble: SpeechBubble) -> None:
    application.sendPostedEvents()
    bubble.repaint()


def _stream_chat(application: QApplication, text: str) -> list[float]:
    """The same in the chat window; the last steps make Markdown of the whole reply."""
    chat = QuickChat(LIGHT_THEME, Texts("en"), "Somi")
    chat.open_for_user(QRect(700, 500, 100, 100))
    chat.show_user_message("Tell me a story.")
    steps = []
    for start in range(0, len(text), _PIECE * _PER_STEP):
        begun = time.perf_counter()
        for piece in range(start, min(start + _PIECE * _PER_STEP, len(text)), _PIECE):
            chat.append_reply(text[piece : piece + _PIECE])
        chat.transcript.flush()
        application.sendPostedEvents()
        chat.repaint()
        steps.append((time.perf_counter() - begun) * 1000)
    begun = time.perf_counter()
    chat.finish_reply(text)
    application.sendPostedEvents()
    chat.repaint()
    steps.append((time.perf_counter() - begun) * 1000)
    steps += _Turns(chat).until_settled()
    chat.close()
    chat.deleteLater()
    return steps


class _Turns(QObject):
    """How long the turns of the event loop take until the reply is as it stays."""

    def __init__(self, chat: QuickChat) -> None:
        super().__init__(chat)
        self._chat = chat
        self._loop = QEventLoop(self)
        self._taken: list[float] = []
        self._begun = 0.0
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._note)

    def until_settled(self) -> list[float]:
        """In ms each."""
        self._begun = time.perf_counter()
        self._clock.start(0)
        self._loop.exec()
        self._clock.stop()
        return self._taken

    @Slot()
    def _note(self) -> None:
        now = time.perf_counter()
        self._taken.append((now - self._begun) * 1000)
        self._begun = now
        if self._taken[-1] < 1 and not self._chat.findChildren(Settling):  # all of it is painted
            self._loop.quit()


def _stream(application: QApplication, text: str) -> list[float]:
    """Milliseconds of each step: the pieces taken, placed, and painted."""
    bubble = SpeechBubble(Texts("en"), LIGHT_THEME)
    bubble.stand_beside(Whereabouts(Rect(1230, 590, 110, 150), Rect(0, 0, 1366, 740)))
    bubble.begin()
    _paint(application, bubble)
    steps = []
    for start in range(0, len(text), _PIECE * _PER_STEP):
        begun = time.perf_counter()
        for piece in range(start, min(start + _PIECE * _PER_STEP, len(text)), _PIECE):
            bubble.append(text[piece : piece + _PIECE])
        bubble.turn_page(0)  # take what is pending now, as the timer would
        _paint(application, bubble)
        steps.append((time.perf_counter() - begun) * 1000)
    bubble.hide_now()
    bubble.deleteLater()
    return steps


if __name__ == "__main__":
    main()
