"""Ollama's HTTP interface through the official client, never by way of a proxy.

Only this module knows httpx and the `ollama` package; its errors end here. The package's typed
calls cannot send `truncate` and `shift` and drop `remote_host`, so requests go through the HTTP
client inside it.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from pet.engines.address import Address
from pet.engines.refusals import refusal
from pet.errors import EngineRefused, EngineUnreachable, ReplyBroken

if TYPE_CHECKING:
    import asyncio
    import ssl

    import httpx

CONNECT_SECONDS: Final = 3.0  # reading has no limit: no header comes before the first word
_MAX_LINE: Final = 4 * 1024 * 1024  # bytes; a longer one is not Ollama's
_HOSTILE: Final = frozenset(
    {
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "OLLAMA_HOST",
        "OLLAMA_API_KEY",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
    }
)


class Api:
    """One Ollama server. Made and used inside the loop; errors are EngineErrors."""

    def __init__(self, address: Address) -> None:
        with _clean_environment():
            import ollama
        import httpx

        self._address = address
        self._httpx = httpx
        self._ollama = ollama
        self._certificates = _certificates(address)
        self._closing: set[asyncio.Task[None]] = set()

    async def ask(
        self, path: str, body: Mapping[str, Any] | None = None, *, model: str = ""
    ) -> Any:
        """The JSON answer of one call: GET without a *body*, else POST."""
        method = "GET" if body is None else "POST"
        with self._translated():
            async with self._connected() as http:
                answer = await http.request(method, path, content=_encoded(body))
        if answer.status_code != HTTPStatus.OK:
            raise refusal(answer.status_code, answer.content, model=model, window=0)
        try:
            return answer.json()
        except (ValueError, RecursionError):
            raise EngineRefused("wrong_service", status=answer.status_code) from None

    async def lines(
        self, path: str, body: Mapping[str, Any], *, model: str, window: int
    ) -> AsyncGenerator[bytes, None]:
        """The lines of a streamed answer as they come, without blank ones."""
        with self._translated():
            async with (
                self._connected() as http,
                http.stream("POST", path, content=_encoded(body)) as answer,
            ):
                if answer.status_code != HTTPStatus.OK:
                    content = await answer.aread()
                    raise refusal(answer.status_code, content, model=model, window=window)
                async for line in _lines(answer.aiter_bytes()):
                    yield line

    async def close(self) -> None:
        """Wait until every connection is closed."""
        import asyncio

        if self._closing:
            await asyncio.wait(self._closing)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[httpx.AsyncClient]:
        """The official client for one request, whose connection is closed however that ends.

        A task that is cancelled while it closes a connection of its own leaves it open for good
        (seen with httpcore 1.0.9: one socket for every second reply). So each request has a
        client, and that is closed by a task which nobody cancels.
        """
        import asyncio

        client = self._ollama.AsyncClient(
            host=self._address.url,
            trust_env=False,  # a proxy would be given the whole conversation in clear text
            follow_redirects=False,
            timeout=self._httpx.Timeout(None, connect=CONNECT_SECONDS),
            verify=self._certificates,
        )
        http: httpx.AsyncClient = client._client
        http.headers.pop("authorization", None)  # OLLAMA_API_KEY is nobody's business here
        try:
            yield http
        finally:
            closing = asyncio.create_task(http.aclose())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
            await asyncio.shield(closing)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the client's errors into ours."""
        httpx = self._httpx
        try:
            yield
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol) as error:
            raise EngineUnreachable("engine_unreachable", address=self._address.url) from error
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError) as error:
            raise ReplyBroken("reply_broken", address=self._address.url) from error


@contextlib.contextmanager
def _clean_environment() -> Iterator[None]:
    """Hide what `import ollama` trips over (0.4 s, never on the UI thread).

    It builds a client of its own at once: a proxy it cannot speak, a broken OLLAMA_HOST or a
    missing certificate file make the very import fail.
    """
    hidden = {name: value for name, value in os.environ.items() if name.upper() in _HOSTILE}
    for name in hidden:
        os.environ.pop(name, None)
    try:
        yield
    finally:
        os.environ.update(hidden)


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Split on newline bytes only: Go writes U+0085 unescaped, where text splitters break."""
    held = b""
    async for piece in pieces:
        *whole, held = (held + piece).split(b"\n")
        if len(held) > _MAX_LINE:
            raise ReplyBroken("reply_broken")
        for line in whole:
            if line.strip():
                yield line
    if held.strip():
        yield held


def _certificates(address: Address) -> ssl.SSLContext:
    """Reading the certificates costs time and memory that plain http has no use for."""
    import ssl

    import httpx

    if address.scheme == "https":
        return httpx.create_ssl_context(trust_env=False)
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _encoded(body: Mapping[str, Any] | None) -> bytes | None:
    if body is None:
        return None
    return json.dumps(body, ensure_ascii=False).encode(errors="replace")  # lone surrogates: "?"
