"""How many bytes each part of the prompt may have, and what the model's window leaves of that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pet.engines.base import Window

MAX_PROMPT_BYTES: Final = 32 * 1024
MAX_PERSONA_BYTES: Final = 16 * 1024
MAX_SUMMARY_BYTES: Final = 4 * 1024
MAX_TURN_BYTES: Final = 4 * 1024
MAX_EXAMPLE_BYTES: Final = 2 * 1024
MAX_PREFERENCE_BYTES: Final = 800
MAX_CURRENT_USER_BYTES: Final = 4 * 1024
MAX_CURRENT_USER_SCALARS: Final = 1_000
# Eight turns of ordinary length are about what a window of 4,096 tokens (Ollama's own choice on
# most machines) holds beside a persona; what is older is in the summary, whatever the window.
MAX_CONTEXT_ITEMS: Final = 8
MESSAGE_BYTES: Final = 32  # what a chat template adds to a message: role names and their tokens
FIRST_BYTES_PER_TOKEN: Final = 2.5  # before anything was learned: less than ordinary text has


@dataclass(frozen=True, slots=True)
class Budget:
    """Every cap of the prompt, in bytes of UTF-8 where the name does not say otherwise.

    `prompt_bytes` counts everything that is sent: contents, fences, labels, tool schemas and
    `message_bytes` for each message. `bytes_per_token` predicts the tokens of the report.
    """

    prompt_bytes: int = MAX_PROMPT_BYTES
    persona_bytes: int = MAX_PERSONA_BYTES
    summary_bytes: int = MAX_SUMMARY_BYTES
    turn_bytes: int = MAX_TURN_BYTES  # each side of a turn
    example_bytes: int = MAX_EXAMPLE_BYTES
    preference_bytes: int = MAX_PREFERENCE_BYTES  # one bundle of whole memos
    user_bytes: int = MAX_CURRENT_USER_BYTES
    user_scalars: int = MAX_CURRENT_USER_SCALARS
    context_items: int = MAX_CONTEXT_ITEMS  # of each list
    message_bytes: int = MESSAGE_BYTES
    bytes_per_token: float = FIRST_BYTES_PER_TOKEN
    # The tiny model talks about a fence instead of answering what is in it (of 8 plain questions
    # it answered 2 with and 7 without one). Without, its own tokens are the bounds of the message.
    user_fence: bool = True

    @classmethod
    def for_window(cls, window: Window, bytes_per_token: float = FIRST_BYTES_PER_TOKEN) -> Budget:
        """The usual caps, and for the whole prompt no more than *window* holds."""
        held = int(window.prompt_tokens * bytes_per_token)
        return cls(bytes_per_token=bytes_per_token).smaller(held)

    def smaller(self, prompt_bytes: int) -> Budget:
        """The same caps with at most *prompt_bytes* for the whole prompt."""
        return replace(self, prompt_bytes=min(self.prompt_bytes, prompt_bytes))
