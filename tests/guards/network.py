"""No test leaves this computer: anything but loopback is refused, and the test fails for it.

An audit hook sees each use of a Python socket, whichever library makes it. Child processes and
Qt's own sockets are not seen; the pet's Qt uses none but local ones.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys
import traceback
from typing import Any

import pytest

_WITH_ADDRESS = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"}
_WITH_NAME = {"socket.getaddrinfo", "socket.gethostbyname"}
_strangers: list[str] = []


class LeavesThisComputer(AssertionError):
    """A test spoke to, listened for, or asked after another computer."""


def pytest_configure(config):
    sys.addaudithook(_refuse_strangers)


@pytest.fixture(autouse=True)
def only_this_computer():
    _strangers.clear()
    yield
    assert not _strangers, "\n".join(_strangers)


def stranger(event: str, arguments: tuple[Any, ...]) -> str | None:
    """The host that an audit *event* of the socket module means, unless it is this computer."""
    if event in _WITH_ADDRESS:
        connection, address = arguments
        if address is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
            return None
        host = address[0]
    elif event in _WITH_NAME:
        host = arguments[0]
    else:
        return None
    return None if _is_here(host) else str(host)


def _is_here(host: str | bytes | None) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name is None or name == "localhost":
        return True
    with contextlib.suppress(OSError):
        name = socket.inet_ntoa(socket.inet_aton(name))  # "127.1" is written out
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _refuse_strangers(event: str, arguments: tuple[Any, ...]) -> None:
    if not event.startswith("socket."):
        return
    host = stranger(event, arguments)
    if host is not None:
        # Recorded as well as raised: what runs in a thread may swallow the error.
        where = "".join(traceback.format_stack(limit=8)[:-1])
        _strangers.append(f"{event} to {host!r}:\n{where}")
        raise LeavesThisComputer(f"{event} to {host!r}")
