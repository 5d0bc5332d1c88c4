"""Reading sessions portion by portion; what was read is kept before the next is asked about."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from pet.engines.base import Stop
from pet.jobs import evidence
from pet.jobs.account import Account
from pet.jobs.checks import Proposal
from pet.jobs.extract import Asking, Extracted, chunks, extract
from pet.memory import unread
from pet.memory.store import Store
from pet.memory.unread import MAX_FAILURES, Found, Said

_log: Final = logging.getLogger(__name__)


class Reader:
    """Reads sessions for one night. With *writes* off, everything stays in `found`."""

    def __init__(
        self, store: Store, asking: Asking, stop: Stop, account: Account, *, writes: bool = True
    ) -> None:
        self.found: list[Found] = []
        self.proposals: list[tuple[Proposal | None, Found | str]] = []
        self._store = store
        self._asking = asking
        self._stop = stop
        self._account = account
        self._writes = writes
        self._lock = threading.Lock()
        self._failed = threading.Event()

    def read(self, sessions: Sequence[int], at_once: int) -> None:
        """Read *sessions*, so many of them at once. Raises EngineError, StoreError."""
        if at_once == 1 or len(sessions) < 2:
            for session in sessions:
                self._read_one(session)
            return
        with ThreadPoolExecutor(min(at_once, len(sessions)), "pet-night") as pool:
            for done in [pool.submit(self._read_one, session) for session in sessions]:
                done.result()

    def _read_one(self, session: int) -> None:
        try:
            self._read_session(session)
        except Exception:
            self._failed.set()  # the others stop after their request
            raise

    def _read_session(self, session: int) -> None:
        messages = unread.messages(self._store, session)
        for portion in chunks(messages):
            if self._stop.pressed or self._failed.is_set() or not self._read_portion(portion):
                return
        with self._lock:
            self._account.sessions += 1

    def _read_portion(self, portion: Sequence[Said]) -> bool:
        """Ask about *portion* and keep what is found; False where the session must wait."""
        telling = [said for said in portion if evidence.may_hold_something(said.text)]
        answer = extract(self._asking, telling, self._stop) if telling else Extracted()
        if answer.state == "stopped":
            return False
        with self._lock:
            self._count(answer, len(portion))
        if answer.state == "broken":
            return self._pass_over(portion)
        self._keep(portion, answer.found)
        return True

    def _pass_over(self, portion: Sequence[Said]) -> bool:
        """Leave *portion* for another night; give it up where that did not help three times."""
        session = portion[0].session
        _log.warning("the night could not use an answer about session %d", session)
        if not self._writes or unread.note_failure(self._store, session) < MAX_FAILURES:
            return False
        with self._lock:
            self._account.given_up += len(portion)
        self._keep(portion, ())
        return True

    def _keep(self, portion: Sequence[Said], found: Sequence[Found]) -> None:
        if self._writes:
            unread.keep(self._store, portion[0].session, portion[-1].turn, found)
        with self._lock:
            self.found.extend(found)

    def _count(self, answer: Extracted, messages: int) -> None:
        account = self._account
        account.requests += answer.requests
        if answer.state == "broken":
            account.broken += 1
            return
        account.messages += messages
        account.proposed += len(answer.proposals)
        account.refused.update(answer.refused)
        self.proposals.extend(answer.proposals)
