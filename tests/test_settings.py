"""The settings: nothing that stands in the file, and no disk, keeps the pet from starting."""

from __future__ import annotations

import json
import threading
from functools import partial

import pytest
from filelock import FileLock

from pet import settings as room
from pet.errors import StoreError
from pet.paths import Paths
from pet.settings import TABLE, Settings


@pytest.fixture(name="paths")
def _paths(tmp_path):
    (tmp_path / "home").mkdir()
    return Paths(tmp_path / "home")


@pytest.mark.parametrize("content", ["[" * 200_000, "", "[]", "nonsense"])
def test_a_damaged_file_is_put_aside_and_told_of(paths, content, caplog):
    Settings(paths).change(theme="dark")
    paths.settings.write_text(content, "utf-8")
    again = Settings(paths)
    assert again.notice == "settings.damaged"
    assert again["theme"] == "dark"
    assert paths.settings.with_suffix(".json.damaged").read_text("utf-8") == content
    assert "could not be read" in caplog.text


@pytest.mark.parametrize("loss", ["damaged", "gone"])
def test_the_good_copy_is_still_in_use_at_the_start_after_the_next(paths, loss, caplog):
    Settings(paths).change(theme="dark", memory=False)
    if loss == "damaged":
        paths.settings.write_bytes(bytes(4037))  # what a power cut leaves
    else:
        paths.settings.unlink()
    assert Settings(paths).notice == f"settings.{loss}"
    later = Settings(paths)
    assert later.notice is None
    assert (later["theme"], later["memory"]) == ("dark", False)
    assert caplog.records


def test_without_any_copy_it_is_a_first_start(paths):
    settings = Settings(paths)
    assert settings.notice is None
    assert not paths.settings.exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_settings_saved_by_an_editor_of_windows_are_read(paths, encoding):
    paths.settings.write_bytes('{"language": "ko", "persona": "솜이"}'.encode(encoding))
    settings = Settings(paths)
    assert (settings.notice, settings["language"], settings["persona"]) == (None, "ko", "솜이")
    settings.change(theme="dark")
    assert json.loads(paths.settings.read_text("utf-8"))["persona"] == "솜이"


@pytest.mark.parametrize("value", [[], {"x": {}}, -1, 1e400, "\ud800", True], ids=repr)
def test_a_value_of_another_kind_is_the_default_or_true(paths, value):
    paths.settings.write_text(json.dumps({row.key: value for row in TABLE}), "utf-8")
    settings = Settings(paths)
    for row in TABLE:
        assert settings[row.key] == row.default or row.is_valid(settings[row.key])
    settings.change(calm=False)
    assert Settings(paths)["calm"] is False


def test_what_cannot_be_saved_counts_for_now_and_is_told_as_a_sentence(tmp_path):
    (tmp_path / "home").write_text("a file where the folder should be")
    settings = Settings(Paths(tmp_path / "home"))
    with pytest.raises(StoreError):
        settings.change(theme="dark")
    assert settings["theme"] == "dark"


def test_the_newest_value_is_what_another_copy_saved(paths):
    ours, other = Settings(paths), Settings(paths)
    other.change(persona="tori")
    assert (ours["persona"], ours.newest("persona")) == ("somi", "tori")
    paths.settings.write_text('{"persona": 7}', "utf-8")
    assert ours.newest("persona") == "somi"
    paths.settings.write_text("{", "utf-8")
    assert ours.newest("persona") == "somi"


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ({"memory": "off"}, ("memory",)),
        ({"window": 1_000_000, "theme": "Dark"}, ("window", "theme")),
        ({"window": 4096, "of_a_newer_version": 1}, ()),
    ],
)
def test_a_value_that_cannot_be_true_is_passed_over_and_told(paths, written, named):
    paths.settings.write_text(json.dumps(written), "utf-8")
    settings = Settings(paths)
    assert settings.unusable == named
    assert settings.notice == ("settings.unusable" if named else None)


@pytest.mark.parametrize("copies", [1, 2])
def test_what_is_chosen_at_once_is_all_kept(paths, copies):
    """Threads of one copy, or of two: each copy has its own lock on the file, as a process has."""
    first = Settings(paths)
    second = first if copies == 1 else Settings(paths)
    lost = []

    def choose(settings, key, values):
        for value in values * 40:
            settings.change(**{key: value})
            if settings.newest(key) != value:
                lost.append(key)

    _at_once(
        partial(choose, first, "theme", ("dark", "light")),
        partial(choose, second, "size", (100, 200)),
    )
    assert lost == []


def test_of_an_object_only_the_entries_that_are_given_change(paths):
    ours, other = Settings(paths), Settings(paths)
    other.add("windows", memory=[900, 600])
    ours.add("windows", why=[500, 400])
    ours.add("windows", memory=[800, 600])
    assert Settings(paths)["windows"] == {"memory": [800, 600], "why": [500, 400]}
    with pytest.raises(ValueError, match="windows"):
        ours.add("windows", why=[5, 5])
    assert ours["windows"] == Settings(paths)["windows"]


def test_the_sizes_of_windows_that_close_at_once_are_all_kept(paths):
    settings = Settings(paths)
    sizes = {f"window {number}": [500, 400 + number] for number in range(8)}
    _at_once(*(partial(settings.add, "windows", **{name: size}) for name, size in sizes.items()))
    assert Settings(paths)["windows"] == sizes


def _at_once(*jobs):
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_copy_that_hangs_keeps_nobody_from_choosing(paths, monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE_SECONDS", 0.05)
    with FileLock(paths.settings_lock):
        Settings(paths).change(memory=False)
    assert Settings(paths)["memory"] is False
