"""Commands answer at once and without any engine, and what they save is in the next prompt."""

from __future__ import annotations

import pytest

from tests.e2e.pets import NOBODY
from tests.waiting import until

pytestmark = pytest.mark.e2e

ENGINE = ("--engine", "ollama")


def test_commands_answer_where_no_engine_exists(start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    assert "#1" in pet.answers("/remember I like short answers").reply
    assert home.memos() == ["I like short answers"]
    assert "I like short answers" in pet.answers("/memories").reply
    assert "#1" in pet.answers("/forget short").reply
    assert home.memos() == []
    assert "#1" in pet.answers("/undo").reply
    assert home.memos() == ["I like short answers"]
    assert "/forget" in pet.answers("/help").reply
    assert "/remember" in pet.answers("/REMEMBER").reply  # its usage; nothing is stored
    assert home.memos() == ["I like short answers"]
    assert {turn.state for turn in home.turns()} == {"command"}


def test_search_finds_what_was_remembered(start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY, lang="ko")
    pet.open_chat()
    pet.answers("/기억 우리 강아지 이름은 초코")
    # What is found is shown; only how much it was is kept in the conversation.
    assert "2곳" in pet.answers("/찾기 강아지").reply
    assert "찾지 못했어요" in pet.answers("/search C++").reply


def test_korean_commands_answer_in_korean(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY, lang="ko")
    pet.open_chat()
    assert "저장" in pet.answers("/기억 나는 짧은 답이 좋아").reply
    assert home.memos() == ["나는 짧은 답이 좋아"]
    assert "나는 짧은 답이 좋아" in pet.answers("/기억목록").reply
    assert "#1" in pet.answers("/잊어 짧은").reply
    assert home.memos() == []
    assert "#1" in pet.answers("/되돌리기").reply
    assert "/기억목록" in pet.answers("/도움말").reply


def test_a_slash_opens_the_popup_and_enter_completes(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    low = pet.chat.height
    desktop.keyboard.type("/")
    until(lambda: pet.chat.height > low + 80, what="the popup above the box")
    desktop.keyboard.type("me")
    desktop.keyboard.press("Return")  # completes …
    until(lambda: pet.chat.height < low + 80, what="the popup to close")
    desktop.keyboard.press("Return")  # … and sends
    until(lambda: [turn.said for turn in home.turns()] == ["/memories"])


def test_what_was_just_remembered_is_in_the_next_prompt(start):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    pet.answers("/remember My sister is called Mina")
    sent = pet.prompt("Who is my sister?")
    assert "My sister is called Mina" in sent[0]["content"]
    assert all("/remember" not in message["content"] for message in sent)
    pet.answers("/forget #1")
    assert not any("Mina" in message["content"] for message in pet.prompt("Who is my sister?"))


def test_words_without_an_engine_are_kept_and_answered_honestly(desktop, start, home):
    pet = start(*ENGINE, OLLAMA_HOST=NOBODY)
    pet.open_chat()
    turn = pet.answers("Hello?")
    assert (turn.reply, turn.state) == ("", "failed")
    assert "#1" in pet.answers("/remember It still remembers").reply
