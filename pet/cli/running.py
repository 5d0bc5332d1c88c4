"""`pet toggle-chat`, `show`, `hide`, `memory` and `quit`: a word to the copy that is running."""

from __future__ import annotations

from pet import remote
from pet.cli import failures
from pet.cli.call import Call


def toggle_chat(call: Call) -> int:
    """Open the quick chat, or close it."""
    return _send(call, "toggle-chat")


def show(call: Call) -> int:
    """Bring the character back and to the front."""
    return _send(call, "show")


def hide(call: Call) -> int:
    """Hide the character."""
    return _send(call, "hide")


def memory(call: Call) -> int:
    """Open the memory window."""
    return _send(call, "memory")


def leave(call: Call) -> int:
    """Quit the running copy."""
    return _send(call, "quit")


def _send(call: Call, do: remote.Request) -> int:
    remote.ask(call.paths.socket, do)
    if call.output.json:
        call.output.give({"ok": True})
    return failures.DONE
