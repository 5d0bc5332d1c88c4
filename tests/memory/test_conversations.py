"""Looking through the conversations, and erasing them turn by turn or as a whole."""

from __future__ import annotations

import pytest

from pet.memory import (
    backups,
    conversations,
    drafts,
    erase,
    finding,
    memos,
    profile,
    sessions,
    summaries,
    turns,
    undo,
)
from pet.memory.profile import ProfileLine, Source
from tests.memory.archives import lines, said, take

SECRET = "물결나무 정원의 비밀"


def holders(paths, text):
    needles = [text.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    return [
        path.name
        for path in paths.root.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    ]


def say(store, session, *words):
    said = []
    for each in words:
        said.append(turns.ask(store, session, each))
        turns.finish(store, said[-1], f"네, {each}", "done")
    return said


@pytest.fixture
def talked(store, clock):
    """Two conversations, the second with the secret, and a backup with all of it."""
    first = sessions.begin(store, "somi")
    say(store, first.session, "안녕")
    first.close()
    clock.advance(hours=7)
    second = sessions.begin(store, "somi")
    said = say(store, second.session, "오늘은 비가 와", f"{SECRET}을 알려 줄게", "고마워")
    second.close()
    summaries.save(store, second.session, f"사용자가 {SECRET}을 말했다.", said[2])
    clock.advance(days=1)
    backups.keep_daily(store)
    finding.search(store, SECRET)  # it is in the index as well
    return first.session, second.session, said


def test_the_list_begins_with_the_last_and_tells_how_each_began(store, talked):
    last, first = conversations.listed(store)
    assert (last.session, last.turns, last.title) == (talked[1], 3, "오늘은 비가 와")
    assert (first.session, first.turns, first.title) == (talked[0], 1, "안녕")


def test_a_command_is_a_title_only_where_nothing_else_was_said(store):
    with_talk = sessions.begin(store, "somi")
    turns.record_command(store, with_talk.session, "/help", "…")
    say(store, with_talk.session, "안녕")
    only = sessions.begin(store, "somi")
    turns.record_command(store, only.session, "/help", "…")
    empty = sessions.begin(store, "somi")
    titles = {row.session: row.title for row in conversations.listed(store)}
    assert titles == {with_talk.session: "안녕", only.session: "/help"}
    for lease in (with_talk, only, empty):
        lease.close()


def test_of_several_summaries_of_one_turn_the_newest_counts(store, talked):
    summaries.save(store, talked[1], "Rain.", talked[2][0])
    summaries.save(store, talked[1], "Rain again.", talked[2][0])
    found = conversations.summaries(store, talked[1])
    assert [one.upto_turn for one in found] == [talked[2][0], talked[2][2]]
    assert found[0].text == "Rain again."


def test_quotes_are_what_was_said_and_what_is_erased_has_none(store, talked):
    turn = talked[2][1]
    sources = [Source(turn, 0, 4), Source(999, 0, 3)]
    (quote,) = conversations.quotes(store, sources)
    assert (quote.piece, quote.session) == (SECRET[:4], talked[1])
    erase.erase_turns(store, [turn])
    assert conversations.quotes(store, sources) == ()
    assert conversations.session_of(store, turn) is None


def test_erased_turns_leave_no_byte_and_the_others_stay(store, paths, talked):
    _, session, said = talked
    kept = memos.add(store, "비 오는 날을 좋아함", origin="button", turn=said[0]).memo
    gone = erase.erase_turns(store, [said[1]])
    assert gone.turns == 1
    assert holders(paths, SECRET) == []
    assert conversations.turn_numbers(store, session) == (said[0], said[2])
    assert memos.everything(store) == (kept,)
    assert finding.search(store, "물결나무") == ()


def test_a_profile_line_goes_with_the_only_turn_it_came_from(store, talked):
    _, _, said = talked
    lines = [
        ProfileLine(0, "interest", "정원을 좋아함", 1, (Source(said[1], 0, 4),)),
        ProfileLine(0, "other", "비를 좋아함", 1, (Source(said[0], 0, 4), Source(said[1], 0, 2))),
    ]
    profile.save(store, lines, expected=0)
    erase.erase_turns(store, [said[1]])
    assert [line.text for line in profile.lines(store)] == ["비를 좋아함"]


def test_an_erased_conversation_is_gone_with_its_summaries_drafts_and_bytes(store, paths, talked):
    first, session, _ = talked
    drafts.keep(store, session, SECRET)
    erase.erase_session(store, session)
    assert holders(paths, SECRET) == []
    assert [row.session for row in conversations.listed(store)] == [first]
    assert store.rows("SELECT id FROM sessions") == [(first,)]
    assert summaries.latest(store, session) is None


def test_a_conversation_that_a_copy_is_in_is_emptied_and_can_be_gone_on_with(store, paths, other):
    lease = sessions.begin(other, "somi")
    say(other, lease.session, SECRET)
    drafts.keep(other, lease.session, "half a")
    erase.erase_session(store, lease.session)
    assert holders(paths, SECRET) == []
    say(other, lease.session, "안녕")
    assert [row.title for row in conversations.listed(store)] == ["안녕"]
    lease.close()


def test_whoever_shows_talk_is_told_when_some_of_it_went_or_came(store, other):
    session = sessions.begin(store, "somi").session
    first = turns.ask(store, session, "hello")
    before = conversations.rewritten(store)
    turns.ask(store, session, "and more")
    memos.add(store, "a note", origin="command")
    assert conversations.rewritten(store) == before
    erase.erase_turns(other, [first])
    erased = conversations.rewritten(store)
    assert erased != before
    take(other, lines(said()))
    taken = conversations.rewritten(store)
    assert taken != erased
    undo.undo(other)
    assert conversations.rewritten(store) != taken
