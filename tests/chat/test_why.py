"""Why a reply came out so: numbers and ids from the disk, words from memory as it is today."""

from __future__ import annotations

import pytest

from pet.app import open_pet
from pet.chat import context, why_text
from pet.chat.events import CommandAnswered, EngineReading, OpenWhy
from pet.engines.base import Finished, Stop, Window
from pet.errors import EngineUnreachable
from pet.memory import memos, reports, summaries, turns
from pet.memory.erase import erase_memo
from tests.fakes.engines import ScriptedEngine


def turn_of(events):
    return events[0].turn


def answer_of(events):
    (answer,) = (event for event in events if isinstance(event, CommandAnswered))
    return answer


def unfolded(pet):
    """The turns that are in no summary yet."""
    return context.gather(pet.store, pet.session.seat.number, "somi").talk


def test_a_reply_tells_its_sections_and_the_memos_it_was_given(say, pet):
    say("/remember I like tea")
    why = pet.session.why(turn_of(say("hello")))
    assert [(line.id, line.text) for line in why.used] == [(1, "I like tea")]
    assert why.left == ()
    assert sum(one.kept_bytes for one in why.report.sections) == why.report.size
    assert why.report.tokens_of("preferences") > 0
    assert why.difference is None
    assert why.report.shared_bytes is None


def test_the_count_of_the_engine_stands_beside_the_prediction(say, pet, engine):
    engine.will_say("Hi.", prompt_tokens=612)
    why = pet.session.why(turn_of(say("hello")))
    assert why.report.counted_tokens == 612
    assert why.report.tokens == 612
    assert "612 tokens counted" in why_text.told(pet.texts, why)


def test_the_second_prompt_says_what_it_shares_with_the_first(say, pet, engine):
    say("hello")
    why = pet.session.why(turn_of(say("how are you?")))
    shared = why.report.shared_bytes
    assert why.report.shared_messages == 1
    assert len(engine.sent[0][0].content.encode()) <= shared < why.report.size
    assert [message.change for message in why.messages] == ["same", "changed", "new", "new"]
    assert "turns" in [one.name for one in why.difference.sections]


def test_a_memo_that_is_gone_is_said_to_be_gone(say, pet):
    say("/remember I like tea")
    say("/remember I play the cello")
    turn = turn_of(say("hello"))
    say("/forget #1")
    erase_memo(pet.store, 2)
    why = pet.session.why(turn)
    assert [line.text for line in why.used] == [None, None]
    told = why_text.told(pet.texts, why)
    assert "note #1, which is gone since" in told
    assert "tea" not in told
    assert "cello" not in told


def test_after_a_restart_the_numbers_are_there_and_the_raw_text_is_not(paths, clock):
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as pet:
        turn = turn_of(list(pet.session.turn("hello", Stop())))
        before = pet.session.why(turn)
        assert before.messages
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as pet:
        after = pet.session.why(turn)
        assert after.report == before.report
        assert after.messages == ()


def test_what_was_left_out_is_told_with_how_much_of_how_much(say, pet, engine):
    for number in range(6):
        say(f"{number} " + "long words " * 60)
    engine.now_window = Window(num_ctx=2048)
    why = pet.session.why(turn_of(say("hello")))
    assert why.report.turns_dropped > 0
    dropped, of = why.report.turns_dropped, why.report.section("turns").offered_items
    assert f"talk so far: {dropped} of {of} (" in why_text.told(pet.texts, why)


def test_a_report_of_another_version_is_no_report(say, pet):
    turn = turn_of(say("hello"))
    reports.save(pet.store, turn, {"from": "the future"})
    assert pet.session.why(turn) is None


@pytest.mark.parametrize("word", ["/why", "/왜", "/WHY"])
def test_why_explains_the_last_reply_and_wishes_for_its_window(say, pet, word):
    turn = turn_of(say("hello"))
    answer = answer_of(say(word))
    assert answer.wish == OpenWhy(turn)
    assert "persona:" in answer.text


def test_why_before_any_reply_says_so(say):
    answer = answer_of(say("/why"))
    assert answer.wish is None
    assert "no reply here yet" in answer.text


def test_summarize_folds_everything_and_shows_it(say, pet, engine):
    last = [turn_of(say(f"message {number}")) for number in range(3)][-1]
    engine.will_say("They ", "counted.")
    events = say("/summarize")
    assert any(isinstance(event, EngineReading) for event in events)
    assert "They counted." in answer_of(events).text
    known = summaries.latest(pet.store, pet.session.seat.number)
    assert (known.text, known.upto_turn) == ("They counted.", last)
    say("and now?")
    assert "They counted." in engine.sent[-1][0].content
    assert not any("message" in message.content for message in engine.sent[-1])


def test_more_turns_than_a_window_has_are_folded_in_blocks(say, pet, engine):
    pet.session.seat.take()
    for number in range(11):
        turn = turns.ask(pet.store, pet.session.seat.number, f"message {number}")
        turns.finish(pet.store, turn, "Yes.", "done")
    engine.will_say("First.")
    engine.will_say("Second.")
    assert "Second." in answer_of(say("/요약")).text
    assert "First." in engine.sent[1][1].content
    assert unfolded(pet) == ()


def test_summarize_with_nothing_new_shows_what_there_is(say, engine):
    assert "nothing to sum up" in answer_of(say("/summarize")).text
    say("hello")
    engine.will_say("They said hello.")
    say("/summarize")
    asked = len(engine.asked)
    assert "They said hello." in answer_of(say("/summarize")).text
    assert len(engine.asked) == asked


def test_summarize_without_an_engine_says_so_and_keeps_the_talk(say, pet, engine):
    say("hello")
    engine.will_fail(EngineUnreachable("engine_unreachable", address="http://localhost:11434"))
    answer = answer_of(say("/summarize"))
    assert answer.text == pet.texts("error.engine_unreachable", address="http://localhost:11434")
    assert len(unfolded(pet)) == 1


def test_summarize_can_be_stopped_and_nothing_is_lost(say, pet, engine):
    say("hello")
    stop = Stop()
    engine.will_say("Half", lambda _: stop.press(), " a summary")
    answer = answer_of(say("/summarize", stop))
    assert answer.text.startswith("Stopped.")
    assert summaries.latest(pet.store, pet.session.seat.number) is None
    assert len(unfolded(pet)) == 1


def test_a_summary_that_never_came_is_told(say, engine):
    say("hello")
    engine.will_say(Finished("stopped", prompt_tokens=0, reply_tokens=0, first_word_ms=None))
    assert "gave no summary" in answer_of(say("/summarize")).text


def test_the_oldest_turn_the_pet_still_sees(say, pet, engine):
    session = pet.session
    assert session.oldest_seen() is None
    said = [turn_of(say(f"message {number}")) for number in range(3)]
    assert session.oldest_seen() == said[0]
    engine.will_say("A summary.")
    say("/summarize")
    assert session.oldest_seen() is None
    later = turn_of(say("and now?"))
    assert session.oldest_seen() == later


def test_turns_that_did_not_fit_are_not_seen(say, pet, engine):
    said = [turn_of(say(f"{number} " + "long words " * 60)) for number in range(6)]
    engine.now_window = Window(num_ctx=2048)
    say("hello")
    oldest = pet.session.oldest_seen()
    assert oldest is not None
    assert oldest > said[0]
    assert memos.everything(pet.store) == ()


def test_the_words_of_why_and_of_a_summary_are_not_kept_a_second_time(say, pet, engine):
    say("/remember I keep bees")
    say("hello")
    say("/why")
    engine.will_say("They said hello.")
    say("/summarize")
    *_, why, summary = pet.session.seat.shown(9)
    assert (why.user_text, summary.user_text) == ("/why", "/summarize")
    assert "bees" not in why.reply
    assert "They said" not in summary.reply
