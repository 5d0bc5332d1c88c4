"""One message at a time; what is written meanwhile waits, and is never lost."""

from __future__ import annotations

import pytest

from pet.ui.chat.outbox import Outbox


@pytest.fixture
def outbox(qtbot):
    return Outbox()


@pytest.fixture
def sent(outbox):
    messages: list[str] = []
    outbox.message_submitted.connect(messages.append)
    return messages


def test_a_message_written_while_an_answer_comes_goes_next(qtbot, outbox, sent):
    outbox.submit("one")
    outbox.submit("two")
    outbox.submit("three")
    assert sent == ["one"]
    outbox.finish()
    assert sent == ["one"]  # whoever told of the end is not interrupted
    qtbot.waitUntil(lambda: sent == ["one", "two"])
    assert outbox.is_busy
    outbox.finish()
    qtbot.waitUntil(lambda: sent == ["one", "two", "three"])
    outbox.finish()
    assert not outbox.is_busy


def test_what_waits_can_be_taken_back(qtbot, outbox, sent):
    outbox.submit("one")
    outbox.submit("two")
    with qtbot.waitSignal(outbox.given_back) as back:
        outbox.give_back()
    assert back.args == ["two"]
    outbox.finish()
    assert sent == ["one"]
    assert not outbox.is_busy


def test_taking_back_just_after_the_end_ends_it_too(qtbot, outbox, sent):
    outbox.submit("one")
    outbox.submit("two")
    outbox.finish()
    outbox.give_back()
    qtbot.waitUntil(lambda: not outbox.is_busy)
    assert sent == ["one"]


def test_after_a_failure_what_waits_goes_back_to_the_box(qtbot, outbox, sent):
    outbox.submit("one")
    outbox.submit("two")
    with qtbot.waitSignal(outbox.given_back) as back:
        outbox.fail()
    assert back.args == ["two"]
    assert sent == ["one"]
    assert not outbox.is_busy
