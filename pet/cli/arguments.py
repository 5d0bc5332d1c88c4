"""What can be typed after `pet`: the options and commands as tables, and how a line is read.

Own tables over getopt, because argparse speaks English only and the pet speaks Korean too.
"""

from __future__ import annotations

import difflib
import getopt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pet.errors import UsageError


@dataclass(frozen=True, slots=True)
class Option:
    """One row: `--name`, what its value is called (None: a flag), and the values there are."""

    name: str
    value: str | None = None
    choices: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return f"--{self.name} {self.value}" if self.value else f"--{self.name}"


@dataclass(frozen=True, slots=True)
class Command:
    """One row: the name, where it is done (`module:function`), its words and its own options."""

    name: str
    done_in: str
    words: str = ""  # the catalogue key of what follows the name; empty: nothing may
    needs_words: bool = False
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """One command line, understood. `options` has what was given; a flag's value is empty."""

    command: Command
    words: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The words as one text; bytes that were no text on the command line are replaced."""
        joined = " ".join(self.words)
        return joined.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

    def has(self, option: str) -> bool:
        return option in self.options

    def value(self, option: str) -> str | None:
        return self.options.get(option)

    def number(self, option: str) -> int | None:
        """The value as a number from 1 to 1000. Raises UsageError where it is none."""
        value = self.value(option)
        if value is None:
            return None
        if not (value.isascii() and value.isdecimal() and 1 <= int(value[:9]) <= _MOST):
            raise UsageError("usage.bad_number", option=f"--{option}", most=_MOST)
        return int(value)


_MOST: Final = 1_000

EVERYWHERE: Final = (
    Option("home", "DIR"),
    Option("throwaway"),
    Option("lang", "en|ko", ("en", "ko")),
    Option("engine", "auto|ollama|tiny", ("auto", "ollama", "tiny")),
    Option("another"),
    Option("json"),
    Option("yes"),
    Option("version"),
    Option("help"),
)

DESKTOP: Final = Command("", "desktop:open_desktop")

CARD_FILES: Final = (".json", ".png", ".charx", ".jpg", ".jpeg", ".webp")
_CARD_OPTIONS: Final = (
    Option("to", "FILE|MODEL"),
    Option("format", "v3|v2|png|ollama", ("v3", "v2", "png", "ollama")),
    Option("as-imported"),
)

COMMANDS: Final = (
    Command("chat", "talk:chat", options=(Option("once", "TEXT"),)),
    Command("remember", "notes:remember", "cli.words.text", needs_words=True),
    Command("forget", "notes:forget", "cli.words.memo", needs_words=True),
    Command("memories", "notes:memories", "cli.words.some"),
    Command("undo", "notes:undo"),
    Command("search", "search:search", "cli.words.query", options=(Option("limit", "N"),)),
    Command("erase", "erasing:erase_memo", "cli.words.number", options=(Option("turns"),)),
    Command(
        "export",
        "archives:export",
        options=(Option("to", "FILE"), Option("format", "json|md|jsonl", ("json", "md", "jsonl"))),
    ),
    Command("import", "archives:import_", "cli.words.file", options=(Option("dry-run"),)),
    Command("restore", "restoring:restore", "cli.words.backup"),
    Command(
        "prompt",
        "prompting:prompt",
        "cli.words.some",
        options=(Option("show"), Option("diff")),
    ),
    Command("budget", "prompting:budget", options=(Option("sample"),)),
    Command("persona", "personas:personas", "cli.words.persona", options=_CARD_OPTIONS),
    Command("nightly", "nightly:nightly", options=(Option("now"), Option("dry-run"))),
    Command("doctor", "doctor:doctor", options=(Option("check"),)),
    Command("demo", "desktop:demo", options=(Option("out", "DIR"),)),
    Command("open", "desktop:open_cards", "cli.words.files", needs_words=True),
    Command("toggle-chat", "running:toggle_chat"),
    Command("show", "running:show"),
    Command("hide", "running:hide"),
    Command("memory", "running:memory"),
    Command("quit", "running:leave"),
)

_BY_NAME: Final = {row.name: row for row in COMMANDS}


def parse(line: Sequence[str]) -> Asked:
    """The command in *line* (without the program's name); options may stand anywhere.

    Everything after `--` is words. Raises UsageError.
    """
    given, words = _read(line)
    if words[:1] == ["help"]:
        given["help"], words = "", words[1:]
    if words and _is_card(words[0]):  # as a file manager opens it
        words = ["open", *words]
    command = _named(words[0]) if words else DESKTOP
    asked = Asked(command, tuple(words[1:]), given)
    if not (asked.has("help") or asked.has("version")):
        _check(asked)
    return asked


def wants_json(line: Sequence[str]) -> bool:
    """Whether errors are for a program, asked before the line is understood."""
    return "--json" in _before_words(line)


def language_in(line: Sequence[str]) -> str | None:
    """The value of `--lang`, asked before the line is understood."""
    options = list(_before_words(line))
    for number, word in enumerate(options):
        if word == "--lang" and number + 1 < len(options):
            return options[number + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _before_words(line: Sequence[str]) -> Sequence[str]:
    return line[: list(line).index("--")] if "--" in line else line


def _read(line: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    options = _all_options()
    spelled = [f"{one.name}=" if one.value else one.name for one in options.values()]
    try:
        pairs, words = getopt.gnu_getopt(list(line), "h", spelled)
    except getopt.GetoptError as error:
        raise _misread(error.opt, options) from error
    given = {name.lstrip("-"): value for name, value in pairs}
    if "h" in given:
        given["help"] = given.pop("h")
    return given, words


def _misread(name: str, options: Mapping[str, Option]) -> UsageError:
    known = options.get(name)
    if known is None:
        dashes = "-" if len(name) == 1 else "--"
        return UsageError("usage.unknown_option", option=dashes + name)
    key = "usage.needs_value" if known.value else "usage.takes_no_value"
    return UsageError(key, option=known.shown)


def _all_options() -> dict[str, Option]:
    own = (option for row in COMMANDS for option in row.options)
    return {option.name: option for option in (*EVERYWHERE, *own)}


def _is_card(word: str) -> bool:
    return word.lower().endswith(CARD_FILES) and Path(word).is_file()


def _named(word: str) -> Command:
    if word in _BY_NAME:
        return _BY_NAME[word]
    near = difflib.get_close_matches(word, _BY_NAME, n=1)
    if near:
        raise UsageError("usage.unknown_command_near", command_text=word, near=near[0])
    raise UsageError("usage.unknown_command", command_text=word)


def _check(asked: Asked) -> None:
    allowed = {option.name: option for option in (*EVERYWHERE, *asked.command.options)}
    for name, value in asked.options.items():
        if name not in allowed:
            raise UsageError("usage.other_command", option=f"--{name}", command=asked.command.name)
        if allowed[name].choices and value not in allowed[name].choices:
            raise UsageError("usage.bad_choice", option=f"--{name}", choices=allowed[name].value)
        if allowed[name].value and not value:
            raise UsageError("usage.needs_value", option=allowed[name].shown)
    if asked.has("home") and asked.has("throwaway"):
        raise UsageError("usage.two_homes")
    if asked.words and not asked.command.words:
        raise UsageError("usage.no_words", command=asked.command.name)
    if asked.command.needs_words and not asked.text.strip():
        raise UsageError("usage.needs_words", command=asked.command.name)
