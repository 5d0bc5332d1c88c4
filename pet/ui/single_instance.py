"""A second start wakes the first: who listens for this home folder, and what it is asked.

The other end, without Qt, is `pet/remote.py`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from pet.paths import Paths
from pet.remote import MAX_LINE, REQUESTS

_log = logging.getLogger(__name__)

_CLAIM_MS: Final = 3000  # how long a start waits while another one decides
_CONNECT_MS: Final = 1000
_RETRY_MS: Final = 60_000  # how long nobody may listen once the copy that did has quit
_SILENCE_MS: Final = 2000  # a caller that says nothing is hung up on


class SingleInstance(QObject):
    """Listens at `paths.socket`, or finds that another copy does.

    `request_received` carries one of `remote.REQUESTS` except "ping", which is only answered;
    behind it, after a space, stands what it is to be done with.
    """

    request_received = Signal(str)

    def __init__(
        self, paths: Paths, parent: QObject | None = None, *, retry_ms: int = _RETRY_MS
    ) -> None:
        super().__init__(parent)
        self._retry = QTimer(self)
        self._retry.setInterval(retry_ms)
        self._retry.timeout.connect(self._claim_again)
        self._address = paths.socket
        self._lock_path = paths.root / "start.lock"
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    @property
    def is_listening(self) -> bool:
        return self._server.isListening()

    def claim(self) -> bool:
        """Become the copy that others talk to; False when one is there already.

        Of two starts at the same moment one waits for the other: the lock covers looking and
        listening, so that neither can take the other's new socket for a stale one. A copy that
        crashed leaves its socket behind; it is removed only after nobody answered.
        """
        lock = self._lock()
        try:
            if self._somebody_listens():
                return False
            QLocalServer.removeServer(self._address)
            if self._server.listen(self._address):
                return True
            _log.warning("cannot listen for other starts: %s", self._server.errorString())
            return not self._somebody_listens()
        finally:
            lock.unlock()

    def claim_later(self) -> None:
        """Become that copy as soon as the one that is there has gone: `pet show` finds us then."""
        if not self.is_listening:
            self._retry.start()

    def close(self) -> None:
        """Stop listening; the socket goes away with it. Another copy's socket is left alone."""
        self._retry.stop()
        self._server.close()

    @Slot()
    def _claim_again(self) -> None:
        if self.claim():
            self._retry.stop()

    def _lock(self) -> QLockFile:
        """Held while deciding. A folder that cannot be written starts without one."""
        self._make_home(self._lock_path.parent)
        lock = QLockFile(str(self._lock_path))
        lock.setStaleLockTime(2 * _CLAIM_MS)
        if not lock.tryLock(_CLAIM_MS):
            _log.warning("starting without the start lock: %s", lock.error().name)
        return lock

    @staticmethod
    def _make_home(folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            _log.warning("the home folder cannot be made")

    def _somebody_listens(self) -> bool:
        """Whether a living process accepts at the address, even if it is too busy to answer."""
        probe = QLocalSocket()
        probe.connectToServer(self._address)
        there = probe.waitForConnected(_CONNECT_MS)
        probe.abort()
        return there

    @Slot()
    def _greet(self) -> None:
        while (channel := self._server.nextPendingConnection()) is not None:
            caller = _Caller(channel, self)
            caller.asked.connect(self.request_received)
            caller.read()  # what came before we listened


class _Caller(QObject):
    """One connection: a line in, a line out, and goodbye."""

    asked = Signal(str)

    def __init__(self, channel: QLocalSocket, parent: QObject) -> None:
        super().__init__(parent)
        self._channel = channel
        channel.setParent(self)
        channel.readyRead.connect(self.read)
        channel.disconnected.connect(self.deleteLater)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._hang_up)
        self._patience.start(_SILENCE_MS)

    @Slot()
    def _hang_up(self) -> None:
        self._channel.abort()

    @Slot()
    def read(self) -> None:
        if self._channel.canReadLine():
            self._answer(bytes(self._channel.readLine().data()))
        elif self._channel.bytesAvailable() > MAX_LINE:
            self._hang_up()

    def _answer(self, line: bytes) -> None:
        do = _request(line)
        answer: dict[str, object] = {"ok": True} if do else {"ok": False, "error": "unknown"}
        self._channel.write(json.dumps(answer).encode() + b"\n")
        self._channel.flush()
        self._channel.disconnectFromServer()
        if do and do != "ping":
            self.asked.emit(do)


def _request(line: bytes) -> str | None:
    """What a line asks for and with what, or None where it is not one of our requests."""
    try:
        said: Any = json.loads(line)  # anybody may have written it
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, Mapping) or said.get("do") not in REQUESTS:
        return None
    what = said.get("what")
    return f"{said['do']} {what}" if isinstance(what, str) and what else str(said["do"])
