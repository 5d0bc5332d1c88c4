"""The process that holds the tiny model: JSON lines in, JSON lines out, until stdin ends.

In:  {"do": "chat", "id": n, "request": {…}}   {"do": "stop", "id": n}   {"do": "count", "id": n,
"text": …}. Out: {"loaded": tokens} once, then for each id {"read": tokens, "of": tokens}, {"word":
…}, and one {"done": …}, {"count": tokens} or {"error": …}.

Run as `python -m pet.engines.tiny_child MODEL.gguf NUM_CTX IDLE_SECONDS`. It ends by itself after
IDLE_SECONDS without a request, so that the memory is given back.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import signal
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

_BATCH: Final = 64  # tokens read between two looks at Stop: a third of a second here
_NICE: Final = 5  # the desktop's animation goes first
_FILLER: Final = 0  # any token


class Child:
    """Loads the model and does one request after the other.

    *stopped*: the ids of those to be stopped; whoever generates looks there at each token.
    """

    def __init__(self, model: Path, num_ctx: int, out: TextIO, stopped: set[int]) -> None:
        self._num_ctx = num_ctx
        self._out = out
        self._stopped = stopped
        self._server = _load(model, num_ctx)
        self._say({"loaded": num_ctx})

    def do(self, line: Mapping[str, Any]) -> None:
        job = int(line["id"])
        try:
            if job in self._stopped:
                self._say({"id": job, "done": {}})
            elif line["do"] == "count":
                self._say({"id": job, "count": self._count(line["text"])})
            else:
                self._chat(job, line["request"])
        except (ValueError, RuntimeError) as error:  # what llama.cpp refuses
            self._say({"id": job, "error": {"message": str(error)}})
        self._stopped.discard(job)

    def _chat(self, job: int, request: Mapping[str, Any]) -> None:
        last: dict[str, Any] = {}

        def receive(chunk: dict[str, Any]) -> bool:
            last.clear()
            last.update(chunk)
            self._pass_on(job, chunk)
            return job in self._stopped

        self._server.handle_chat_completions(
            dict(request) | {"stream": True, "return_progress": True}, receive
        )
        if "error" in last:
            self._say({"id": job, "error": last["error"]})
        else:
            self._say({"id": job, "done": _counts(last)})

    def _pass_on(self, job: int, chunk: Mapping[str, Any]) -> None:
        progress = chunk.get("prompt_progress")
        if progress:
            self._say({"id": job, "read": progress["processed"], "of": progress["total"]})
        for choice in chunk.get("choices", ()):
            if choice["delta"].get("content"):
                self._say({"id": job, "word": choice["delta"]["content"]})

    def _count(self, text: str) -> int:
        """Tokens of *text*: a prompt that cannot fit is refused unread, with its length told."""
        prompt = [_FILLER] * self._num_ctx + [text]
        answer = self._server.handle_completions({"prompt": prompt, "max_tokens": 1})
        return int(answer["error"]["n_prompt_tokens"]) - self._num_ctx

    def _say(self, line: Mapping[str, Any]) -> None:
        _say(self._out, line)


def _say(out: TextIO, line: Mapping[str, Any]) -> None:
    try:
        out.write(json.dumps(line, ensure_ascii=False) + "\n")
        out.flush()
    except OSError:
        _end()  # the pet is gone


def _end() -> NoReturn:
    """At once: the model's threads may keep an ordinary end waiting for ever."""
    os._exit(0)


def _load(model: Path, num_ctx: int) -> Any:  # xllamacpp has no types
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx = num_ctx
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = _BATCH
    params.cache_ram_mib = 0  # one conversation: what is in the window is the cache
    params.offline = True
    params.verbosity = 0  # it would write the conversation
    params.n_threads_http = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _threads()
    params.api_keys = [secrets.token_urlsafe(32)]
    return _without_a_way_in(xllamacpp, params)


def _threads() -> int:
    """Half of the processors: the physical cores where there are two threads to each.

    Never all of them: the threads meet after every step, so one that has to wait for a busy
    processor holds up all others (on two busy cores: 2 tokens/s with two threads, 25 with one).
    """
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere; knows of containers
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, processors // 2)


def _without_a_way_in(xllamacpp: Any, params: Any) -> Any:  # xllamacpp has no types
    """The server, which always listens: on a socket file that is gone before anyone may ask.

    Where there are no such files it listens on a free port of this computer, behind the key.
    """
    if sys.platform == "win32":
        params.hostnames = ["127.0.0.1"]
        return xllamacpp.Server(params)
    with tempfile.TemporaryDirectory(prefix="pet-") as private:
        params.hostnames = [str(Path(private, "unused.sock"))]
        return xllamacpp.Server(params)


def _counts(last: Mapping[str, Any]) -> dict[str, Any]:
    timings = last.get("timings", {})
    reasons = [choice.get("finish_reason") for choice in last.get("choices", ())]
    return {
        "length": "length" in reasons,
        "prompt": timings.get("prompt_n", 0) + timings.get("cache_n", 0),
        "cached": timings.get("cache_n", 0),
        "reply": timings.get("predicted_n", 0),
    }


def _take_stdout() -> TextIO:
    """Our own way out; whatever a library prints goes nowhere."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return out


def main(model: str, num_ctx: str, idle_seconds: str) -> None:
    """Serve until stdin ends or nothing was asked for *idle_seconds*."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the pet's to handle
    out = _take_stdout()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=_listen, args=(jobs, stopped), name="listen", daemon=True).start()
    try:
        child = Child(Path(model), int(num_ctx), out, stopped)
    except (RuntimeError, ValueError, OSError, ImportError) as error:
        _say(out, {"failed": type(error).__name__})
        _end()
    try:
        while True:
            child.do(jobs.get(timeout=float(idle_seconds)))
    except queue.Empty:
        _end()


def _listen(jobs: queue.SimpleQueue[dict[str, Any]], stopped: set[int]) -> None:
    """Until the pet is gone; a reply under way then is for nobody."""
    try:
        for raw in sys.stdin.buffer:
            line = json.loads(raw)
            if line["do"] == "stop":
                stopped.add(line["id"])
            else:
                jobs.put(line)
    finally:  # also where it was killed in the middle of a line
        _end()


if __name__ == "__main__":
    main(*sys.argv[1:])
