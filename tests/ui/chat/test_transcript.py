"""The conversation on screen: what is shown of it, how it scrolls, and what a long one costs."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QPushButton
from shiboken6 import isValid

from pet.ui.chat.buttons import PictureButton
from pet.ui.chat.lines import GuestTurn
from pet.ui.chat.message_text import MessageText
from pet.ui.chat.messages import ReplyMessage, SaidMessage, WaitingMessage
from pet.ui.chat.seen_line import SeenLine
from pet.ui.chat.settling import Settling
from pet.ui.chat.stack import EARLIER, MAX_LIVE
from pet.ui.chat.transcript import Transcript
from pet.ui.theme import DARK_THEME, LIGHT_THEME
from tests.ui.chat.conftest import turn


@pytest.fixture
def transcript(qtbot, texts):
    scroll = Transcript(LIGHT_THEME, texts, 404)
    qtbot.addWidget(scroll)
    scroll.resize(404, 400)
    return scroll


def shown(transcript) -> list[str]:
    """The visible messages from top to bottom."""
    texts = [text for text in transcript.findChildren(MessageText) if not text.isHidden()]
    texts = [text for text in texts if not text.parentWidget().parentWidget().isHidden()]
    texts.sort(key=lambda text: text.mapTo(transcript.widget(), text.pos()).y())
    return [text.toPlainText() for text in texts if text.toPlainText()]


def marks(transcript) -> list[str]:
    labels = transcript.findChildren(QLabel, "mark")
    return [label.text() for label in labels if not label.isHidden()]


def _top(transcript, message) -> int:
    """Where *message* is seen, in px from the top of the transcript."""
    return message.mapTo(transcript, QPoint(0, 0)).y()


def settle(qtbot, transcript) -> None:
    """Show it, and wait until its layout is done."""
    with qtbot.waitExposed(transcript):
        transcript.show()
    transcript.widget().layout().activate()


def test_stored_turns_are_shown_in_order_with_their_marks(qtbot, transcript, texts):
    transcript.show_turns(
        (
            turn("hello", "Hi **you**"),
            turn("/remember tea", "Saved", state="command"),
            turn("story", "Once", state="stopped"),
            turn("again", "", state="failed"),
            turn("more", "maybe", unreliable=True),
            turn("loop", "round", fault="repeated"),
            turn("slide", "你好", fault="drifted"),
        )
    )
    settle(qtbot, transcript)
    expected = [
        "hello",
        "Hi you",
        "/remember tea",
        "Saved",
        "story",
        "Once",
        "again",
        "more",
        "maybe",
        "loop",
        "round",
        "slide",
        "你好",
    ]
    assert shown(transcript) == expected
    assert marks(transcript) == [
        texts("mark.stopped"),
        texts("mark.nothing"),
        texts("mark.unreliable"),
        texts("mark.repeated"),
        texts("mark.drifted"),
    ]


def test_a_reply_grows_and_becomes_markdown_at_the_end(qtbot, transcript):
    transcript.add_user_message("hi")
    transcript.show_waiting("Thinking …")
    transcript.begin_reply()
    for piece in ("**Hel", "lo** ", "you"):
        transcript.append_reply(piece)
    settle(qtbot, transcript)
    qtbot.waitUntil(lambda: shown(transcript) == ["hi", "Hello you"])
    transcript.finish_reply("**Hello** you", ())
    assert shown(transcript) == ["hi", "Hello you"]


def test_a_reply_that_begins_anew_leaves_nothing_of_what_was_shown(qtbot, transcript):
    transcript.add_user_message("안녕?")
    transcript.begin_reply()
    transcript.append_reply("你好")
    transcript.flush()
    transcript.append_reply("今天")
    transcript.begin_reply(anew=True)
    transcript.append_reply("안녕하세요!")
    settle(qtbot, transcript)
    qtbot.waitUntil(lambda: shown(transcript) == ["안녕?", "안녕하세요!"])
    transcript.finish_reply("안녕하세요!", ())
    assert shown(transcript) == ["안녕?", "안녕하세요!"]


def test_pieces_that_come_together_are_shown_together(qtbot, transcript):
    transcript.begin_reply()
    reply = transcript.findChild(ReplyMessage)
    for _ in range(100):
        transcript.append_reply("x")
    assert reply.source == ""
    qtbot.waitUntil(lambda: reply.source == "x" * 100)


def test_a_piece_that_belongs_to_no_reply_is_passed_over(qtbot, transcript):
    transcript.append_reply("late")
    transcript.begin_reply()
    transcript.flush()
    assert shown(transcript) == []


def test_a_failure_keeps_what_was_said(qtbot, transcript, texts):
    transcript.add_user_message("hi")
    transcript.begin_reply()
    transcript.append_reply("Half a")
    transcript.fail_reply("Half a")
    settle(qtbot, transcript)
    assert shown(transcript) == ["hi", "Half a"]
    assert marks(transcript) == [texts("mark.failed")]


@pytest.mark.parametrize("failed_first", [True, False])
def test_a_message_taken_back_leaves_no_trace(qtbot, transcript, failed_first):
    transcript.add_user_message("too long")
    if failed_first:
        transcript.fail_reply("")
        transcript.take_back("too long")
    else:
        transcript.take_back("too long")
        transcript.fail_reply("")
    assert transcript.is_empty


def test_another_message_is_not_taken_back(qtbot, transcript):
    transcript.show_turns((turn("hello", "Hi"),))
    transcript.take_back("too long")
    settle(qtbot, transcript)
    assert shown(transcript) == ["hello", "Hi"]


def test_two_thousand_turns_open_in_under_a_second(qtbot, transcript):
    turns = tuple(turn(f"question {n}", f"Answer **{n}**, and a little more.") for n in range(2000))
    began = time.perf_counter()
    transcript.show_turns(turns)
    settle(qtbot, transcript)
    assert time.perf_counter() - began < 1.0
    assert transcript.stack.count == MAX_LIVE
    assert shown(transcript)[-1] == "Answer 1999, and a little more."


def test_earlier_messages_come_when_asked_for_and_the_view_stays(qtbot, transcript, texts):
    transcript.show_turns(tuple(turn(f"q{n}", f"a{n}") for n in range(100)))
    settle(qtbot, transcript)
    bar = transcript.verticalScrollBar()
    bar.setValue(1)
    first = transcript.findChildren(MessageText)[0]
    before = _top(transcript, first)
    earlier = transcript.findChild(QPushButton, "quiet")
    assert earlier.text() == texts("chat.earlier")
    qtbot.mouseClick(earlier, Qt.MouseButton.LeftButton)
    assert transcript.stack.count == MAX_LIVE + EARLIER
    qtbot.waitUntil(lambda: bar.value() > 0 and abs(_top(transcript, first) - before) < 2)


def test_scrolling_to_the_top_brings_earlier_messages_by_itself(qtbot, transcript):
    transcript.show_turns(tuple(turn(f"q{n}", f"a{n}") for n in range(100)))
    settle(qtbot, transcript)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    bar.setValue(0)
    assert transcript.stack.count == MAX_LIVE + EARLIER
    qtbot.waitUntil(lambda: bar.value() > 0)


def test_what_was_never_given_is_asked_for(qtbot, transcript):
    transcript.show_turns((turn("q", "a"),), has_earlier=True)
    settle(qtbot, transcript)
    earlier = transcript.findChild(QPushButton, "quiet")
    with qtbot.waitSignal(transcript.earlier_requested):
        qtbot.mouseClick(earlier, Qt.MouseButton.LeftButton)
    transcript.show_earlier((turn("older", "answer"),), has_earlier=False)
    assert shown(transcript)[0] == "older"
    assert earlier.isHidden()


def test_a_long_talk_keeps_no_more_widgets_than_that(qtbot, transcript):
    settle(qtbot, transcript)
    for number in range(100):
        transcript.add_user_message(f"q{number}")
        transcript.finish_reply(f"a{number}", ())
    assert transcript.stack.count <= MAX_LIVE + 10
    assert not transcript.findChild(QPushButton, "quiet").isHidden()


def test_it_stays_at_the_end_unless_the_user_has_scrolled_up(qtbot, transcript):
    transcript.show_turns(tuple(turn(f"q{n}", f"a{n}") for n in range(30)))
    settle(qtbot, transcript)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    transcript.scroll_page(-1)
    place = bar.value()
    transcript.begin_reply()
    transcript.append_reply("word " * 200)
    transcript.flush()
    transcript.widget().layout().activate()
    assert bar.value() == place
    assert not transcript.to_end.isHidden()
    qtbot.mouseClick(transcript.to_end, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()
    assert transcript.to_end.isHidden()


def test_a_reply_can_be_copied_as_it_was_written(qtbot, transcript):
    transcript.show_turns((turn("hi", "**Hello** you"),))
    settle(qtbot, transcript)
    reply = transcript.findChild(ReplyMessage)
    qtbot.mouseClick(reply.findChild(PictureButton), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "**Hello** you"


def test_only_one_message_has_a_selection_and_it_can_be_copied(qtbot, transcript):
    transcript.show_turns((turn("hi", "one"), turn("ho", "two")))
    settle(qtbot, transcript)
    first, second = transcript.findChildren(ReplyMessage)
    first.text.selectAll()
    second.text.selectAll()
    assert first.text.selected_text() == ""
    transcript.copy_selection()
    assert QGuiApplication.clipboard().text() == "two"


def test_another_theme_keeps_what_is_shown(qtbot, transcript):
    transcript.show_turns((turn("hi", "**Hello**"),))
    transcript.add_user_message("more")
    transcript.show_waiting("Thinking …")
    settle(qtbot, transcript)
    transcript.show_theme(DARK_THEME)
    assert shown(transcript) == ["hi", "Hello", "more"]


def test_the_user_interface_is_never_held_up_while_a_long_reply_comes(qtbot, chat):
    chat.show_user_message("tell me everything")
    source = "안녕하세요 **솜이**예요. 오늘은 조금 길게 이야기해 볼게요. " * 400
    steps = []
    for start in range(0, 12_000, 24):
        began = time.perf_counter()
        chat.append_reply(source[start : start + 24])
        chat.transcript.flush()
        chat.transcript.widget().layout().activate()
        chat.fit()
        steps.append(time.perf_counter() - began)
    steps.sort()
    assert steps[len(steps) // 2] < 0.016


def test_another_history_takes_its_place_without_an_empty_moment(qtbot, transcript):
    transcript.show_turns((turn("hi", "hello"),))
    settle(qtbot, transcript)
    emptied = QSignalSpy(transcript.emptied)
    transcript.show_turns((turn("one", "two"), turn("three", "four")))
    assert emptied.count() == 0


LONG = "1. **굵게** 쓴 한 줄\n\n" * 200


def test_a_long_reply_is_made_ready_while_others_have_their_turns(qtbot, transcript):
    long = LONG * 8  # several turns of the event loop, however fast the machine
    settle(qtbot, transcript)
    transcript.add_user_message("tell me everything")
    transcript.begin_reply()
    transcript.append_reply(long)
    transcript.flush()
    transcript.finish_reply(long, ())
    (reply,) = transcript.findChildren(ReplyMessage)
    growing = reply.text
    clock = QTimer(transcript)
    turns = QSignalSpy(clock.timeout)
    clock.start(0)
    with qtbot.waitSignal(reply.text_renewed, timeout=30_000):
        pass
    clock.stop()
    assert turns.count() > 2
    assert reply.text is not growing
    assert "**" not in reply.text.toPlainText()
    assert reply.text.isVisible()
    qtbot.waitUntil(lambda: not isValid(growing))
    reply.text.selectAll()
    assert transcript.stack.selection.text() == reply.text.selected_text()


def test_another_theme_is_shown_at_once_while_a_long_reply_is_made_ready(qtbot, transcript):
    transcript.add_user_message("tell me everything")
    transcript.begin_reply()
    transcript.append_reply(LONG)
    transcript.flush()
    transcript.finish_reply(LONG, ())
    transcript.show_theme(DARK_THEME)
    (reply,) = transcript.findChildren(ReplyMessage)
    assert "**" not in reply.text.toPlainText()
    qtbot.waitUntil(lambda: transcript.findChildren(Settling) == [])
    assert len(reply.findChildren(MessageText)) == 1


def speakers(transcript) -> list[str]:
    labels = transcript.findChildren(QLabel, "speaker")
    return [label.text() for label in labels if not label.isHidden()]


def test_a_reply_of_another_persona_stands_under_her_name(qtbot, transcript):
    guest = GuestTurn("hello", "hm.", "done", False, None, 7, "Tori", "tori")
    transcript.show_turns((turn("hi", "hello"), guest))
    settle(qtbot, transcript)
    assert shown(transcript) == ["hi", "hello", "@tori hello", "hm."]
    assert speakers(transcript) == ["Tori"]
    transcript.add_user_message("@tori and?")
    transcript.speaker = "Tori"
    transcript.begin_reply()
    transcript.finish_reply("no.", ())
    transcript.add_user_message("and you?")
    transcript.finish_reply("yes.", ())
    assert speakers(transcript) == ["Tori", "Tori"]


def line_place(transcript):
    """How many messages stand above the line; None where there is no line."""
    (line,) = transcript.findChildren(SeenLine)
    if line.isHidden():
        return None
    column = transcript.widget().layout()
    return sum(
        isinstance(column.itemAt(at).widget(), SaidMessage | ReplyMessage)
        for at in range(column.indexOf(line))
    )


def test_a_line_marks_the_oldest_turn_that_is_seen(qtbot, transcript):
    transcript.show_turns(tuple(turn(f"q{row}", f"a{row}", row=row) for row in range(1, 6)))
    assert line_place(transcript) is None
    transcript.stack.show_oldest_seen(3)
    assert line_place(transcript) == 4
    transcript.stack.show_oldest_seen(4)
    assert line_place(transcript) == 6
    transcript.stack.show_oldest_seen(1)  # it sees all of them
    assert line_place(transcript) is None
    transcript.stack.show_oldest_seen(3)
    transcript.show_turns(())
    assert line_place(transcript) is None


def test_the_line_waits_until_its_turn_is_scrolled_to(qtbot, transcript):
    transcript.show_turns(tuple(turn(f"q{row}", f"a{row}", row=row) for row in range(1, 61)))
    transcript.stack.show_oldest_seen(20)
    assert line_place(transcript) is None
    transcript.stack.bring_earlier()
    above = 2 * 60 - len(transcript.stack._live)
    assert line_place(transcript) == 2 * 19 - above


def test_after_a_minute_without_a_word_it_says_how_to_stop(qtbot, transcript, texts):
    transcript.add_user_message("hi")
    transcript.show_waiting("")
    (waiting,) = transcript.findChildren(WaitingMessage)
    assert waiting._long.isSingleShot()
    assert waiting._long.interval() == 60_000
    waiting._long.setInterval(1)
    qtbot.waitUntil(lambda: waiting._label.text() == texts("chat.long_wait"))
