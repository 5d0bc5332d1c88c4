"""A private, real Ollama server with the tiny model in it, for every test that wants one.

Other folders of tests import the fixture `real_ollama` into their conftest; its `url` goes into
the setting `ollama_host` or the variable OLLAMA_HOST, and `MODEL` is the name of the model in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from http import HTTPStatus
from pathlib import Path

import pytest

from pet.engines.tiny import bundled_model
from tests.waiting import until

MODEL = "smollm2:135m"
_ANSWER_S = 300  # a busy machine reads thirty tokens in a second
_NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def find_binary() -> Path | None:
    """What PET_TEST_OLLAMA names, else the `ollama` on PATH."""
    named = os.environ.get("PET_TEST_OLLAMA") or shutil.which("ollama")
    return Path(named) if named and Path(named).is_file() else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RealOllama:
    """One `ollama serve` on a port, a home and a model folder of its own."""

    def __init__(self, binary: Path, home: Path, *, debug: bool = False) -> None:
        self.binary = binary
        self.home = home
        self.debug = debug  # its log tells of each request: what was cached, what was read
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve; returns once it answers. After `kill` it comes back on the same port."""
        if self._process is not None:
            return
        self.home.mkdir(parents=True, exist_ok=True)
        env = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.home),
            "OLLAMA_HOST": f"127.0.0.1:{self.port}",
            "OLLAMA_MODELS": str(self.home / "models"),
            "OLLAMA_NO_CLOUD": "1",
            "OLLAMA_DEBUG": "1" if self.debug else "",
        }
        with (self.home / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self.binary), "serve"],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # its runners die with it
            )
        until(self._answers, what="a private Ollama to answer")

    def kill(self) -> None:
        """End the server and its runners at once, as a crash would."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def put_model(self, gguf: Path, name: str = MODEL, *, threads: int | None = 1) -> None:
        """Create *name* from *gguf* without a network: blob, then create.

        Where the machine is busy, two *threads* wait for each other most of the time; None is as
        many as the server likes.
        """
        digest = "sha256:" + hashlib.sha256(gguf.read_bytes()).hexdigest()
        if not self._has_blob(digest):  # a blob that exists makes the server reset the upload
            with gguf.open("rb") as blob:
                self._send("POST", f"/api/blobs/{digest}", blob, gguf.stat().st_size)
        chosen = {} if threads is None else {"num_thread": threads}
        model = {"model": name, "files": {gguf.name: digest}, "parameters": chosen}
        body = json.dumps(model | {"stream": False}).encode()
        answer = json.loads(self._send("POST", "/api/create", body, len(body)))
        assert answer["status"] == "success", answer

    def ask(self, path: str, body: object = None) -> dict:
        """A raw call, for what a test wants to see with its own eyes."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data)
        with _NO_PROXY.open(request, timeout=_ANSWER_S) as answer:
            return json.load(answer)

    def _answers(self) -> bool:
        try:
            return "version" in self.ask("/api/version")
        except (urllib.error.URLError, ConnectionError):
            return False

    def _has_blob(self, digest: str) -> bool:
        try:
            self._send("HEAD", f"/api/blobs/{digest}", None, 0)
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.NOT_FOUND:
                raise
            return False
        return True

    def _send(self, method: str, path: str, body: object, length: int) -> bytes:
        request = urllib.request.Request(self.url + path, data=body, method=method)
        if body is not None:
            request.add_header("Content-Length", str(length))
            request.add_header("Content-Type", "application/octet-stream")
        with _NO_PROXY.open(request, timeout=_ANSWER_S) as answer:
            return answer.read()


@pytest.fixture(scope="session")
def real_ollama(tmp_path_factory):
    """A real server with the tiny model in it, shared by all tests; the test may kill it."""
    binary = find_binary()
    if binary is None:
        pytest.skip("no Ollama: name its binary in PET_TEST_OLLAMA, or put it on PATH")
    weights = bundled_model()
    if weights is None:
        pytest.skip("the tiny model is not installed (extra `tiny`)")
    server = RealOllama(binary, tmp_path_factory.mktemp("ollama"))
    server.start()
    server.put_model(weights)
    yield server
    server.kill()
