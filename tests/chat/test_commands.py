"""Commands: answered at once, by the store, and never by the model."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing

import pytest

from pet.app import open_pet
from pet.chat import commands
from pet.chat.events import CommandAnswered, DidYouMean, SessionBegan, TurnFinished
from pet.engines.base import Model, Stop, Window
from pet.engines.choose import open_engine
from pet.memory import memos
from tests.fakes.fake_ollama import FakeOllama


def answer(events):
    (only,) = [event for event in events if isinstance(event, CommandAnswered)]
    return only


@pytest.mark.parametrize(
    "word",
    [
        *("/remember", "/REMEMBER", "/기억", "／기억", unicodedata.normalize("NFD", "/기억")),
        *("／remember", "/ｒｅｍｅｍｂｅｒ", "／ＲＥＭＥＭＢＥＲ", "／ｒｅｍｅｍｂｅｒ　"),
    ],
)
def test_a_memo_is_saved_in_both_languages_without_the_model(say, pet, engine, word):
    told = answer(say(f"{word} I like rain"))
    assert told.saved
    assert "#1" in told.text
    assert [memo.text for memo in memos.everything(pet.store)] == ["I like rain"]
    assert engine.sent == []


def test_only_the_word_of_the_command_loses_its_width(say, pet):
    say("／ｒｅｍｅｍｂｅｒ　ＩＤ는　Ａ１")
    assert [memo.text for memo in memos.everything(pet.store)] == ["ＩＤ는　Ａ１"]
    assert "ＩＤ는" in answer(say("／ｍｅｍｏｒｉｅｓ")).text
    assert not answer(say("／ｆｏｒｇｅｔ　＃１")).refused
    assert memos.everything(pet.store) == ()
    say("／ｍｅｍｏｒｙ　ｏｆｆ")
    assert pet.session.seat.memory == "off"


def test_an_unknown_word_of_full_width_is_text_with_a_hint(say, engine):
    events = say("／ｒｅｍｅｍｂｅ tea")
    assert DidYouMean("/remember") in events
    assert "ｒｅｍｅｍｂｅ tea" in engine.sent[0][-1].content
    say("／／ｒｅｍｅｍｂｅｒ tea")
    assert "／ｒｅｍｅｍｂｅｒ tea" in engine.sent[1][-1].content
    assert "／／" not in engine.sent[1][-1].content


@pytest.mark.parametrize("bare", ["/remember", "/remember   ", "/기억"])
def test_a_bare_remember_stores_nothing_and_shows_its_usage(say, pet, bare):
    told = answer(say(bare))
    assert not told.saved
    assert "/remember" in told.text
    assert memos.everything(pet.store) == ()


def test_what_was_just_remembered_is_in_the_very_next_prompt(say, pet):
    say("/remember my cat is called Nabi")
    prompt = pet.session.prompt_now("hello")
    assert any("Nabi" in message.content for message in prompt.messages)


def test_a_memo_saved_in_mid_conversation_does_not_change_the_system_message(say, engine):
    say("hello")
    say("/remember my cat is called Nabi")
    say("and now?")
    first, second = engine.sent
    assert first[0] == second[0]
    assert "Nabi" in second[-1].content


def test_a_forgotten_memo_leaves_the_next_prompt_at_once(say, engine):
    say("/remember my cat is called Nabi")
    say("hello")
    say("/forget nabi")
    say("hello again")
    assert "Nabi" in engine.sent[0][0].content
    assert all("Nabi" not in message.content for message in engine.sent[1])


def test_commands_and_answers_are_kept_and_shown_but_not_sent(say, pet, engine):
    say("/remember I like rain")
    say("hello")
    shown = pet.session.seat.shown(10)
    assert [turn.state for turn in shown] == ["command", "done"]
    assert all("/remember" not in message.content for message in engine.sent[0])


def test_several_matches_remove_nothing_and_a_typed_number_picks(say, pet):
    say("/remember I like rain")
    say("/remember I like snow")
    told = answer(say("/forget like"))
    assert len(told.choices) == 2
    assert len(memos.everything(pet.store)) == 2
    answer(say("2"))
    assert [memo.text for memo in memos.everything(pet.store)] == ["I like rain"]


def test_a_number_picks_only_right_after_the_offer(say, pet, engine):
    say("/remember I like rain")
    say("/remember I like snow")
    say("/forget like")
    say("wait")
    say("2")
    assert len(memos.everything(pet.store)) == 2
    assert len(engine.sent) == 2


def test_forgetting_what_is_not_there_says_so(say, pet):
    say("/remember I like rain")
    assert "purple" in answer(say("/forget purple")).text
    assert len(memos.everything(pet.store)) == 1


def test_several_numbers_are_forgotten_at_once_or_nothing_is(say, pet):
    for text in ("tea", "rain", "the sea"):
        say(f"/remember {text}")
    told = answer(say("/forget #1 #9"))
    assert "#9" in told.text
    assert len(memos.everything(pet.store)) == 3
    told = answer(say("/forget #1, 3"))
    assert "tea" in told.text
    assert "the sea" in told.text
    assert [memo.text for memo in memos.everything(pet.store)] == ["rain"]


@pytest.mark.parametrize(
    "line", ["/remember: I like rain", "/기억:I like rain", "/Remember：I like rain"]
)
def test_a_colon_after_the_command_is_no_word_of_the_memo(say, pet, engine, line):
    say(line)
    assert [memo.text for memo in memos.everything(pet.store)] == ["I like rain"]
    assert engine.sent == []


def test_in_the_chat_nobody_is_sent_to_a_terminal(say, pet):
    for command in ("/forget nothing", "/forget #7", "/edit #7 words"):
        answer = say(command)[-1]
        assert "/memories" in answer.text
        assert "`pet " not in answer.text


def test_undo_brings_a_forgotten_memo_back(say, pet):
    say("/remember I like rain")
    say("/forget #1")
    assert memos.everything(pet.store) == ()
    assert "#1" in answer(say("/되돌리기")).text
    assert [memo.id for memo in memos.everything(pet.store)] == [1]


def test_a_full_memory_refuses_shows_the_list_and_gives_the_draft_back(say, pet):
    for number in range(memos.MAX_MEMOS):
        say(f"/remember fact number {number}")
    told = answer(say("/remember one more"))
    assert told.refused
    assert "fact number 7" in told.text
    assert len(memos.everything(pet.store)) == memos.MAX_MEMOS


def test_an_unknown_slash_word_goes_to_the_model_with_a_quiet_hint(say, engine):
    events = say("/remembr this")
    assert DidYouMean("/remember") in events
    assert isinstance(events[-1], TurnFinished)
    assert "/remembr this" in engine.sent[0][-1].content


@pytest.mark.parametrize("text", ["/usr/bin/python is gone", "/", "/ remember", "say /remember"])
def test_what_only_looks_like_a_command_is_talk(say, engine, text):
    events = say(text)
    assert isinstance(events[-1], TurnFinished)
    assert not any(isinstance(event, DidYouMean) for event in events)


def test_two_slashes_send_one(say, engine):
    say("//remember me")
    assert "/remember me" in engine.sent[0][-1].content
    assert "//remember" not in engine.sent[0][-1].content


def test_new_begins_another_session_and_keeps_the_memos(say, pet):
    say("hello")
    before = pet.session.seat.number
    events = say("/new")
    assert isinstance(events[0], SessionBegan)
    assert pet.session.seat.number != before
    assert pet.session.seat.shown(10)[0].user_text == "/new" or pet.session.seat.shown(10) == ()


@pytest.mark.parametrize(("cost", "said"), [(96 * 1024**2, "96 MB"), (0, "8,192 tokens.")])
def test_model_tells_how_much_it_holds_and_what_that_costs(say, engine, cost, said):
    engine.now_window = Window(8192, trained=32_768, cache_bytes=cost)
    text = answer(say("/model")).text
    assert "8,192 tokens" in text
    assert said in text


def test_of_the_tiny_model_no_window_is_told_that_cannot_be_changed(say, engine):
    engine.name = "tiny"
    assert "8,192" not in answer(say("/model")).text


def test_model_lists_and_switches_and_the_choice_is_kept(say, pet):
    assert "other:1b" in answer(say("/model")).text
    answer(say("/model other"))
    assert pet.engine.model == "other:1b"
    assert pet.settings["model"] == "other:1b"
    assert "nothing:7b" in answer(say("/model nothing:7b")).text


def test_a_model_in_a_cloud_is_listed_as_such_and_not_offered(say, engine):
    engine.on_offer = (Model("scripted:1b"), Model("huge:480b-cloud", remote=True))
    told = answer(say("/model"))
    assert "○ huge:480b-cloud" not in told.text
    assert "huge:480b-cloud (runs in a cloud" in told.text
    assert told.choices == ()


def test_the_list_of_models_marks_the_one_that_answers_also_before_the_first_talk(paths, clock):
    fake = FakeOllama()
    fake.add("fake:1b")
    fake.start()
    try:
        with (
            closing(open_engine(prefer="ollama", host=fake.url)) as engine,
            open_pet(paths, clock, language="en", engine=engine) as pet,
        ):
            assert "● fake:1b" in answer(pet.session.turn("/model", Stop())).text
    finally:
        fake.kill()


def test_help_names_every_command(say, pet):
    told = answer(say("/help"))
    assert all(f"/{row.name}" in told.text for row in commands.TABLE)


def test_every_row_has_a_help_and_no_word_is_taken_twice(pet):
    words = [word for row in commands.TABLE for word in (row.name, *row.aliases)]
    assert len(words) == len(set(words))
    assert all(pet.texts.has(row.help_key) for row in commands.TABLE)


def test_commands_work_while_the_store_of_another_copy_writes(pet, say, paths, clock):
    other = type(pet.store).open(paths, clock)
    try:
        memos.add(other, "from the other copy", origin="command")
        assert "from the other copy" in answer(say("/memories")).text
    finally:
        other.close()


def test_a_turn_can_be_stopped_before_the_first_word(pet, engine):
    stop = Stop()
    engine.will_say(lambda pressed: pressed.press(), "never")
    events = list(pet.session.turn("hello", stop))
    assert events[-1] == TurnFinished(events[-1].turn, "", "stopped")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("내 비번은 hunter2야", "hunter2"),
        ("my card is 4111 1111 1111 1111", "4111"),
        ("주민번호 900101-1234567", "1234567"),
    ],
)
def test_a_sensitive_value_is_refused_and_the_rest_is_offered(say, pet, text, value):
    told = answer(say(f"/remember {text}"))
    assert told.refused
    assert not told.saved
    assert value not in told.text
    assert memos.everything(pet.store) == ()
    assert all(value not in turn.user_text for turn in pet.session.seat.shown(9))
    (offer,) = told.choices
    assert value not in offer.command
    assert answer(say(offer.command)).saved
    assert value not in memos.everything(pet.store)[0].text


def test_a_store_that_refuses_is_asked_once_and_not_again_for_the_record(pet, paths, say):
    with closing(sqlite3.connect(paths.database)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    told = answer(say("/remember one more"))
    assert told.refused
    assert "newer" in told.text
    assert "not recorded" not in paths.log.read_text("utf-8")


@pytest.mark.parametrize("word", ["/search", "/찾기", "/검색"])
def test_search_shows_where_it_was_said_and_marks_the_words(say, word):
    say("my neighbour plays the cello at night")
    told = answer(say(f"{word} cello"))
    first, *hits = told.text.splitlines()
    assert first == "1 place:"
    assert hits == [
        "1. Conversation 1, 2026-03-02 12:00: my neighbour plays the «cello» at night …"
    ]


def test_search_finds_neither_itself_nor_other_answers_that_repeat_texts(say):
    say("/remember I like the cello")
    for words in ("/search cello", "/memories", "/search cello"):
        told = answer(say(words))
    assert told.text.splitlines()[0] == "2 places, the best first:"  # the note and its command


def test_what_a_search_showed_is_not_kept_a_second_time(say, pet):
    say("/remember my locker is behind the fountain")
    say("/search locker")
    replies = [turn.reply for turn in pet.session.seat.shown(10)]
    assert replies[-1] == "I showed 2 places. Search again to see them."
    say("/forget #1")
    assert "found nothing" in answer(say("/search fountain")).text


@pytest.mark.parametrize("words", ["", "C++", "a-b", '"', "NOT", "…!?", "(", "*", "it's"])
def test_any_words_can_be_searched_for(say, words):
    assert answer(say(f"/search {words}")).refused is False


@pytest.mark.parametrize(("words", "ending"), [("", "json"), ("md", "md"), (".JSONL", "jsonl")])
def test_export_writes_a_private_file_into_the_home_folder(say, paths, words, ending):
    say("/remember I like the cello")
    told = answer(say(f"/export {words}"))
    (file,) = paths.exports.iterdir()
    assert file.suffix == f".{ending}"
    assert str(file) in told.text
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_unknown_form_of_export_writes_nothing(say, paths):
    assert "/export md" in answer(say("/export pdf")).text
    assert not paths.exports.exists()
