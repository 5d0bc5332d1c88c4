"""What is erased, taken in or withdrawn while the chat is open is gone, or there, at once."""

from __future__ import annotations

import contextlib
import json
import uuid

import pytest
from PySide6.QtCore import QRect

from pet.memory import drafts, erase, memos, turns, undo
from pet.memory.store import Store
from pet.ui.chat.message_text import MessageText
from pet.ui.chat_room import ChatRoom
from pet.ui.conversation import Conversation
from pet.ui.theme import LIGHT_THEME
from tests.memory.archives import as_json, take


@pytest.fixture
def other(pet, paths, clock):
    """The memory as another running copy has it."""
    with contextlib.closing(Store.open(paths, clock)) as opened:
        yield opened


@pytest.fixture
def session(pet):
    """The session that the chat shows, with twenty turns in it."""
    number = pet.session.seat.take().session
    for each in range(20):
        turn = turns.ask(pet.store, number, f"question {each}")
        turns.finish(pet.store, turn, f"answer {each} " + "and more " * 30, "done")
    return number


@pytest.fixture
def room(qtbot, pet, owner, background, session):
    made = ChatRoom(pet, background, LIGHT_THEME, owner)
    talk = Conversation(pet, background, made)
    made.message_submitted.connect(talk.send)
    made.stop_requested.connect(talk.stop)
    talk.said.connect(made.show_said)
    talk.event_came.connect(made.show)
    talk.ended.connect(made.refresh)
    made.open(QRect(700, 500, 100, 100))
    qtbot.waitUntil(lambda: "question 19" in seen(made))
    yield made
    made.end()


def seen(room) -> list[str]:
    """The messages from top to bottom."""
    stack = room.chat.transcript.stack
    return [one.findChild(MessageText).toPlainText() for one in stack._live]


def is_laid_out(stack) -> bool:
    wanted = stack.wanted_height(stack.width())
    return not stack._seen_line.isHidden() and stack.height() == wanted


def numbers(store) -> list[int]:
    return [turn for (turn,) in store.rows("SELECT id FROM turns ORDER BY id")]


def test_turns_that_another_copy_erases_leave_the_open_chat(qtbot, room, other):
    bar = room.chat.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    widgets = list(room.chat.transcript.stack._live)
    erase.erase_turns(other, numbers(other)[17:19])
    qtbot.waitUntil(lambda: "question 18" not in seen(room), timeout=3000)
    assert [text for text in seen(room) if text.startswith("q")][-2:] == [
        "question 16",
        "question 19",
    ]
    now = room.chat.transcript.stack._live
    assert now == [*widgets[:34], *widgets[38:]]  # what stays was not built again
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)


def test_a_command_that_carried_an_erased_memo_leaves_it_too(qtbot, room, other, pet):
    room.chat.outbox.submit("/remember I like tea")
    qtbot.waitUntil(lambda: any("I like tea" in text and "#1" in text for text in seen(room)))
    erase.erase_memo(other, 1)
    qtbot.waitUntil(lambda: not any("I like tea" in text for text in seen(room)), timeout=3000)
    box = room.chat.composer
    assert box._recall.older("") == "question 19"  # nor does the arrow bring it back


def test_who_reads_further_up_stays_there(qtbot, room, other):
    scroll = room.chat.transcript
    bar = scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: is_laid_out(scroll.stack))
    bar.setValue(bar.maximum() // 2)
    assert not scroll.follows
    watched = next(one for one in scroll.stack._live if one.geometry().top() > bar.value())

    def top():
        return watched.mapTo(scroll, watched.rect().topLeft()).y()

    before = top()
    erase.erase_turns(other, [*numbers(other)[:2], numbers(other)[-1]])
    qtbot.waitUntil(lambda: "question 0" not in seen(room), timeout=3000)
    assert "question 19" not in seen(room)
    qtbot.waitUntil(lambda: is_laid_out(scroll.stack))
    qtbot.waitUntil(lambda: abs(top() - before) <= 1)


def test_a_reply_that_is_coming_is_not_disturbed(qtbot, room, other, engine):
    engine.will_hang("Once upon a time")
    room.chat.outbox.submit("tell me a story")
    qtbot.waitUntil(lambda: room.chat.transcript._reply is not None)
    erase.erase_turns(other, numbers(other)[:1])
    with qtbot.waitSignal(room._keeper._look_timer.timeout):
        pass
    with qtbot.waitSignal(room._keeper._look_timer.timeout):
        pass
    assert room.chat.transcript._reply is not None
    assert "question 0" in seen(room)
    room.stop_requested.emit()
    qtbot.waitUntil(lambda: "question 0" not in seen(room), timeout=3000)
    assert seen(room)[-2] == "tell me a story"
    assert seen(room)[-1].startswith("Once upon a time")
    assert sum(text.startswith("question") for text in seen(room)) == 19


def test_an_import_and_its_undo_are_seen(qtbot, room, other):
    content = json.loads(as_json(other))
    content["sessions"][0]["turns"][0] |= {"uuid": str(uuid.uuid4()), "user": "from elsewhere"}
    report = take(other, json.dumps(content).encode())
    assert (report.turns.added, report.sessions.added) == (1, 0)
    qtbot.waitUntil(lambda: "from elsewhere" in seen(room), timeout=3000)
    undo.undo(other)
    qtbot.waitUntil(lambda: "from elsewhere" not in seen(room), timeout=3000)
    assert sum(text.startswith("question") for text in seen(room)) == 20


def test_what_is_cut_out_of_the_draft_leaves_the_box(qtbot, room, pet, other, session):
    memos.add(pet.store, "I like tea", origin="command")
    box = room.chat.composer
    box.set_draft("Because i like  tea\nwe talk about it")
    qtbot.waitUntil(lambda: drafts.of(other, session) != "", timeout=3000)
    erase.erase_memo(other, 1)
    qtbot.waitUntil(lambda: box.draft() == "Because\nwe talk about it", timeout=3000)
    assert drafts.of(other, session) == "Because\nwe talk about it"


def test_a_draft_without_it_is_left_alone(qtbot, room, other, session):
    box = room.chat.composer
    box.set_draft("half a  thought ")
    qtbot.waitUntil(lambda: drafts.of(other, session) != "", timeout=3000)
    erase.erase_turns(other, numbers(other)[-1:])
    qtbot.waitUntil(lambda: "question 19" not in seen(room), timeout=3000)
    assert box.draft() == "half a  thought "
    box.set_draft("half a thought, and more")
    erase.erase_turns(other, numbers(other)[-1:])
    qtbot.waitUntil(lambda: "question 18" not in seen(room), timeout=3000)
    assert box.draft() == "half a thought, and more"


def test_earlier_messages_come_once_also_after_more_was_said(qtbot, room, pet, session, engine):
    for each in range(20, 80):
        turns.finish(pet.store, turns.ask(pet.store, session, f"question {each}"), "yes", "done")
    keeper, stack = room._keeper, room.chat.transcript.stack
    keeper.history.begin()
    qtbot.waitUntil(lambda: "question 79" in seen(room))
    for each in range(3):
        engine.will_say("Fine.")
        room.chat.outbox.submit(f"new {each}")
        qtbot.waitUntil(lambda: not room.chat.outbox.is_busy)
    room.chat.earlier_requested.emit()
    room.chat.earlier_requested.emit()  # a second click
    qtbot.waitUntil(lambda: any(line.text == "question 0" for line in stack._lines))
    qtbot.waitUntil(lambda: not keeper._background._running)
    said = [line.text for line in stack._lines if line.kind == "user"]
    assert said == [*(f"question {each}" for each in range(80)), "new 0", "new 1", "new 2"]


def test_who_comes_back_from_incognito_can_read_on_further_up(qtbot, room, pet, session):
    for each in range(20, 80):
        turns.finish(pet.store, turns.ask(pet.store, session, f"question {each}"), "yes", "done")
    stack = room.chat.transcript.stack
    for _ in ("there", "and back"):
        room.chat.outbox.submit("/incognito")
        qtbot.waitUntil(lambda: not room.chat.outbox.is_busy)
    assert stack._has_earlier
    room.chat.earlier_requested.emit()
    qtbot.waitUntil(lambda: any(line.text == "question 0" for line in stack._lines))


def test_the_end_of_the_program_does_not_write_erased_words_into_the_draft_again(
    qtbot, room, other, session
):
    memos.add(other, "I like tea", origin="command")
    room.chat.composer.insertPlainText("I like tea and")
    qtbot.waitUntil(lambda: room._keeper.drafts._is_kept("I like tea and"))
    assert drafts.of(other, session) == "I like tea and"
    room.close()
    erase.erase_memo(other, 1)
    assert drafts.of(other, session) == "and"
    room.end()
    assert drafts.of(other, session) == "and"
