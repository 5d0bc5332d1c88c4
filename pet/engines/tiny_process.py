"""Our side of the process that holds the tiny model: one writer, one reader, a queue a request."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pet.clock import Clock

_END_SECONDS: Final = 0.5  # from closing its stdin to ending it the hard way
_STUCK_SECONDS: Final = 10.0  # a stopped request is over within a batch; then something hangs

Answers = queue.SimpleQueue[Mapping[str, Any]]  # lines as `tiny_child` describes them


class TinyProcess:
    """One child. It loads the model at once; when it has ended it is not started again."""

    def __init__(self, model: Path, num_ctx: int, idle_seconds: float, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._pen = threading.Lock()  # held while writing
        self._ids = itertools.count(1)
        self._waiting: dict[int, Answers] = {}
        self._under_way: set[int] = set()
        self._stopped: dict[int, float] = {}  # of those under way: since when
        self._loaded = False
        self._failed = False  # to load
        self._gone = False
        # -P: what lies in the folder we were started from is no part of the program.
        command = [sys.executable, "-P", "-m", "pet.engines.tiny_child"]
        self._process = subprocess.Popen(
            [*command, str(model), str(num_ctx), str(idle_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # llama.cpp may write the conversation there
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._reader = threading.Thread(target=self._read, name="pet-tiny-reader", daemon=True)
        self._reader.start()

    @property
    def loaded(self) -> bool:
        return self._loaded

    @property
    def usable(self) -> bool:
        """Whether a request given to it now would be answered, as far as one can tell."""
        with self._lock:
            now = self._clock.monotonic()
            stuck = any(now - since > _STUCK_SECONDS for since in self._stopped.values())
            return not (self._gone or self._failed or stuck)

    @property
    def crashed(self) -> bool:
        """Whether it has ended otherwise than by itself, when idle."""
        return self._process.poll() not in (None, 0)

    def listen(self) -> tuple[int, Answers]:
        """A request's number and the queue of its answers.

        The queue holds `{"loaded": …}` or `{"failed": …}` first, and `{"gone": …}` last where the
        process ends before the request does.
        """
        answers: Answers = queue.SimpleQueue()
        with self._lock:
            job = next(self._ids)
            self._waiting[job] = answers
            if self._loaded:
                answers.put({"loaded": True})
            if self._gone:
                answers.put({"gone": True})
        return job, answers

    def ask(self, job: int, line: Mapping[str, Any]) -> None:
        """Send a request. Only once the model is loaded: before that nobody reads it."""
        with self._lock:
            self._under_way.add(job)
        self._write({**line, "id": job})

    def leave(self, job: int) -> None:
        """Nobody listens to *job* any more; where it is under way it is stopped."""
        with self._lock:
            self._waiting.pop(job, None)
            if job not in self._under_way:
                return
            self._stopped[job] = self._clock.monotonic()
        self._write({"do": "stop", "id": job})

    def end(self) -> None:
        """End the process and give its memory back."""
        self._hang_up()
        self._reader.join(_END_SECONDS)
        self._process.kill()
        self._reader.join()

    def _hang_up(self) -> None:
        stdin = self._process.stdin
        if stdin is None or not self._pen.acquire(timeout=_END_SECONDS):
            return  # somebody is stuck writing to a child that does not read
        try:
            with contextlib.suppress(OSError):
                stdin.close()
        finally:
            self._pen.release()

    def _write(self, line: Mapping[str, Any]) -> None:
        raw = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
        stdin = self._process.stdin
        with self._pen, contextlib.suppress(OSError, ValueError):  # gone: the reader tells
            if stdin is not None:
                stdin.write(raw)
                stdin.flush()

    def _read(self) -> None:
        stdout = self._process.stdout
        for raw in stdout or ():
            try:
                line = json.loads(raw)
            except ValueError:  # a torn last line
                break
            self._hand_out(line)
        if stdout is not None:
            stdout.close()
        self._hang_up()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with self._lock:
            self._gone = True
            for answers in self._waiting.values():
                answers.put({"gone": True})

    def _hand_out(self, line: Mapping[str, Any]) -> None:
        with self._lock:
            if "id" not in line:
                self._loaded, self._failed = "loaded" in line, "failed" in line
                for answers in self._waiting.values():
                    answers.put(line)
                return
            job = int(line["id"])
            if job in self._waiting:
                self._waiting[job].put(line)
            if not line.keys().isdisjoint(("done", "error", "count")):
                self._under_way.discard(job)
                self._stopped.pop(job, None)
