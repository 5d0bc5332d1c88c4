"""From the words on a command line to an exit code: the home, the language, the streams."""

from __future__ import annotations

import contextlib
import importlib
import logging
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

import pet
from pet import files
from pet.cli import arguments, ending, failures, helping, output
from pet.cli.arguments import Asked
from pet.cli.call import Call, Doing
from pet.cli.output import Output
from pet.errors import PetError
from pet.i18n import Texts, choose_language
from pet.paths import Paths

_log = logging.getLogger(__name__)
_PROGRAM: Final = Path(pet.__file__).parent


def run(line: Sequence[str] | None = None) -> int:
    """Do what *line* asks (the process's own when None); its exit code."""
    output.prepare_streams()
    # Without a handler of its own the logger would write to the user's terminal.
    logging.getLogger("pet").addHandler(logging.NullHandler())
    try:
        return _answer(list(sys.argv[1:] if line is None else line))
    except BrokenPipeError:  # `pet memories | head`: the reader has what it wanted
        output.abandon_stdout()
        return failures.DONE
    except KeyboardInterrupt:
        return failures.INTERRUPTED


def _answer(line: list[str]) -> int:
    texts = Texts(choose_language(arguments.language_in(line)))
    out = Output(sys.stdout, sys.stderr, texts, json=arguments.wants_json(line))
    return _told(out, lambda: _understand(line, out))


def _understand(line: list[str], out: Output) -> int:
    asked = arguments.parse(line)
    if asked.has("help"):
        out.say(helping.page(out.texts, asked.command))
        return failures.DONE
    if asked.has("version"):
        out.result(f"pet {pet.__version__}", {"version": pet.__version__})
        return failures.DONE
    with ending.on_signals(), _home(asked) as paths:
        language = choose_language(asked.value("lang") or _language_chosen(paths))
        call = Call(asked, paths, replace(out, texts=Texts(language)))
        return _told(call.output, lambda: _command(asked)(call))


def _command(asked: Asked) -> Doing:
    """What does the command, imported now that it is wanted."""
    module, _, function = asked.command.done_in.partition(":")
    return cast("Doing", getattr(importlib.import_module(f"pet.cli.{module}"), function))


def _told(out: Output, action: Callable[[], int]) -> int:
    """The exit code of *action*, and a sentence or a JSON object where it failed."""
    try:
        return action()
    except PetError as error:
        return failures.tell(error, out)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - a person gets a sentence, the log the traceback
        return _tell_unexpected(error, out)


@contextlib.contextmanager
def _home(asked: Asked) -> Iterator[Paths]:
    """Where this run lives; a throwaway home is removed at the end, whatever the end is."""
    if asked.has("throwaway"):
        with tempfile.TemporaryDirectory(
            prefix="desktop-pet-", ignore_cleanup_errors=True
        ) as folder:
            yield Paths(Path(folder))
    elif home := asked.value("home"):
        yield Paths(Path(home).expanduser().absolute())
    else:
        yield Paths.default()


def _language_chosen(paths: Paths) -> str | None:
    """The language of the settings, read without touching them: a damaged file is not our task."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        values = files.read_json(paths.settings)
        if isinstance(values, dict) and isinstance(values.get("language"), str):
            return cast("str", values["language"])
    return None


def _tell_unexpected(error: Exception, out: Output) -> int:
    """Say that this should not have happened, and where; never what was being said."""
    places = traceback.extract_tb(error.__traceback__)
    ours = [place for place in places if Path(place.filename).is_relative_to(_PROGRAM)]
    where = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"  # this module's at the least
    kind = type(error).__name__
    _log.error("unexpected %s\n%s", kind, "".join(traceback.format_list(places)))
    if out.json:
        out.give({"error": "unexpected", "facts": {"kind": kind, "where": where}})
    else:
        out.note(out.texts("cli.unexpected", kind=kind, where=where))
    return failures.REFUSED
