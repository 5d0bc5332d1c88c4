"""Another running copy of the program over the same folder: a process that can be killed.

`Copy` is the handle that a test holds; run as a program, this module is the copy itself. They speak
in lines of JSON.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import platform
import signal
import struct
import subprocess
import sys
from pathlib import Path

from pet.errors import PetError
from pet.memory import backups, erase, indexing, locks, memos, migrations, sessions, turns, undo
from pet.memory.store import Store
from pet.paths import Paths
from tests.fakes.clocks import FixedClock

ROOT = Path(__file__).parents[2]


class Copy:
    """A started copy; a context manager that kills it in the end."""

    def __init__(self, paths: Paths, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.memory.copies", str(paths.root), *options],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Copy:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._process.stdin.close()
        self._process.stdout.close()

    def hear(self):
        """The next thing it says; None when it has ended."""
        line = self._process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def tell(self, do: str, **facts: object) -> None:
        self._process.stdin.write(json.dumps({"do": do, **facts}) + "\n")
        self._process.stdin.flush()

    def ask(self, do: str, **facts: object):
        self.tell(do, **facts)
        return self.hear()

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def wait(self) -> int:
        return self._process.wait()


def main(home: str, options: list[str]) -> None:
    if "--no-flock" in options:
        _forbid_flock()
    if "--small-files" in options:
        _forbid_large_files()
    if "--slow-migration" in options:
        _wait_before_last_step()
    try:
        store = Store.open(Paths(Path(home)), FixedClock())
    except PetError as error:
        _say({"error": error.key})
        return
    _say({"opened": list(store.notices), "read_only": store.read_only})
    for line in sys.stdin:
        order = json.loads(line)
        try:
            _say(_ORDERS[order.pop("do")](store, **order))
        except PetError as error:
            _say({"error": error.key})


def breed(home: str) -> None:
    """Become one new copy after the other, without loading Python each time: a child per order."""
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            store = Store.open(Paths(Path(home)), FixedClock())
            _say({"child": os.getpid(), "opened": list(store.notices)})
            _ORDERS[order.pop("do")](store, **order)
            os._exit(1)
        os.waitpid(child, 0)
        _say("dead")


def _add(store: Store, text: str):
    return memos.add(store, text, origin="command").memo.id


def _list(store: Store):
    return [memo.text for memo in memos.everything(store)]


def _close(store: Store):
    store.close()


def _join(store: Store):
    _KEPT.append(sessions.join(store, "somi"))
    return _KEPT[-1].session


def _ask(store: Store, session: int, text: str):
    return turns.ask(store, session, text)


def _grow(store: Store, turn: int, text: str):
    turns.grow(store, turn, text)


def _hold(store: Store):
    """Stay in the middle of a write until told to go on."""

    def job(connection):
        connection.execute("UPDATE meta SET value = value")
        _say("holding")
        sys.stdin.readline()
        return "let go"

    return store.write(job)


def _die_in_write(store: Store):
    """Be killed with a transaction open, its pages already in the file."""

    def job(connection):
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("UPDATE memos SET text = 'never committed', digest = randomblob(32)")
        for _ in range(50):
            connection.execute(
                "INSERT INTO meta (key, value) VALUES (hex(randomblob(20)), hex(randomblob(500)))"
            )
        os.kill(os.getpid(), signal.SIGKILL)

    store.write(job)


def _write_on(store: Store, name: str, first: int):
    """Store one turn after the other for ever; each is acknowledged after it was committed."""
    session = sessions.begin(store, "somi").session
    number = first
    while True:
        turns.ask(store, session, f"{name} {number}")
        _say(number)
        number += 1


def _index_on(store: Store, name: str):
    """Store turns, and bring the index in step or make it anew, for ever; told after each."""
    session = sessions.begin(store, "somi").session
    for number in itertools.count():
        turns.ask(store, session, f"{name} 하늘 {number}")
        if number % 7 == 3:
            indexing.start_over(store)
        indexing.catch_up(store)
        _say(number)


def _erase_on(store: Store, name: str):
    """Save, back up, take back, and erase one memo after the other for ever, saying each step."""
    for number in itertools.count():
        text = f"{name}, canary number {number}"
        _say(["saving", text])
        memo = memos.add(store, text, origin="command").memo
        store.clock.advance(days=1)
        _say(["backing up", text])
        backups.keep_daily(store)
        indexing.catch_up(store)
        _say(["forgetting", text])
        memos.forget(store, memo.id)
        undo.undo(store)
        _say(["erasing", text])
        erase.erase_memo(store, memo.id)
        _say(["erased", text])


def _fork_in_write(store: Store):
    """What a forked child can do to the parent's lock and store, while the parent writes."""

    def job(connection):
        child = os.fork()
        if child == 0:
            try:
                store.read(_list_nothing)
            except RuntimeError:
                os._exit(7)
            os._exit(1)
        _, status = os.waitpid(child, 0)
        free = locks.take(store.paths.lock)
        return {"child": os.waitstatus_to_exitcode(status), "lock_kept": free is None}

    return store.write(job)


def _list_nothing(connection):
    return None


_KEPT: list[sessions.Lease] = []
_ORDERS = {
    "add": _add,
    "list": _list,
    "close": _close,
    "join": _join,
    "ask": _ask,
    "grow": _grow,
    "hold": _hold,
    "die_in_write": _die_in_write,
    "write_on": _write_on,
    "erase_on": _erase_on,
    "index_on": _index_on,
    "fork_in_write": _fork_in_write,
}


def _say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _wait_before_last_step() -> None:
    *earlier, (last, *mark) = migrations._STEPS

    def slow(connection) -> None:
        _say("migrating")
        sys.stdin.readline()
        last(connection)

    migrations._STEPS = (*earlier, (slow, *mark))


def _forbid_large_files() -> None:
    """No file may grow beyond half a megabyte, as with a quota."""
    import resource  # not on Windows

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))


def _forbid_flock() -> None:
    """Have the kernel answer ENOSYS to flock, as some network disks do (seccomp, Linux)."""
    flock = {"x86_64": 73, "aarch64": 32}[platform.machine()]
    allow, answer_enosys = 0x7FFF0000, 0x00050000 | 38
    rules = b"".join(
        struct.pack("HBBI", *rule)
        for rule in (
            (0x20, 0, 0, 0),  # load the number of the system call
            (0x15, 0, 1, flock),  # if it is not flock, skip one
            (0x06, 0, 0, answer_enosys),
            (0x06, 0, 0, allow),
        )
    )
    buffer = ctypes.create_string_buffer(rules)
    program = struct.pack("HL", 4, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.c_char_p(program)) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


if __name__ == "__main__":
    if "--breed" in sys.argv:
        breed(sys.argv[1])
    else:
        main(sys.argv[1], sys.argv[2:])
