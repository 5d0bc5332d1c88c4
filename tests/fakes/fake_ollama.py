"""An Ollama server that does what it is told: a real one on the loopback, with scripted replies.

It enforces what a real one enforces (0.32.15; `style="0.24"` for the texts of the older kind), so
that a client that gets on with it gets on with them; the contract tests hold both to that. It
records what it was asked, what it had to load, and who hung up on it.
"""

from __future__ import annotations

import contextlib
import json
import re
import select
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from tests.fakes.ollama_routes import GET, HEAD, POST, Chat, Route
from tests.fakes.ollama_steps import Answer, Cut, Line, Step, Steps, Wait

Scenario = Callable[[Chat], Steps]
_HOSTS = re.compile(r"(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?")
_LOOK = 0.01  # seconds between two looks at whether the client is still there


@dataclass
class FakeModel:
    """A model the server has."""

    name: str
    size: int = 1000
    trained: int = 8192
    capabilities: tuple[str, ...] = ("completion",)
    remote_host: str = ""
    info: dict[str, Any] = field(default_factory=dict)  # more of `model_info`: the model's shape

    @property
    def entry(self) -> dict[str, Any]:
        entry = {"name": self.name, "model": self.name, "size": self.size, "digest": "d" * 64}
        return entry | ({"remote_host": self.remote_host} if self.remote_host else {})


@dataclass
class Seen:
    """A request that arrived."""

    method: str
    path: str
    body: dict[str, Any]
    headers: dict[str, str]


class HungUp(Exception):
    """The client closed the connection, or the server was killed."""


@dataclass
class FakeOllama:
    """The server. Change its fields at any time; `play` scripts the next replies, in order."""

    models: dict[str, FakeModel] = field(default_factory=dict)
    version: str = "0.32.15"
    style: Literal["0.32", "0.24"] = "0.32"
    reply: str = "Hello! I am here. What shall we talk about?"
    load_seconds: float = 0.0
    read_speed: float = 1e9  # tokens a second
    word_seconds: float = 0.0
    tells_capabilities: bool = True
    any_host: bool = False  # answer whatever name it is called by
    everywhere: Answer | None = None  # the only answer, where another service is on the port

    def __post_init__(self) -> None:
        self.seen: list[Seen] = []
        self.hung_up: list[tuple[str, float]] = []  # path, seconds since its request
        self.loads = 0
        self.loaded: dict[str, tuple[object, ...]] = {}
        self.blobs: set[str] = set()
        self.runner = threading.Lock()  # one reply at a time, as OLLAMA_NUM_PARALLEL=1
        self.scripts: list[tuple[Scenario, dict[str, Any]]] = []
        self.dying = threading.Event()
        self.port = 0
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The bodies of the chats that were asked for."""
        return [seen.body for seen in self.seen if seen.path == "/api/chat"]

    def add(self, name: str, **facts: Any) -> FakeModel:
        self.models[name] = FakeModel(name, **facts)
        return self.models[name]

    def play(self, scenario: Scenario, **facts: Any) -> None:
        """The next chat is answered by *scenario*."""
        self.scripts.append((scenario, facts))

    def start(self) -> None:
        """Listen; after `kill`, on the same port with nothing loaded."""
        self.dying.clear()
        self.loaded.clear()
        self._server = _Server(("127.0.0.1", self.port), self)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.01,), daemon=True
        )
        self._thread.start()

    def kill(self) -> None:
        """Drop every connection and stop listening."""
        if self._server is None or self._thread is None:
            return
        self.dying.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()  # waits for the requests' threads
        self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, address: tuple[str, int], fake: FakeOllama) -> None:
        self.fake = fake
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.fake = self.server.fake
        self.streaming = False

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
        """Tests are quiet."""

    def do_GET(self) -> None:
        self._serve(GET)

    def do_HEAD(self) -> None:
        self._serve(GET | HEAD)

    def do_POST(self) -> None:
        self._serve(POST)

    def _serve(self, routes: dict[str, Route]) -> None:
        self.began = time.monotonic()
        self.close_connection = True
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("sha256:")[0]
        body = json.loads(raw) if raw.startswith(b"{") else {}
        self.fake.seen.append(Seen(self.command, path, body, dict(self.headers)))
        request = self.path.rpartition("/")[2] if path == "/api/blobs/" else body
        try:
            with contextlib.closing(self._steps(routes, path, request)) as steps:
                for step in steps:
                    self._take(step)
            if self.streaming:
                self._write(b"0\r\n\r\n")
        except (HungUp, OSError):
            self.fake.hung_up.append((path, time.monotonic() - self.began))
            self._reset()

    def _steps(self, routes: dict[str, Route], path: str, request: Any) -> Steps:
        if self.fake.everywhere is not None:
            yield self.fake.everywhere
        elif not (self.fake.any_host or _HOSTS.fullmatch(self.headers.get("Host", ""))):
            yield Answer(403)
        elif path not in routes:
            known = path in GET | HEAD | POST
            yield Answer(405 if known else 404, b"no", "text/plain")
        else:
            yield from routes[path](self.fake, request)

    def _take(self, step: Step) -> None:
        match step:
            case Wait(seconds):
                self._wait(seconds)
            case Answer():
                self._answer(step)
            case Line(content, newline):
                raw = content if isinstance(content, bytes) else json.dumps(content).encode()
                self._chunk(raw + (b"\n" if newline else b""))
            case Cut():
                raise HungUp

    def _answer(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        if answer.location:
            self.send_header("Location", answer.location)
        self.end_headers()
        self._write(b"" if self.command == "HEAD" else answer.body)

    def _wait(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            readable, _, _ = select.select([self.connection], [], [], max(0.0, min(left, _LOOK)))
            if self.fake.dying.is_set():
                raise HungUp
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                raise HungUp
            if left <= 0:
                return

    def _chunk(self, raw: bytes) -> None:
        self._wait(0)
        if not self.streaming:
            self.streaming = True
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
        self._write(b"%x\r\n%b\r\n" % (len(raw), raw))

    def _write(self, raw: bytes) -> None:
        self.wfile.write(raw)
        self.wfile.flush()

    def _reset(self) -> None:
        linger = struct.pack("ii", 1, 0)
        with contextlib.suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
