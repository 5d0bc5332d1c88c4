"""Earlier messages, walked with Up and Down; what stood in the box is never lost."""

from __future__ import annotations

from typing import Final

_KEPT: Final = 200  # messages


class Recall:
    """A walk along the messages that were sent, from the draft (the newest place) upwards.

    An earlier message may be edited on the way: the edit is kept in its place until something is
    sent, as a shell does.
    """

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._edits: dict[int, str] = {}
        self._place = 0  # 0: the draft, 1: the last message, …

    @property
    def is_walking(self) -> bool:
        return self._place > 0

    def load(self, messages: tuple[str, ...]) -> None:
        """Walk along *messages* from now on, oldest first. A draft set aside stays."""
        self._sent = [text for text in messages if text][-_KEPT:]
        self._edits = {0: self._edits[0]} if self.is_walking else {}
        self._place = min(self._place, len(self._sent))

    def add(self, message: str) -> str:
        """A message was sent; returns the draft that was set aside for it, often nothing."""
        if self._sent[-1:] != [message]:
            self._sent = [*self._sent, message][-_KEPT:]
        draft = self._edits.get(0, "") if self.is_walking else ""
        self._edits.clear()
        self._place = 0
        return draft

    def older(self, box: str) -> str | None:
        """The message before, or None where there is none; *box* is what stands there now."""
        return self._step(1, box)

    def newer(self, box: str) -> str | None:
        """The message after, at last the draft; None where this is the draft."""
        return self._step(-1, box)

    def _step(self, by: int, box: str) -> str | None:
        place = self._place + by
        if not 0 <= place <= len(self._sent):
            return None
        self._edits[self._place] = box
        self._place = place
        original = "" if place == 0 else self._sent[-place]
        return self._edits.get(place, original)
