"""An input method that Qt cannot load is replaced by one that answers, or told of."""

from __future__ import annotations

import pytest

from pet.ui.input_method import bundled_plugins, choose, is_unusable

PLUGINS = frozenset({"ibus", "compose"})


@pytest.fixture
def bus(tmp_path):
    """A home where a bus of ibus has left its address."""
    folder = tmp_path / ".config/ibus/bus"
    folder.mkdir(parents=True)
    (folder / "machine-unix-0").write_text("IBUS_ADDRESS=unix:path=/x")
    return {"HOME": str(tmp_path)}


@pytest.mark.parametrize(
    ("environ", "chosen"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "ibus"),  # fcitx 5 answers as ibus
        ({"QT_IM_MODULE": "fcitx5"}, "ibus"),
        ({"XMODIFIERS": "@im=fcitx"}, "ibus"),
        ({"XMODIFIERS": "@im=ibus"}, "ibus"),
        ({"QT_IM_MODULE": "ibus"}, None),  # right as it is
        ({"QT_IM_MODULE": "compose"}, None),
        ({"QT_IM_MODULE": "simple", "XMODIFIERS": "@im=ibus"}, None),  # the user's own choice
        ({"XMODIFIERS": "@im=none"}, "ibus"),
        ({}, None),
    ],
)
def test_where_a_bus_answers(bus, environ, chosen):
    assert choose({**bus, **environ}, PLUGINS) == chosen


def test_where_none_answers_nothing_is_changed_and_it_is_told(tmp_path):
    environ = {"QT_IM_MODULE": "fcitx", "HOME": str(tmp_path)}
    assert choose(environ, PLUGINS) is None
    assert is_unusable(environ, PLUGINS)
    assert not is_unusable({"QT_IM_MODULE": "ibus", "HOME": str(tmp_path)}, PLUGINS)
    assert not is_unusable({"HOME": str(tmp_path)}, PLUGINS)


def test_the_address_may_be_in_the_environment():
    assert choose({"QT_IM_MODULE": "fcitx", "IBUS_ADDRESS": "unix:path=/x"}, PLUGINS) == "ibus"


def test_a_qt_that_knows_fcitx_is_left_alone(bus):
    assert choose({**bus, "QT_IM_MODULE": "fcitx"}, PLUGINS | {"fcitx"}) is None


def test_the_plugins_of_the_installed_qt_are_found():
    assert {"ibus", "compose"} <= bundled_plugins()
