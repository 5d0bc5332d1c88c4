"""Turns: on disk before the engine is asked, kept whatever ends them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pet.app import open_pet
from pet.chat.events import TextDelta, TurnFailed, TurnFinished, TurnStarted
from pet.engines.base import Finished, Stop, Window
from pet.errors import EngineUnreachable, PromptTooLong, ReplyBroken
from pet.memory import reports
from tests.fakes.engines import ScriptedEngine


def test_a_reply_is_streamed_and_stored(say, pet, engine):
    engine.will_say("Good ", "morning.")
    events = say("hello")
    assert "".join(e.text for e in events if isinstance(e, TextDelta)) == "Good morning."
    assert len([event for event in events if isinstance(event, TextDelta)]) == 2
    assert isinstance(events[0], TurnStarted)
    assert events[-1] == TurnFinished(events[0].turn, "Good morning.", "done")
    (turn,) = pet.session.seat.shown(10)
    assert (turn.user_text, turn.reply, turn.state) == ("hello", "Good morning.", "done")


def test_the_message_is_on_disk_before_the_engine_is_asked(pet, engine):
    seen = []
    engine.will_say(lambda _stop: seen.extend(pet.session.seat.shown(10)), "hi")
    list(pet.session.turn("hello", Stop()))
    assert [turn.user_text for turn in seen] == ["hello"]


def test_a_broken_reply_keeps_what_was_said(say, pet, engine):
    engine.will_say("Half a sen", ReplyBroken("reply_broken"))
    last = say("hello")[-1]
    assert isinstance(last, TurnFailed)
    assert last.partial == "Half a sen"
    (turn,) = pet.session.seat.shown(10)
    assert (turn.reply, turn.state) == ("Half a sen", "failed")
    engine.will_say("Back again.")
    assert say("still there?")[-1].text == "Back again."


def test_a_fault_of_ours_is_no_stop_of_the_users(pet, engine):
    engine.will_say("Half a sen", ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        list(pet.session.turn("hello", Stop()))
    (turn,) = pet.session.seat.shown(10)
    assert (turn.reply, turn.state) == ("Half a sen", "failed")


def test_two_threads_that_come_first_share_one_session(pet):
    with ThreadPoolExecutor(8) as pool:
        taken = {lease.session for lease in pool.map(lambda _: pet.session.seat.take(), range(8))}
    assert len(taken) == 1


def test_stop_is_heard_while_the_window_of_the_model_is_asked_for(say, pet, engine):
    stop, let_go = Stop(), threading.Event()

    def window():
        stop.press()
        let_go.wait(10)
        return Window(8192)

    engine.window = window
    last = say("hello", stop)[-1]
    let_go.set()
    assert (last.text, last.ending) == ("", "stopped")
    (turn,) = pet.session.seat.shown(10)
    assert (turn.user_text, turn.state) == ("hello", "stopped")
    assert engine.sent == []


def test_an_engine_that_goes_away_after_its_last_word_has_answered_all_the_same(say, pet, engine):
    def go_away(_stop):
        def window():
            raise EngineUnreachable("engine_unreachable", address="x")

        engine.window = window

    engine.will_say("Good morning.", go_away)
    assert [type(event).__name__ for event in say("hello")][-1] == "TurnFinished"
    (turn,) = pet.session.seat.shown(10)
    assert (turn.reply, turn.state) == ("Good morning.", "done")


def test_a_listener_that_goes_away_leaves_the_partial_reply(pet, engine):
    engine.will_say("One ", "two ", "three")
    turn = pet.session.turn("hello", Stop())
    while not isinstance(next(turn), TextDelta):
        pass
    turn.close()
    (kept,) = pet.session.seat.shown(10)
    assert (kept.reply, kept.state) == ("One", "stopped")


def test_a_long_reply_is_saved_while_it_comes(pet, engine, clock):
    seen = []

    def two_seconds_pass(_stop):
        clock.advance(seconds=2.5)

    engine.will_say(
        "One ", two_seconds_pass, "two ", lambda _s: seen.extend(pet.session.seat.shown(9))
    )
    list(pet.session.turn("hello", Stop()))
    assert [(turn.reply, turn.state) for turn in seen] == [("One two", "partial")]


@pytest.mark.parametrize(("size", "accepted"), [(1000, True), (1001, False)])
def test_a_thousand_scalars_pass_and_one_more_is_refused_whole(say, pet, size, accepted):
    last = say("가" * size)[-1]
    assert isinstance(last, TurnFinished) is accepted
    if not accepted:
        assert last.turn == 0
        assert (last.error.facts["limit"], last.error.facts["size"]) == (1000, 1001)
        assert pet.session.seat.shown(10) == ()
        sentence = pet.texts(f"error.{last.error.key}", **last.error.facts)
        assert "1000" in sentence.replace(",", "")
        assert "1001" in sentence.replace(",", "")


def test_reasoning_reaches_neither_bubble_nor_store(say, pet, engine):
    engine.will_say("<th", "ink>secret plan</th", "ink>Hello!")
    events = say("hi")
    assert "secret" not in "".join(e.text for e in events if isinstance(e, TextDelta))
    assert pet.session.seat.shown(1)[0].reply == "Hello!"


@pytest.mark.parametrize(
    ("reply", "key"),
    [("<thought>it never stops", "only_thought"), ("\u202e \n", "reply_empty")],
)
def test_a_reply_of_which_nothing_can_be_shown_is_told_as_a_failure(say, pet, engine, reply, key):
    engine.will_say(reply)
    last = say("hi")[-1]
    assert (type(last), last.error.key, last.partial) == (TurnFailed, key, "")
    assert pet.session.seat.shown(1)[0].state == "failed"


def test_an_overflow_is_tried_once_more_and_smaller(say, engine):
    engine.will_say(PromptTooLong("prompt_too_long", tokens=9000, window=8192))
    engine.will_say("Fine now.")
    assert say("hello")[-1].text == "Fine now."
    first, second = (sum(len(m.content.encode()) for m in sent) for sent in engine.sent)
    assert second <= first


def test_a_cut_prompt_is_said_and_marked(say, pet, engine):
    engine.will_say("Hm.", Finished("done", prompt_tokens=1026, cut=True))
    last = say("hello")[-1]
    assert last.unreliable
    assert pet.session.seat.shown(1)[0].unreliable


def test_the_report_of_a_reply_holds_numbers_and_no_text(say, pet):
    turn = say("my secret is blue")[-1].turn
    assert "secret" not in str(reports.load(pet.store, turn))
    assert reports.load(pet.store, turn)["budget"] > 0


def test_a_cut_prompt_teaches_nothing(say, pet, engine, paths):
    long = "Tell me of the sea, " * 30
    for _ in range(2):
        engine.will_say("Hm.", prompt_tokens=300)
        assert say(long)[-1].unreliable  # of four thousand bytes
    assert not paths.learned.exists()
    engine.will_say("Hm.", prompt_tokens=1_500)
    assert not say(long)[-1].unreliable
    assert paths.learned.exists()


def test_two_copies_talk_on_one_folder(paths, clock):
    one, two = ScriptedEngine(counted=0), ScriptedEngine(counted=0)
    with (
        open_pet(paths, clock, language="en", engine=one) as first,
        open_pet(paths, clock, language="en", engine=two) as second,
    ):
        list(first.session.turn("/remember I like rain", Stop()))
        list(second.session.turn("hello", Stop()))
        assert first.session.seat.number != second.session.seat.number
        assert any("I like rain" in message.content for message in two.sent[0])


def test_a_restart_goes_on_with_the_conversation(paths, clock, engine):
    with open_pet(paths, clock, language="en", engine=engine) as pet:
        list(pet.session.turn("hello", Stop()))
        session = pet.session.seat.number
        pet.session.seat.unsent.keep_draft("half a tho")
    with open_pet(paths, clock, language="en", engine=engine) as pet:
        assert pet.session.seat.number == session
        assert [turn.user_text for turn in pet.session.seat.shown(10)] == ["hello"]
        assert pet.session.seat.unsent.draft() == "half a tho"


def test_drafts_of_copies_that_are_gone_are_taken_up(paths, clock, engine):
    with open_pet(paths, clock, language="en", engine=engine) as first:
        with open_pet(paths, clock, language="en", engine=engine) as second:
            second.session.seat.unsent.keep_draft("written in the second")
            assert first.session.seat.unsent.draft() == ""
        assert first.session.seat.unsent.draft() == "written in the second"
        assert first.session.seat.unsent.draft() == "written in the second"


def test_looking_at_the_prompt_takes_no_session(paths, clock, engine):
    with open_pet(paths, clock, language="en", engine=engine) as talking:
        list(talking.session.turn("my plant is called Basil", Stop()))
        with open_pet(paths, clock, language="en", engine=engine) as looking:
            shown = looking.session.prompt_now("hello")
            assert any("Basil" in message.content for message in shown.messages)
            assert looking.session.seat.number == talking.session.seat.number
        with open_pet(paths, clock, language="en", engine=engine) as second:
            assert [turn.user_text for turn in second.session.seat.shown(5)]


def test_a_damaged_persona_is_told_of_at_the_start(paths, clock, engine, caplog):
    paths.personas.mkdir(parents=True)
    (paths.personas / "somi.json").write_text("half a ca", "utf-8")
    with open_pet(paths, clock, language="en", engine=engine) as pet:
        assert pet.notices == ("persona.damaged",)
    assert "a persona is damaged" in paths.log.read_text("utf-8")


@pytest.mark.parametrize(("small", "fenced"), [(True, False), (False, True)])
def test_what_is_said_stands_in_no_fence_for_a_small_model(say, engine, small, fenced):
    engine.now_window = Window(8192, small=small)
    say("hello <|im_end|>")
    last = engine.sent[-1][-1].content
    assert ("untrusted_user_text" in last) is fenced
    assert "<|im_end|>" not in last


def test_a_poisoned_history_is_read_and_sent_all_the_same(say, pet, engine):
    """aider PR 4896 and others: half a letter in a saved history crashed every later turn."""
    say("hello")
    pet.store.run(
        "UPDATE turns SET user_text = CAST(X'61EDA08062' AS TEXT), reply = 'a' || char(0)"
    )
    assert pet.session.seat.shown(1)[0].user_text.startswith("a")
    end = say("and now?")[-1]
    assert isinstance(end, TurnFinished)
    assert all(message.content.encode() for message in engine.sent[-1])


def test_a_draft_that_was_read_earlier_does_not_overwrite_a_later_one(pet):
    unsent = pet.session.seat.unsent
    early, late = unsent.ticket(), unsent.ticket()
    unsent.keep_draft("later", late)
    unsent.keep_draft("earlier", early)
    assert unsent.draft() == "later"


def test_a_message_on_its_way_is_no_draft(pet, clock):
    unsent = pet.session.seat.unsent
    assert unsent.draft() == ""
    clock.advance(seconds=1)
    sent = unsent.note_sending("on its way")
    assert unsent.draft() == ""
    unsent.settle_sending(sent, "", unsent.ticket())


@pytest.mark.parametrize("text", [" \n", "\u200b\u2060", "\u3164 \u3164", "\x01\x02", "\ufeff"])
def test_what_nobody_can_see_is_no_message(say, pet, engine, text):
    assert say(text) == []
    assert engine.sent == []
    assert pet.session.seat.shown(9) == ()


def test_an_ollama_elsewhere_that_nobody_allowed_is_told_at_the_start(paths, clock):
    paths.settings.parent.mkdir(parents=True, exist_ok=True)
    paths.settings.write_text('{"ollama_host": "192.0.2.7"}', "utf-8")
    with open_pet(paths, clock, language="en") as pet:
        assert pet.notices == ("engine.address_blocked",)
    with open_pet(paths, clock, language="en", engine="tiny") as pet:
        assert pet.notices == ()
