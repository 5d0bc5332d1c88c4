"""A library that is missing is named by the package that brings it."""

from __future__ import annotations

from pet.ui.libraries import PACKAGES, can_load, missing_packages


def test_each_missing_package_is_named_once():
    gone = {"libglib-2.0.so.0", "libgthread-2.0.so.0", "libxcb-cursor.so.0"}
    missing = missing_packages(lambda name: name not in gone)
    assert missing == ("libglib2.0-0", "libxcb-cursor0")


def test_where_qt_runs_nothing_is_missing():
    assert missing_packages() == ()
    assert all(can_load(name) for name in PACKAGES)


def test_a_library_that_does_not_exist_cannot_be_loaded():
    assert not can_load("libnosuchthing.so.7")
