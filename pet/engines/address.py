"""Where Ollama listens: reading an address as Ollama itself does, and whether it is this computer.

The rules are those of Ollama's own `OLLAMA_HOST`: quotes and spaces around it are dropped, the
scheme is http unless said otherwise, the port is 11434 (80 and 443 where a scheme was named), and
the bind addresses `0.0.0.0` and `::` mean this computer. `localhost` becomes 127.0.0.1: asking a
name server costs up to 30 s on some machines and may lead to `::1`, where nobody listens.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pet.errors import UsageError

DEFAULT_PORT: Final = 11434
_SCHEME_PORTS: Final = {"http": 80, "https": 443}
_HOST_NAME: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?\.?")
_PATH: Final = re.compile(r"[A-Za-z0-9._~/-]*")
_IP = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    """One server: scheme, host (an IP number or a name, without brackets), port, path."""

    scheme: str = "http"
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    path: str = ""

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"

    @property
    def is_this_computer(self) -> bool:
        """True only for loopback numbers: a name could lead anywhere tomorrow."""
        ip = _ip(self.host)
        return ip is not None and ip.is_loopback


def parse(text: str) -> Address:
    """The address that *text* means; an empty one is the default. Raises UsageError."""
    bare = text.strip().strip("\"'").strip()
    scheme, named, rest = bare.rpartition("://")
    scheme = scheme.lower() if named else "http"
    if scheme not in _SCHEME_PORTS:
        raise UsageError("bad_address", address_text=text)
    place, slash, path = rest.partition("/")
    host, port_text = _split_port(place)
    path = (slash + path).rstrip("/")
    if not _PATH.fullmatch(path):
        raise UsageError("bad_address", address_text=text)
    default_port = _SCHEME_PORTS[scheme] if named else DEFAULT_PORT
    port = default_port if port_text is None else _port(port_text)
    known_host = _host(host)
    if port is None or known_host is None:
        raise UsageError("bad_address", address_text=text)
    return Address(scheme, known_host, port, path)


def choose(setting: str | None, environ: Mapping[str, str]) -> Address:
    """The address to use: the *setting*, else a sound OLLAMA_HOST, else this computer's default.

    A broken OLLAMA_HOST is nobody's wish, so it is passed over. Raises UsageError for a broken
    *setting*, which is.
    """
    if setting:
        return parse(setting)
    try:
        return parse(environ.get("OLLAMA_HOST", ""))
    except UsageError:
        return Address()


def is_blocked(
    host: str | None, trusted_host: str | None, environ: Mapping[str, str] = os.environ
) -> bool:
    """Whether Ollama is said to be on another computer, and the user has not allowed that one.

    Raises UsageError as `open_engine` does.
    """
    place = choose(host, environ)
    return not (place.is_this_computer or is_trusted(place, trusted_host))


def is_trusted(place: Address, trusted_host: str | None) -> bool:
    """Whether *trusted_host*, which the user said yes to, is this very place. Raises UsageError."""
    return trusted_host is not None and place == parse(trusted_host)


def _split_port(place: str) -> tuple[str, str | None]:
    if place.startswith("[") and "]" in place:
        host, _, after = place.partition("]")
        return host + "]", after[1:] if after.startswith(":") else (after or None)
    if place.count(":") == 1:
        host, _, port = place.partition(":")
        return host, port
    return place, None


def _port(text: str) -> int | None:
    port = int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else 0
    return port if 0 < port < 65536 else None


def _host(text: str) -> str | None:
    """*text* as it is connected to, or None where it is no host."""
    bracketed = text.startswith("[")
    bare = text[1:-1] if bracketed and text.endswith("]") else text
    ip = _ip(bare)
    if ip is not None:
        return None if "%" in bare else _connectable(ip)  # a zone has no place in a URL
    if bracketed:
        return None
    if not bare or bare.lower().rstrip(".") == "localhost":
        return "127.0.0.1"
    return bare if _HOST_NAME.fullmatch(bare) else None


def _connectable(ip: _IP) -> str:
    if ip.is_unspecified:
        return "127.0.0.1" if ip.version == 4 else "::1"
    return str(ip)


def _ip(text: str) -> _IP | None:
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip if mapped is None else mapped  # ::ffff:127.0.0.1 is 127.0.0.1
