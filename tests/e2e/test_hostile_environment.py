"""Proxies, a broken address and a missing certificate file in the environment change nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.waiting import until

pytestmark = pytest.mark.e2e


class Proxy:
    """Listens as a proxy would; whoever connects is noticed."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"

    @property
    def was_called(self) -> bool:
        try:
            self._socket.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    listening = Proxy()
    yield listening
    listening.close()


def hostile(proxy: Proxy) -> dict[str, str]:
    return {
        "HTTP_PROXY": f"http://{proxy.address}",
        "http_proxy": f"http://{proxy.address}",
        "HTTPS_PROXY": f"http://{proxy.address}",
        "ALL_PROXY": f"socks5://{proxy.address}",
        "all_proxy": f"socks5://{proxy.address}",
        "NO_PROXY": "",
        "OLLAMA_HOST": "http://[::not an address",
        "SSL_CERT_FILE": "/nowhere/certificates.pem",
    }


def test_the_proxy_that_listens_would_notice(proxy):
    assert not proxy.was_called
    host, port = proxy.address.split(":")
    socket.create_connection((host, int(port))).close()
    assert until(lambda: proxy.was_called)


@pytest.mark.tiny
@pytest.mark.timeout(300)
def test_the_pet_starts_and_talks_and_no_proxy_is_called(start, proxy):
    pet = start("--engine", "tiny", **hostile(proxy))
    pet.open_chat()
    assert pet.begins_to_answer("Say hello, please.").state != "failed"
    assert not proxy.was_called


def test_ollama_is_reached_past_the_proxies(start, home, proxy, fake):
    fake.reply, fake.word_seconds = "Straight to you.", 0.0
    home.set("ollama_host", fake.url)
    pet = start(**hostile(proxy))
    pet.open_chat()
    assert pet.answers("Are you there?").reply == "Straight to you."
    assert pet.tell("doctor").returncode == 0
    assert not proxy.was_called
