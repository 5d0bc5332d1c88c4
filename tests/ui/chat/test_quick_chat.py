"""The quick chat as the user has it: writing, waiting, stopping, and what is told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton

from pet.chat.events import Choice, CommandAnswered
from pet.engines.base import State, Status
from pet.i18n import Texts
from pet.ui.chat.buttons import PictureButton
from pet.ui.chat.message_text import MessageText
from pet.ui.chat.quick_chat import QuickChat
from pet.ui.notices import Notice
from pet.ui.theme import DARK_THEME, LIGHT_THEME
from tests.ui.chat.conftest import compose, turn

RETURN = Qt.Key.Key_Return
LEFT = Qt.MouseButton.LeftButton


def write(qtbot, chat, text: str) -> None:
    qtbot.keyClicks(chat.composer, text)
    qtbot.keyClick(chat.composer, RETURN)


def test_opening_for_the_user_lets_the_user_write_at_once(chat):
    assert QApplication.focusWidget() is chat.composer


def test_a_message_leaves_and_the_answer_ends_the_turn(qtbot, chat, sent):
    write(qtbot, chat, "hello")
    assert sent == ["hello"]
    assert not chat.foot.field.stop.isHidden()
    chat.show_user_message("hello")
    chat.append_reply("Hi")
    chat.finish_reply("Hi")
    assert chat.foot.field.stop.isHidden()


def test_enter_while_it_answers_keeps_the_text_and_sends_it_next(qtbot, chat, sent):
    write(qtbot, chat, "one")
    write(qtbot, chat, "two")
    assert sent == ["one"]
    assert not chat.foot.queued.isHidden()
    assert chat.composer.toPlainText() == ""
    chat.finish_reply("done")
    qtbot.waitUntil(lambda: sent == ["one", "two"])
    assert chat.foot.queued.isHidden()


def test_what_waits_can_be_put_back_into_the_box(qtbot, chat, sent):
    write(qtbot, chat, "one")
    write(qtbot, chat, "two")
    qtbot.mouseClick(chat.foot.queued.findChild(PictureButton), LEFT)
    assert chat.composer.toPlainText() == "two"
    chat.finish_reply("done")
    assert sent == ["one"]


def test_stop_asks_once_and_the_partial_reply_is_marked(qtbot, chat, texts):
    write(qtbot, chat, "one")
    chat.show_user_message("one")
    chat.append_reply("Half")
    with qtbot.waitSignal(chat.stop_requested):
        qtbot.mouseClick(chat.foot.field.stop, LEFT)
    chat.finish_reply("Half", "stopped")
    assert texts("mark.stopped") in [label.text() for label in chat.findChildren(QLabel, "mark")]


def test_a_failure_says_what_to_do_and_gives_back_what_waited(qtbot, chat, sent):
    write(qtbot, chat, "one")
    write(qtbot, chat, "two")
    chat.show_failure(Notice("It cannot be reached.", "engine.unreachable", "Help me"), "Half")
    assert not chat.foot.notice.isHidden()
    assert chat.composer.toPlainText() == "two"
    button = chat.foot.notice.findChild(QPushButton, "action")
    with qtbot.waitSignal(chat.action_requested) as asked:
        button.click()
    assert asked.args == ["engine.unreachable"]


def test_a_long_notice_and_the_popup_have_room_beside_each_other(qtbot, chat):
    chat.show_notice(Notice("It cannot be reached, and here is a long account of why. " * 34))
    qtbot.keyClicks(chat.composer, "/")
    foot = chat.foot
    qtbot.waitUntil(lambda: foot.height() >= foot.wanted_height(chat.title.width()))
    assert foot.popup.geometry().bottom() < foot.field.geometry().top()
    assert chat.screen().availableGeometry().contains(chat.geometry().adjusted(30, 30, -30, -30))


def test_the_next_message_clears_what_was_told(qtbot, chat):
    chat.show_notice(Notice("Something."))
    chat.show_hint("/remember")
    write(qtbot, chat, "hello")
    assert chat.foot.notice.isHidden()
    assert chat.foot.hint.isHidden()


def test_a_message_that_was_refused_is_back_in_the_box(qtbot, chat):
    write(qtbot, chat, "too long")
    chat.show_user_message("too long")
    chat.give_back("too long")
    chat.show_failure(Notice("1,001 / 1,000"))
    assert chat.composer.toPlainText() == "too long"
    assert chat.transcript.is_empty


def test_a_refused_command_is_back_in_the_box_with_its_answer(qtbot, chat):
    write(qtbot, chat, "/remember")
    chat.show_user_message("/remember")
    chat.show_command_answer(CommandAnswered("Say what to remember.", refused=True))
    assert chat.composer.toPlainText() == "/remember"
    assert not chat.outbox.is_busy


def test_a_choice_is_sent_as_if_it_had_been_typed(qtbot, chat, sent):
    write(qtbot, chat, "/forget coffee")
    answer = CommandAnswered(
        "Which one?",
        choices=(Choice("#2 two cups & no more", "/forget #2"), Choice("#5", "/forget #5")),
    )
    chat.show_command_answer(answer)
    buttons = chat.findChildren(QPushButton, "choice")
    assert [button.accessibleName() for button in buttons] == ["#2 two cups & no more", "#5"]
    buttons[0].click()
    assert sent == ["/forget coffee", "/forget #2"]
    assert chat.foot.choices.isHidden()


def test_after_a_choice_the_keys_write_again_though_its_button_is_gone(qtbot, chat, sent):
    chat.show_command_answer(CommandAnswered("Done.", choices=(Choice("Undo", "/undo"),)))
    qtbot.mouseClick(chat.findChild(QPushButton, "choice"), LEFT)
    assert sent == ["/undo"]
    assert QApplication.focusWidget() is chat.composer


def test_a_choice_is_shown_in_the_words_of_the_reader(qtbot):
    chat = QuickChat(LIGHT_THEME, Texts("ko"), "솜이")
    qtbot.addWidget(chat)
    sent = []
    chat.message_submitted.connect(sent.append)
    chat.choose("/remember 나는 차를 좋아해")
    assert sent == ["/기억 나는 차를 좋아해"]


def test_a_choice_is_no_longer_offered_where_the_history_was_rewritten(chat):
    chat.show_command_answer(CommandAnswered("Saved.", choices=(Choice("Undo", "/undo"),)))
    chat.show_history((turn("hello"),), stays=True)
    assert chat.foot.choices.isHidden()


def test_a_choice_made_while_an_answer_comes_waits_its_turn(qtbot, chat, sent):
    write(qtbot, chat, "/forget coffee")
    chat.show_command_answer(CommandAnswered("Done.", choices=(Choice("Undo", "/undo"),)))
    button = chat.findChild(QPushButton, "choice")
    write(qtbot, chat, "hello")
    button.click()
    assert sent[1:] == ["hello"]
    chat.finish_reply("Hi")
    qtbot.waitUntil(lambda: sent[1:] == ["hello", "/undo"])


def test_the_first_syllable_can_be_sent_with_the_button(qtbot, chat, sent):
    compose(chat.composer, "응")
    assert chat.foot.field.send.isEnabled()
    chat.foot.field.send.click()
    qtbot.waitUntil(lambda: sent == ["응"])


def test_an_answer_without_a_word_says_so(qtbot, chat, texts):
    write(qtbot, chat, "hello")
    chat.show_user_message("hello")
    chat.finish_reply("")
    assert texts("mark.nothing") in [label.text() for label in chat.findChildren(QLabel, "mark")]


def test_the_name_of_a_model_may_be_long(qtbot, chat):
    chat.show_user_message("hi")
    chat.show_waking("hf.co/somebody/A-Very-Long-Name-Of-A-Model-GGUF:Q4_K_M-and-then-some", 3)
    label = chat.transcript.findChild(object, "waiting")
    assert "…" in label.text()
    qtbot.waitUntil(lambda: label.width() > 0)
    assert chat.transcript.widget().width() <= chat.transcript.width()


def test_the_hint_puts_the_message_that_was_meant_into_the_box(qtbot, chat, texts):
    write(qtbot, chat, "/remeber green tea")
    chat.show_hint("/remember")
    assert chat.foot.hint.text() == texts("chat.did_you_mean", command="/remember")
    qtbot.mouseClick(chat.foot.hint, LEFT)
    assert chat.composer.toPlainText() == "/remember green tea"


def test_waking_names_the_model_and_the_seconds(qtbot, chat, texts):
    chat.show_user_message("hi")
    chat.show_waking("qwen3:4b", 12.4)
    label = chat.transcript.findChild(object, "waiting")
    assert label.text() == texts("chat.waking_since", model="qwen3:4b", seconds=12)
    chat.show_reading()
    assert label.text() == texts("chat.reading")


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (Status("ollama", State.READY, "qwen3:4b"), "qwen3:4b"),
        (Status("tiny", State.READY, "smollm2"), "Small built-in model"),
        (Status("none", State.NOT_INSTALLED), "No model yet"),
        (Status("ollama", State.NO_MODELS), "No model yet"),
    ],
)
def test_the_title_says_what_answers(chat, status, shown):
    chat.show_engine(status)
    assert chat.title.findChild(object, "engine").toolTip() == shown


def test_no_dot_is_shown_before_it_is_known_what_answers(chat):
    dot = chat.title.findChild(object, "dot")
    assert dot.isHidden()
    chat.show_engine(Status("none", State.NOT_INSTALLED))
    assert not dot.isHidden()


def test_an_engine_elsewhere_wears_a_badge(chat):
    badge = chat.title.findChild(object, "elsewhere")
    chat.show_engine(Status("ollama", State.READY, "m"), elsewhere=True)
    assert not badge.isHidden()
    chat.show_engine(Status("ollama", State.READY, "m"))
    assert badge.isHidden()


def test_a_link_is_opened_only_after_a_yes(qtbot, chat):
    chat.show_history((turn("hi", "[docs](https://example.org/a)"),))
    with qtbot.assertNotEmitted(chat.link_opened):
        chat.transcript.link_chosen.emit("https://example.org/a")
    box = chat.findChild(QMessageBox)
    assert "https://example.org/a" in box.informativeText()
    with qtbot.waitSignal(chat.link_opened) as opened:
        box.buttons()[0].click()
    assert opened.args == ["https://example.org/a"]


def test_a_link_to_a_file_is_not_even_asked_about(chat):
    chat.transcript.link_chosen.emit("file:///etc/passwd")
    assert chat.findChild(QMessageBox) is None


def test_up_recalls_what_was_said_before_the_start(qtbot, chat):
    chat.show_history((turn("first", "a"), turn("second", "b")))
    qtbot.keyClick(chat.composer, Qt.Key.Key_Up)
    assert chat.composer.toPlainText() == "second"


class Feet(QObject):
    """Where the lower edge of a window was each time that its size changed."""

    def __init__(self, window):
        super().__init__(window)
        self.seen = set()
        window.installEventFilter(self)

    def eventFilter(self, window, event):
        if event.type() == QEvent.Type.Resize:
            self.seen.add(window.geometry().bottom())
        return False


def test_growing_and_shrinking_never_put_the_foot_elsewhere_on_the_way(qtbot, chat):
    feet, foot, low = Feet(chat), chat.geometry().bottom(), chat.height()
    chat.show_history((turn("one", "long " * 80),))
    qtbot.waitUntil(lambda: chat.height() > low)
    high = chat.height()
    chat.show_history((turn("one", "short"),))
    qtbot.waitUntil(lambda: chat.height() < high)
    assert feet.seen == {foot}


def test_the_card_grows_with_the_conversation_and_its_foot_stays(qtbot, chat):
    foot = chat.geometry().bottom()
    low = chat.height()
    chat.show_history(tuple(turn(f"q{n}", f"a{n}") for n in range(3)))
    qtbot.waitUntil(lambda: chat.height() > low)
    assert chat.geometry().bottom() == foot
    tall = chat.height()
    chat.show_history(())
    qtbot.waitUntil(lambda: chat.height() < tall)
    assert chat.geometry().bottom() == foot


def test_closing_hides_it_keeps_the_draft_and_tells(qtbot, chat):
    qtbot.keyClicks(chat.composer, "half a")
    with qtbot.waitSignal(chat.closed):
        chat.close()
    chat.open_for_user(QRect(700, 500, 100, 100))
    assert chat.composer.draft() == "half a"


def test_the_count_appears_near_the_limit_and_says_both_numbers(chat):
    field = chat.foot.field
    count = field.findChild(object, "count")
    chat.composer.set_draft("x" * 899)
    assert count.isHidden()
    chat.composer.set_draft("x" * 950)
    assert count.text() == "950 / 1,000"
    assert field.send.isEnabled()
    chat.composer.set_draft("x" * 1003)
    assert "1,003" in count.text()
    assert "1,000" in count.text()
    assert not field.send.isEnabled()


def test_it_changes_its_theme_while_it_is_open(chat):
    chat.show_history((turn("hi", "**Hello**"),))
    chat.show_theme(DARK_THEME)
    assert chat.theme is DARK_THEME


def test_it_speaks_korean(qtbot):
    window = QuickChat(LIGHT_THEME, Texts("ko"), "솜이")
    qtbot.addWidget(window)
    assert window.windowTitle() == "솜이와 대화"


def test_while_a_reply_grows_nothing_is_cut_off_that_there_is_room_for(qtbot, chat):
    chat.show_user_message("Tell me more")
    bar = chat.transcript.verticalScrollBar()
    for number in range(8):
        chat.append_reply(f"line {number}\n\n")
        qtbot.waitUntil(lambda shown=number: f"line {shown}" in words(chat))
        qtbot.waitUntil(lambda: bar.maximum() == 0)


def words(chat) -> str:
    return " ".join(text.toPlainText() for text in chat.findChildren(MessageText))


def test_the_name_the_opening_and_the_invitation_follow_the_persona(chat):
    chat.show_persona("Tori", "Oh. You.")
    assert chat.windowTitle() == "Chat with Tori"
    assert chat.foot.welcome._greeting.text() == "Oh. You."
    assert "Tori" in chat.composer.placeholderText()
    chat.show_persona("Maru")
    assert "Maru" in chat.foot.welcome._greeting.text()


def test_what_is_far_too_long_to_paste_is_not_pasted_and_that_is_said(qtbot, chat):
    much = QMimeData()
    much.setText("x" * 30_000)
    chat.composer.insertFromMimeData(much)
    assert chat.composer.draft() == ""
    told = [label.text() for label in chat.foot.field.findChildren(QLabel) if label.isVisible()]
    assert len(told) == 1
    assert told[0].startswith("Nothing was pasted: that is 30,000 characters")


def test_beside_a_long_name_there_is_room_for_what_answers(qtbot, chat):
    chat.show_persona("Princess Consuela of the Extraordinarily Long and Winding Name")
    chat.show_engine(Status("ollama", State.READY, model="fake:1b"))
    name, engine = (chat.title.findChild(QLabel, part) for part in ("name", "engine"))
    qtbot.waitUntil(lambda: engine.text() == "fake:1b")
    assert name.text().endswith("…")
    assert name.geometry().right() < engine.geometry().left()
    assert "…" in chat.composer.placeholderText()
