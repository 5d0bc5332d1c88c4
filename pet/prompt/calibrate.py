"""Bytes per token of one model, learned from what its server counted; errs to sending less."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pet.engines.base import Window
from pet.prompt.budget import FIRST_BYTES_PER_TOKEN

_LEAST, _MOST = 1.0, 8.0  # outside of these a count cannot be true (measured: 1.0 to 4.5)
_FEWEST_TOKENS: Final = 200  # below, a template's own tokens are too much of the count
_REMEMBERED: Final = 16  # samples: a whole conversation, and yet an old surprise is forgotten
_TRUSTED: Final = 4  # samples before more is sent than at first
_CAREFUL: Final = 0.8  # where the server refused a prompt and said no number
_CHEAP: Final = 3.0  # bytes per token: text that is cheap in tokens has more
_USUAL: Final = (
    4.5  # expected where no cheap text was seen yet: the next may be of another language
)
_CUT_SHARE: Final = 0.6  # of the expected tokens: fewer were read than sent
_HALF_WINDOW_SLACK: Final = 8  # tokens around num_ctx/2 + 2
_CLEARLY: Final = 1.25


@dataclass(frozen=True, slots=True)
class BytesPerToken:
    """What was seen of one model: bytes of whole prompts for each token counted, newest last.

    Immutable: `learn` and `overflowed` give the next one.
    """

    seen: tuple[float, ...] = ()

    @property
    def ratio(self) -> float:
        """Bytes that surely make one token: the lowest of the last samples, rounded down.

        Rounded, so that a budget does not change with every reply; and no more than at the start
        until there are a few samples.
        """
        if not self.seen:
            return FIRST_BYTES_PER_TOKEN
        lowest = math.floor(min(self.seen) * 10) / 10
        return lowest if len(self.seen) >= _TRUSTED else min(lowest, FIRST_BYTES_PER_TOKEN)

    def learn(self, size: int, tokens: int, window: Window) -> BytesPerToken:
        """After a prompt of *size* bytes that the server counted as *tokens* (0: did not say).

        A count that cannot be true, is of too short a prompt, or is that of a prompt which the
        server cut, teaches nothing.
        """
        if tokens < _FEWEST_TOKENS or self.was_cut(size, tokens, window):
            return self
        return self._with(size / tokens)

    def overflowed(self, size: int, tokens: int) -> BytesPerToken:
        """After a server refused a prompt of *size* bytes; *tokens* as it counted, 0 if unsaid."""
        if tokens and _LEAST <= size / tokens <= _MOST:
            return self._with(size / tokens)
        return self._with(max(_LEAST, self.ratio * _CAREFUL))

    def was_cut(self, size: int, tokens: int, window: Window) -> bool:
        """Whether the count of a prompt of *size* bytes shows that the server left a part out.

        Ollama keeps the tail of what is too long, about half the window, and does not say so:
        then the count is num_ctx/2 + 2, or num_ctx itself on servers before 0.30
        (`reference/ollama.md` A.0, A.4). Or far fewer tokens were read than were sent.
        """
        if tokens <= 0:
            return False
        cheapest = max(self.seen, default=0.0)
        expected = size / (cheapest if cheapest >= _CHEAP else _USUAL)
        if tokens < expected * _CUT_SHARE:
            return True
        halved = abs(tokens - (window.num_ctx // 2 + 2)) <= _HALF_WINDOW_SLACK
        return tokens >= window.num_ctx or (halved and expected > tokens * _CLEARLY)

    def _with(self, ratio: float) -> BytesPerToken:
        if not _LEAST <= ratio <= _MOST:
            return self
        return BytesPerToken((*self.seen, round(ratio, 3))[-_REMEMBERED:])

    def to_dict(self) -> dict[str, Any]:  # JSON
        return {"seen": list(self.seen)}

    @classmethod
    def from_dict(cls, stored: Any) -> BytesPerToken:  # JSON, perhaps not ours
        """What `to_dict` gave; a start from nothing for anything else."""
        seen = stored.get("seen") if isinstance(stored, Mapping) else None
        if not isinstance(seen, Sequence) or isinstance(seen, str):
            return cls()
        numbers = [ratio for ratio in seen if isinstance(ratio, float | int)]
        return cls(tuple(float(r) for r in numbers if _LEAST <= r <= _MOST)[-_REMEMBERED:])
