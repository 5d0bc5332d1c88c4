"""Proxies, keys and broken variables of the environment reach neither the client nor its import."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading

import pytest

TALK = """
import json, sys
from pet.engines.base import Message, Stop, Word
from pet.engines.choose import open_engine

engine = open_engine(prefer="ollama", host=sys.argv[1] or None)
status = engine.status()
events = list(engine.chat([Message("user", "secret words")], Stop()))
engine.close()
text = "".join(event.text for event in events if isinstance(event, Word))
import os
print(json.dumps({"state": status.state.value, "text": text, "kept": os.environ["HTTP_PROXY"]}))
"""


@pytest.fixture
def proxy():
    """A listener that counts the bytes it was sent."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)
        got, over = bytearray(), threading.Event()

        def collect():
            while not over.is_set():
                try:
                    connection, _ = listener.accept()
                except TimeoutError:
                    continue
                with connection:
                    got.extend(b"connected")

        thread = threading.Thread(target=collect)
        thread.start()
        yield listener.getsockname()[1], got
        over.set()
        thread.join()


def hostile(port):
    http, socks = f"http://127.0.0.1:{port}", f"socks5://127.0.0.1:{port}"
    return {
        "HTTP_PROXY": http,
        "http_proxy": http,
        "HTTPS_PROXY": http,
        "Https_Proxy": http,
        "ALL_PROXY": socks,
        "all_proxy": "socks://127.0.0.1:1",
        "NO_PROXY": "localhost",
        "OLLAMA_API_KEY": "sk-secret",
        "SSL_CERT_FILE": "/missing/certificates.pem",
        "SSL_CERT_DIR": "/missing",
    }


@pytest.mark.parametrize("by_setting", [True, False])
def test_it_talks_and_the_proxy_sees_no_byte(fake, proxy, by_setting):
    port, got = proxy
    broken = "http://localhost:abc" if by_setting else fake.url
    env = {**os.environ, **hostile(port), "OLLAMA_HOST": broken}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", TALK, fake.url if by_setting else ""],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told == {"state": "ready", "text": fake.reply, "kept": env["HTTP_PROXY"]}
    assert got == b""
    assert not any("sk-secret" in str(seen.headers) for seen in fake.seen)


def test_importing_the_engines_imports_no_client():
    code = (
        "import sys; import pet.engines.choose, pet.engines.tiny_child;"
        "print([m for m in ('ollama', 'httpx', 'xllamacpp', 'pydantic') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout.strip() == "[]", ran.stderr
