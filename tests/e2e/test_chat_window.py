"""The chat window on a real screen: focus, place, keys, and what a compositor changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.chat import Chat
from tests.e2e.desktop import VirtualDesktop
from tests.waiting import until

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "blended"])
def desktop(request: pytest.FixtureRequest) -> Iterator[VirtualDesktop]:
    with VirtualDesktop(compositor=request.param) as running:
        yield running


@pytest.fixture
def chat(desktop: VirtualDesktop) -> Iterator[Chat]:
    with Chat(desktop) as running:
        yield running


def test_what_is_typed_is_sent_and_the_focus_stays(desktop, chat):
    desktop.keyboard.type("hello there\nand more\n")
    until(lambda: chat.told("sent") == ["hello there", "and more"])
    assert desktop.focused() == chat.window.id


def test_the_popup_is_part_of_the_window_and_takes_no_focus(desktop, chat):
    desktop.keyboard.type("/")
    until(lambda: chat.place().height > chat.window.height, what="the window to grow")
    grown = chat.place()
    assert grown.y + grown.height == chat.window.y + chat.window.height
    assert desktop.focused() == chat.window.id
    desktop.keyboard.press("Escape")
    until(lambda: chat.place().height == chat.window.height, what="the window to shrink")
    assert chat.told("closed") == []


def test_escape_closes_and_tells(desktop, chat):
    desktop.keyboard.type("half a")
    desktop.keyboard.press("Escape")
    until(lambda: chat.told("closed") == ["half a"])
    until(lambda: not desktop.windows(chat.title))


def test_it_is_dragged_by_its_title_and_grows_from_where_it_was_put(desktop, chat):
    before = chat.place()
    desktop.mouse.drag(before.x + 200, before.y + 40, before.x + 50, before.y - 60)
    until(lambda: chat.place().x == before.x - 150, what="the window to follow")
    foot = chat.place().y + chat.place().height
    desktop.keyboard.type("hello\n")
    until(lambda: chat.place().height > before.height, what="the window to grow")
    assert chat.place().y + chat.place().height == foot
    assert chat.place().x == before.x - 150


def test_the_close_button_closes(desktop, chat):
    desktop.mouse.click(*chat.place_of_close())
    until(lambda: chat.told("closed") == [""])
