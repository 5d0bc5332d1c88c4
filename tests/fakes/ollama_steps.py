"""What a scripted server does, one thing after the other."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any


@dataclass
class Wait:
    """Do nothing, watching the client."""

    seconds: float


@dataclass
class Answer:
    """A whole answer, headers and all."""

    status: int
    body: bytes = b""
    kind: str = "application/json"
    location: str = ""  # of a redirect


@dataclass
class Line:
    """One line of a streamed answer; the first one sends the headers."""

    content: dict[str, Any] | bytes
    newline: bool = True


class Cut:
    """Drop the connection as a dying server does."""


Step = Wait | Answer | Line | Cut
Steps = Generator[Step, None, None]


def refused(status: int, error: str) -> Answer:
    return Answer(status, json.dumps({"error": error}).encode())


def told(content: object) -> Answer:
    return Answer(200, json.dumps(content).encode())
