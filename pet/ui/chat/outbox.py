"""What is on its way: one message at a time, and those that wait for the answer to end."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot


class Outbox(QObject):
    """Sends at once, or keeps what is written while an answer comes and sends it next."""

    message_submitted = Signal(str)
    busy_changed = Signal(bool)
    queue_changed = Signal(object)  # tuple[str, ...], the next one first
    given_back = Signal(str)  # what will not be sent after all

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: list[str] = []
        self._is_busy = False
        self.last = ""  # the message that is being answered, or was

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited or coming."""
        return self._is_busy

    @property
    def waiting(self) -> tuple[str, ...]:
        """What will be sent, the next one first."""
        return tuple(self._queue)

    @Slot(str)
    def submit(self, text: str) -> None:
        """Send *text*, or queue it."""
        if self._is_busy:
            self._queue.append(text)
            self._tell_queue()
        else:
            self._set_busy(True)
            self._send(text)

    def finish(self) -> None:
        """The answer has ended: the next message goes, if one waits."""
        if self._queue:
            QTimer.singleShot(0, self, self._send_next)  # whoever tells us of the end goes first
        else:
            self._set_busy(False)

    def fail(self) -> None:
        """The answer failed: what waits is not thrown after it."""
        self._set_busy(False)
        self.give_back()

    @Slot()
    def give_back(self) -> None:
        """Send nothing of what waits."""
        waiting, self._queue = self._queue, []
        if waiting:
            self._tell_queue()
            self.given_back.emit("\n".join(waiting))

    @Slot()
    def _send_next(self) -> None:
        if self._queue:
            text = self._queue.pop(0)
            self._tell_queue()
            self._send(text)
        else:  # taken back meanwhile
            self._set_busy(False)

    def _send(self, text: str) -> None:
        self.last = text
        self.message_submitted.emit(text)

    def _set_busy(self, busy: bool) -> None:
        if busy != self._is_busy:
            self._is_busy = busy
            self.busy_changed.emit(busy)

    def _tell_queue(self) -> None:
        self.queue_changed.emit(tuple(self._queue))
