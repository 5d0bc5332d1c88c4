"""Other personas: each has her own session and summaries; nothing of one is told to another."""

from __future__ import annotations

import json

import pytest

from pet.app import open_pet
from pet.chat.events import CommandAnswered, NoticeGiven, PersonaWorn, TurnFinished, TurnStarted
from pet.engines.base import Stop
from pet.memory import memos, sessions, summaries, turns
from pet.persona import persona
from tests.fakes.engines import ScriptedEngine

OURS = ("somi", "tori", "maru")


def only(events, kind):
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def sent_text(messages):
    return "\n".join(message.content for message in messages)


def voice(pet, persona_id):
    """Every line that only this persona's wording has."""
    one = pet.personas.find(persona_id)
    text = persona.persona_text(one, "en")
    return [*text.splitlines(), *persona.examples_with_opening(one, "en")]


@pytest.mark.parametrize(
    "command", ["/persona tori", "/PERSONA Tori", "/페르소나 토리", "/persona to"]
)
def test_another_is_worn_at_once_and_at_the_next_start(pet, say, command):
    events = say(command)
    worn = only(events, PersonaWorn)
    assert (worn.id, worn.name, worn.turns) == ("tori", "Tori", ())
    assert worn.opening.startswith("Oh.")
    assert "Tori" in only(events, CommandAnswered).text
    assert pet.persona_name() == "Tori"
    assert json.loads(pet.paths.settings.read_text("utf-8"))["persona"] == "tori"


def test_without_words_all_are_listed_with_a_dot_at_the_one_that_is_worn(say):
    told = only(say("/persona"), CommandAnswered)
    assert told.text.splitlines()[1:] == ["● Somi", "○ Maru", "○ Tori"]
    assert [choice.command for choice in told.choices] == ["/persona Maru", "/persona Tori"]


@pytest.mark.parametrize("wanted", ["nobody", "@"])
def test_who_is_not_there_is_not_worn(pet, say, wanted):
    events = say(f"/persona {wanted}")
    assert wanted in only(events, CommandAnswered).text
    assert pet.persona_name() == "Somi"


def test_the_one_that_is_worn_already_begins_nothing(pet, say):
    say("hello")
    before = pet.session.seat.number
    assert not [event for event in say("/persona somi") if isinstance(event, PersonaWorn)]
    assert pet.session.seat.number == before


def test_after_a_switch_no_byte_of_the_former_voice_is_in_the_prompt(pet, say, engine):
    for number, now in enumerate((*OURS, *reversed(OURS))):
        say(f"/persona {now}")
        engine.will_say(f"SECRET-OF-{now}-{number}")
        say(f"KEY-OF-{now}-{number}, please")
        told = sent_text(engine.sent[-1])
        assert all(line in told for line in voice(pet, now)[:3])
        for other in set(OURS) - {now}:
            assert f"-OF-{other}" not in told
            for line in set(voice(pet, other)) - set(voice(pet, now)):
                assert line not in told, line


def test_a_summary_is_told_to_the_persona_of_its_session_alone(pet, say, engine):
    say("hello")
    summaries.save(pet.store, pet.session.seat.number, "They spoke of plums.", upto_turn=1)
    assert "plums" in sent_text(pet.session.prompt_now("?").messages)
    say("/persona tori")
    say("/new")
    assert "plums" not in sent_text(pet.session.prompt_now("?").messages)
    say("/persona somi")
    say("/new")
    assert "plums" in sent_text(pet.session.prompt_now("?").messages)


def test_each_goes_on_with_her_own_session(pet, say):
    say("for somi")
    first = pet.session.seat.number
    say("/persona tori")
    say("for tori")
    assert pet.session.seat.number != first
    events = say("/persona somi")
    assert pet.session.seat.number == first
    assert [turn.user_text for turn in only(events, PersonaWorn).turns] == ["for somi"]


def test_coming_back_reads_nothing_again(pet, say, engine):
    say("one")
    say("/persona tori")
    say("/persona somi")
    say("two")
    first, second = engine.sent
    assert second[0] == first[0]
    assert second[1].content == "one"


def test_a_draft_comes_along(pet, say):
    pet.session.seat.unsent.keep_draft("half a sen")
    say("/persona tori")
    assert pet.session.seat.unsent.draft() == "half a sen"
    assert pet.store.rows("SELECT count(*) FROM drafts") == [(1,)]


def test_memos_are_shared_and_one_may_be_for_one_persona(pet, say):
    say("/remember I like rain")
    told = only(say("/remember @tori I owe you a tea"), CommandAnswered)
    assert told.saved
    assert "Tori" in told.text
    assert "(@Tori)" in only(say("/memories"), CommandAnswered).text
    prompt = sent_text(pet.session.prompt_now("?").messages)
    assert "rain" in prompt
    assert "tea" not in prompt.split("untrusted_memory")[2]
    say("/persona tori")
    prompt = sent_text(pet.session.prompt_now("?").messages)
    assert "I owe you a tea" in prompt
    assert "I like rain" in prompt


def test_a_memo_for_one_that_is_said_again_is_for_all_and_undo_takes_that_back(pet, say):
    say("/remember @tori I like plums")
    assert "all of them" in only(say("/remember I like plums"), CommandAnswered).text
    assert memos.everything(pet.store)[0].only_for is None
    assert "one persona" in only(say("/undo"), CommandAnswered).text
    assert memos.everything(pet.store)[0].only_for == "tori"


def test_a_word_behind_an_at_that_is_nobodys_is_part_of_the_memo(pet, say):
    say("/remember @home I keep a cat")
    assert memos.everything(pet.store)[0].text == "@home I keep a cat"


# -- for one message


def test_a_message_for_another_is_answered_by_her_and_kept_in_her_session(pet, say, engine):
    say("hello somi")
    here = pet.session.seat.number
    engine.will_say("Hm. Tea.")
    events = say("@tori what do you drink?")
    assert only(events, TurnStarted).speaker == "Tori"
    assert only(events, TurnFinished).text == "Hm. Tea."
    told = sent_text(engine.sent[-1])
    assert "Name: Tori" in told
    assert "Somi" not in told
    assert "hello somi" not in told
    assert "@tori" not in told
    theirs = sessions.look(pet.store, "tori")
    assert theirs != here
    assert [turn.user_text for turn in turns.talk_after(pet.store, theirs, 0)] == [
        "what do you drink?"
    ]
    assert pet.persona_name() == "Somi"
    say("and you?")
    assert "drink" not in sent_text(engine.sent[-1])
    assert "Tea" not in sent_text(engine.sent[-1])


def test_it_is_shown_in_both_sessions_in_order(pet, say):
    say("one")
    say("@토리야 two")
    say("three")
    assert [(turn.user_text, turn.persona) for turn in pet.session.seat.shown(9)] == [
        ("one", "somi"),
        ("two", "tori"),
        ("three", "somi"),
    ]
    shown = only(say("/persona tori"), PersonaWorn).turns
    assert [turn.user_text for turn in shown] == ["two"]


def test_her_session_is_free_for_another_copy_afterwards(pet, say, paths, clock):
    say("@tori hello")
    other = type(pet.store).open(paths, clock)
    try:
        lease = sessions.join(other, "tori")
        assert lease.session == sessions.look(pet.store, "tori")
        lease.close()
    finally:
        other.close()


@pytest.mark.parametrize("text", ["@nobody hello", "mail me @tori", "@ tori", "a@tori b"])
def test_any_other_at_is_plain_text(say, engine, text):
    events = say(text)
    assert only(events, TurnStarted).speaker == ""
    assert text in engine.sent[-1][-1].content


def test_an_address_without_a_message_says_how_it_goes(say, engine):
    told = only(say("@tori"), CommandAnswered)
    assert "@Tori" in told.text
    assert [choice.command for choice in told.choices] == ["/persona Tori"]
    assert engine.sent == []


def test_an_at_for_the_one_that_is_here_is_ordinary_talk(say, engine):
    assert only(say("@somi hello"), TurnStarted).speaker == ""
    assert engine.sent[-1][-1].content.count("hello") == 1


def test_a_reply_that_goes_on_for_the_user_ends_there_for_a_guest_too(say, engine):
    engine.will_say("Hm.\nTori: more of me\nUser: and me")
    assert only(say("@tori hi"), TurnFinished).text == "Hm."


# -- one that goes away, and copies side by side


def test_a_persona_deleted_while_worn_is_replaced_and_said(pet, say, engine):
    say("/persona tori")
    say("hello")
    (pet.paths.personas / "tori.json").unlink()
    events = say("still there?")
    assert only(events, PersonaWorn).id == "somi"
    assert only(events, NoticeGiven).text == pet.texts("persona.replaced")
    assert isinstance(events[-1], TurnFinished)
    told = sent_text(engine.sent[-1])
    assert "Name: Somi" in told
    assert "Tori" not in told
    assert not [event for event in say("and now?") if isinstance(event, PersonaWorn | NoticeGiven)]


def test_two_copies_wear_different_ones_until_they_are_told(pet, say, paths, clock):
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as other:
        say("/persona tori")
        assert (pet.persona_name(), other.persona_name()) == ("Tori", "Somi")
        other.settings.change(theme="dark")
        assert other.persona_name() == "Somi"
    with open_pet(paths, clock, language="en", engine=ScriptedEngine()) as third:
        assert third.persona_name() == "Tori"


def test_the_opening_is_in_the_prompt_as_hers(pet):
    opening = pet.persona_opening()
    assert f"Somi: {opening}" in pet.session.prompt_now("?").messages[0].content


# -- the model that she prefers


def prefers(pet, persona_id, model):
    pet.personas.find(persona_id)
    path = pet.paths.personas / f"{persona_id}.json"
    card = json.loads(path.read_text("utf-8"))
    card["data"]["extensions"]["desktop_pet"]["model"] = model
    path.write_text(json.dumps(card), "utf-8")


def test_her_own_model_answers_while_she_is_worn(pet, say, engine):
    prefers(pet, "tori", "other:1b")
    say("/persona tori")
    say("hello")
    assert engine.model == "other:1b"
    say("/persona somi")
    say("hello")
    assert engine.model == "scripted:1b"
    assert pet.settings["model"] is None


def test_a_message_for_once_changes_no_model(pet, say, engine):
    prefers(pet, "tori", "other:1b")
    say("@tori hello")
    assert engine.model == "scripted:1b"


def test_a_model_that_is_not_offered_is_told_once_and_the_usual_one_answers(pet, say, engine):
    prefers(pet, "tori", "gone:7b")
    say("/persona tori")
    assert "gone:7b" in only(say("hello"), NoticeGiven).text
    assert not [event for event in say("again") if isinstance(event, NoticeGiven)]
    assert engine.model == "scripted:1b"


def test_a_model_the_user_chooses_beside_hers_stays(pet, say, engine):
    prefers(pet, "tori", "other:1b")
    say("/persona tori")
    say("hello")
    say("/model scripted:1b")
    say("hello")
    assert engine.model == "scripted:1b"


def test_her_own_model_is_the_one_that_is_warmed_up(pet, engine):
    prefers(pet, "somi", "other:1b")
    pet.session.wake(Stop())
    assert (engine.model, engine.preloads) == ("other:1b", 1)
