"""What becomes of the memory once a reply has ended: perhaps one more question, then the truth."""

from __future__ import annotations

import logging

from pet.chat import extraction, honesty
from pet.chat.answering import Answering
from pet.chat.events import MemoryNote
from pet.chat.memory_tool import MemoryTool
from pet.chat.seat import Memory
from pet.chat.tools import Tools
from pet.engines.base import Stop
from pet.errors import PetError, StoreError
from pet.memory import memos
from pet.memory.proposals import Refused

_log = logging.getLogger(__name__)


class Aftermath:
    """Of one turn; *tool* holds what the model did in it."""

    def __init__(self, tools: Tools, memory: Memory, tool: MemoryTool) -> None:
        self._tools = tools
        self._memory = memory
        self.tool = tool

    def look(self, answering: Answering, nonce: str, stop: Stop) -> None:
        """Where the model cannot call tools and the message wants something kept: extract it."""
        try:
            if not self._is_wanted() or self._tools.engine.takes_tools():
                return
            found = extraction.proposals(
                self._tools.engine,
                self._tools.store,
                self.tool.heard,
                answering.budget(),
                nonce,
                stop,
            )
            for proposal in found:
                self.tool.propose(proposal)
                if self.tool.outcomes and not isinstance(self.tool.outcomes[-1], Refused):
                    return
        except PetError as error:
            _log.info("nothing was kept after a reply: %s", error.key)

    def notes(self, reply: str) -> tuple[MemoryNote, ...]:
        """What the user is told beside the *reply*."""
        heard, tool = self.tool.heard, self.tool
        account = honesty.Account(
            heard, reply, tool.outcomes, tool.failure, self._memory, self._memos()
        )
        return honesty.notes(self._tools.texts, account)

    def _is_wanted(self) -> bool:
        heard = self.tool.heard
        if self._memory != "on" or self.tool.outcomes or not self.tool.is_on():
            return False
        return heard.wishes or (heard.corrects and bool(self._memos()))

    def _memos(self) -> tuple[memos.Memo, ...]:
        """Those that could be changed, as far as they can be read."""
        try:
            return memos.everything(self._tools.store) if self._memory == "on" else ()
        except StoreError as error:
            _log.info("the memos could not be read: %s", error.key)
            return ()
