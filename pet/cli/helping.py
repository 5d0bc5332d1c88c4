"""`pet --help`, made from the tables of commands and options."""

from __future__ import annotations

from collections.abc import Iterable

from pet.cli.arguments import COMMANDS, DESKTOP, EVERYWHERE, Command, Option
from pet.cli.output import columns
from pet.i18n import Texts


def page(texts: Texts, command: Command) -> str:
    """The help of *command*; of the whole program where it has no name."""
    if command is DESKTOP:
        return _whole(texts)
    parts = [_usage(texts, command), texts(f"cli.help.{command.name}")]
    if command.options:
        parts.append(
            _listed(texts("cli.help.options"), _options(texts, command.options, command.name))
        )
    return "\n\n".join([*parts, texts("cli.help.more")])


def _whole(texts: Texts) -> str:
    commands = [("pet", texts("cli.help.desktop"))]
    commands += [(f"pet {row.name}", texts(f"cli.help.{row.name}")) for row in COMMANDS]
    return "\n\n".join(
        (
            texts("cli.help.head"),
            _listed(texts("cli.help.commands"), commands),
            _listed(texts("cli.help.everywhere"), _options(texts, EVERYWHERE)),
            texts("cli.help.codes"),
        )
    )


def _usage(texts: Texts, command: Command) -> str:
    words = f" {texts(command.words)}" if command.words else ""
    options = "".join(f" [{option.shown}]" for option in command.options)
    return f"pet {command.name}{options}{words}"


def _options(texts: Texts, options: Iterable[Option], command: str = "") -> list[tuple[str, str]]:
    """What each option does; one that means something else to *command* has a text of its own."""
    rows = []
    for option in options:
        own = f"cli.option.{command}.{option.name}"
        about = texts(own) if texts.has(own) else texts(f"cli.option.{option.name}")
        rows.append((option.shown, about))
    return rows


def _listed(head: str, rows: list[tuple[str, str]]) -> str:
    width = max(columns(name) for name, _ in rows)
    lines = (f"  {name}{' ' * (width - columns(name))}  {about}" for name, about in rows)
    return "\n".join((head, *lines))
