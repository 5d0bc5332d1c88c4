"""A reply that slides into another language is asked for once more; one that circles ends."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.chat.events import ReplyRestarted, TextDelta, TurnFailed, TurnFinished
from pet.engines.base import Stop
from pet.errors import EngineUnreachable
from pet.prompt.drift import reminder

CHINESE = "你好，今天天气很好。我很高兴见到你，我们一起喝茶吧。"
KOREAN = "안녕하세요! 오늘은 날씨가 좋네요."
LOOP = "저는 솜이라고 해요, 오늘도 잘 부탁드려요! " * 12


@pytest.fixture
def korean(paths, clock, engine):
    with open_pet(paths, clock, language="ko", engine=engine) as pet:
        yield pet


def said(pet, text, stop=None):
    return list(pet.session.turn(text, stop or Stop()))


def shown_in(events):
    """What a window shows at the end: the words since the last beginning."""
    words = []
    for event in events:
        if isinstance(event, ReplyRestarted):
            words.clear()
        elif isinstance(event, TextDelta):
            words.append(event.text)
    return "".join(words)


def test_a_reply_in_chinese_is_taken_back_and_asked_for_once_more(korean, engine):
    engine.will_say(CHINESE)
    engine.will_say(KOREAN)
    events = said(korean, "안녕?")
    assert [type(event) for event in events].count(ReplyRestarted) == 1
    assert shown_in(events) == KOREAN
    assert events[-1] == TurnFinished(events[0].turn, KOREAN, "done")
    (turn,) = korean.session.seat.shown(9)
    assert (turn.reply, turn.state, turn.fault) == (KOREAN, "done", None)
    first, second = engine.sent
    assert first[:-1] == second[:-1]  # the front of the prompt stays in the cache
    assert reminder("ko") not in first[-1].content
    assert reminder("ko") in second[-1].content


def test_nobody_waits_for_the_end_of_a_reply_that_is_plainly_chinese(korean, engine):
    reached = []
    engine.will_say(*CHINESE, *CHINESE, lambda _stop: reached.append("the end"))
    engine.will_say(KOREAN)
    assert shown_in(said(korean, "안녕?")) == KOREAN
    assert reached == []


def test_a_second_reply_in_chinese_is_kept_and_marked_also_after_a_restart(
    korean, engine, paths, clock
):
    engine.will_say(CHINESE)
    engine.will_say(CHINESE * 2)
    last = said(korean, "안녕?")[-1]
    assert (last.text, last.ending, last.fault) == (CHINESE * 2, "done", "drifted")
    assert len(engine.sent) == 2
    korean.close()
    with open_pet(paths, clock, language="ko", engine=engine) as again:
        (turn,) = again.session.seat.shown(9)
        assert (turn.reply, turn.fault) == (CHINESE * 2, "drifted")


def test_the_first_reply_is_gone_from_the_disk_while_the_second_comes(korean, engine, clock):
    seen = []

    def time_passes(_stop):
        clock.advance(seconds=3)

    engine.will_say("你好", time_passes, CHINESE)
    engine.will_say(lambda _stop: seen.extend(korean.session.seat.shown(9)), KOREAN)
    said(korean, "안녕?")
    assert [(turn.reply, turn.state) for turn in seen] == [("", "partial")]


def test_where_the_second_reply_fails_the_first_does_not_come_back(korean, engine):
    engine.will_say(CHINESE)
    engine.will_say(EngineUnreachable("engine_unreachable", address="x"))
    last = said(korean, "안녕?")[-1]
    assert isinstance(last, TurnFailed)
    assert last.partial == ""
    assert korean.session.seat.shown(9)[0].reply == ""


def test_stop_between_the_two_replies_leaves_no_words(korean, engine):
    stop = Stop()
    engine.will_say(CHINESE)
    events = []
    for event in korean.session.turn("안녕?", stop):
        events.append(event)
        if isinstance(event, ReplyRestarted):
            stop.press()
    assert (events[-1].text, events[-1].ending) == ("", "stopped")


def test_a_reply_that_the_user_stopped_is_not_asked_for_again(korean, engine):
    stop = Stop()
    engine.will_say("你好，今", lambda _stop: stop.press(), "天")
    last = said(korean, "안녕?", stop)[-1]
    assert (last.ending, last.fault) == ("stopped", None)
    assert len(engine.sent) == 1


@pytest.mark.parametrize("text", ["중국어로 인사해 줘", "你好", "translate it"])
def test_chinese_that_was_asked_for_stays(korean, engine, text):
    engine.will_say(CHINESE)
    last = said(korean, text)[-1]
    assert (last.text, last.fault, len(engine.sent)) == (CHINESE, None, 1)


RUSSIAN = "Привет! Сегодня хорошая погода, пойдём гулять."


@pytest.mark.parametrize("stray", [CHINESE, RUSSIAN])
def test_english_is_not_answered_in_a_script_that_nobody_used(say, engine, stray):
    engine.will_say(stray)
    engine.will_say("Hello!")
    last = say("hello")[-1]
    assert (last.text, last.fault) == ("Hello!", None)
    assert reminder(None) in engine.sent[1][-1].content


@pytest.mark.parametrize("text", ["say it in Japanese", "hello, how does one say 고마워 in Thai?"])
def test_a_language_that_was_asked_for_is_spoken(say, engine, text):
    engine.will_say(CHINESE)
    last = say(text)[-1]
    assert (last.text, last.fault, len(engine.sent)) == (CHINESE, None, 1)


def test_who_spoke_that_language_before_is_answered_in_it(say, engine):
    engine.will_say(CHINESE)
    say("你好")
    engine.will_say(CHINESE)
    last = say("hello again")[-1]
    assert (last.text, last.fault, len(engine.sent)) == (CHINESE, None, 2)


def test_a_reply_that_repeats_itself_is_ended_and_marked_also_after_a_restart(
    korean, engine, paths, clock
):
    reached = []
    stop = Stop()
    engine.will_say(*LOOP, lambda _stop: reached.append("the end"))
    last = said(korean, "안녕?", stop)[-1]
    assert (last.ending, last.fault) == ("done", "repeated")
    assert last.text == LOOP[: len(LOOP) // 12].strip()
    assert (reached, stop.pressed) == ([], False)
    korean.close()
    with open_pet(paths, clock, language="ko", engine=engine) as again:
        (turn,) = again.session.seat.shown(9)
        assert (turn.state, turn.fault) == ("done", "repeated")
