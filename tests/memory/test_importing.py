"""Export and import: everything comes back, nothing twice, and nothing that was removed."""

from __future__ import annotations

import json
import time

import pytest

from pet.memory import (
    archive,
    archive_files,
    erase,
    finding,
    import_turns,
    memos,
    profile,
    sessions,
    summaries,
    turns,
    undo,
    unread,
)
from pet.memory.archive_reading import Refused
from pet.memory.imported import Withdrawn
from pet.memory.profile import ProfileLine, Source
from tests.bench.bench_search import Talk
from tests.memory.archives import as_json, dump, lines, look, said, take


@pytest.fixture
def lived_in(store, clock):
    session = sessions.begin(store, "somi").session
    turn = turns.ask(store, session, "나는 매일 수영해")
    turns.finish(store, turn, "멋져요!", "done")
    clock.advance(minutes=1)
    other = turns.ask(store, session, "내 메일은 me@example.org")
    turns.finish(store, other, "네", "done")
    summaries.save(store, session, "수영 이야기", other)
    memo = memos.add(store, "존댓말로 해줘", origin="command", turn=turn).memo
    turns.record_command(store, session, "/기억 존댓말로 해줘", "ok", memo=memo.id)
    memos.pin(store, memo.id, True)
    memos.add(store, "프로젝트는 정원 일기", origin="window")
    line = ProfileLine(0, "interest", "매일 수영함", 5, (Source(turn, 0, 8),))
    profile.save(store, (line,), expected=0)
    return store


def test_everything_comes_back_in_another_home(lived_in, elsewhere):
    report = take(elsewhere, as_json(lived_in))
    assert dump(elsewhere) == dump(lived_in)
    assert (report.memos.added, report.turns.added, report.sessions.added) == (2, 3, 1)
    assert (report.summaries.added, report.profile.added) == (1, 1)
    assert (report.refused, report.blanked) == ((), 0)
    assert {memo.origin for memo in memos.everything(elsewhere)} == {"import"}
    assert {hit.kind for hit in finding.search(elsewhere, "수영")} == {
        "turn",
        "summary",
        "profile",
    }


def test_a_second_time_adds_nothing(lived_in, elsewhere):
    content = as_json(lived_in)
    take(elsewhere, content)
    before = dump(elsewhere)
    again = take(elsewhere, content)
    assert again.added == 0
    assert (again.memos.already, again.turns.already, again.summaries.already) == (2, 3, 1)
    assert dump(elsewhere) == before
    assert take(lived_in, content).added == 0  # at home it is all there
    assert isinstance(undo.undo(elsewhere), Withdrawn)  # the first one: the second made no entry


def test_a_dry_run_says_what_would_be_and_changes_nothing(lived_in, elsewhere):
    content = as_json(lived_in)
    would = look(elsewhere, content)
    assert dump(elsewhere) == ([], (), [])
    assert take(elsewhere, content) == would
    assert memos.add(elsewhere, "next", origin="command").memo.id == 3


def test_one_undo_takes_all_of_it_back_and_it_can_be_imported_again(lived_in, elsewhere):
    memos.add(elsewhere, "이미 있던 메모", origin="command")
    before = dump(elsewhere)
    content = as_json(lived_in)
    take(elsewhere, content)
    assert undo.undo(elsewhere) == Withdrawn(memos=2, turns=3, sessions=1, lines=1)
    assert dump(elsewhere) == before
    assert finding.search(elsewhere, "수영") == ()
    assert take(elsewhere, content).added == 8
    assert [memo.id for memo in memos.everything(elsewhere)] == [4, 1, 5]


def test_lines_are_turns_under_the_name_of_their_session(store):
    content = lines(
        said("제주도에 가고 싶어", "좋죠!"),
        said("언제 갈까?", "4월 어때요?", at="2026-03-01T10:01:00+09:00"),
        said("other", "talk", session="work/1", at="2026-03-01T01:00:00Z"),
    )
    report = take(store, content)
    assert (report.turns.added, report.sessions.added) == (3, 2)
    hits = finding.search(store, "제주도")
    assert [hit.session_name for hit in hits] == ["여행", "여행"]
    assert [hit.at_ms for hit in hits] == [1772326800000, 1772326860000]
    assert take(store, content).added == 0


def test_the_talk_written_as_lines_reads_back_and_is_known_at_home(lived_in, elsewhere):
    content = archive_files.as_lines(archive.of(lived_in))
    assert [json.loads(line)["user"] for line in content.decode().splitlines()] == [
        "나는 매일 수영해",
        "내 메일은 me@example.org",
    ]
    assert take(elsewhere, content).turns.added == 2
    assert archive_files.as_lines(archive.of(elsewhere)) == content
    assert take(lived_in, content).added == 0


def test_a_line_said_twice_is_two_turns(store):
    content = lines(said("응", "네"), said("응", "네"))
    assert take(store, content).turns.added == 2
    assert take(store, content).added == 0


def test_a_time_without_a_zone_is_utc(store):
    take(store, lines(said(at="2026-03-01T10:00:00"), said("b", at="2026-03-02")))
    assert store.rows("SELECT created_ms FROM turns ORDER BY id") == [
        (1772359200000,),
        (1772409600000,),
    ]


def test_an_imported_session_is_never_gone_on_with_or_read_by_the_night(store, clock):
    take(store, lines(said(at=clock.now().isoformat())))
    assert sessions.look(store, "somi") == 0
    assert store.rows("SELECT source FROM turns") == [("dropped",)]


def test_older_talk_that_is_imported_is_not_what_a_new_session_goes_on_with(
    lived_in, elsewhere, clock
):
    clock.advance(days=1)
    own = sessions.begin(elsewhere, "somi")
    summaries.save(elsewhere, own.session, "어제 이야기", turns.ask(elsewhere, own.session, "…"))
    take(elsewhere, as_json(lived_in))
    sessions.end(elsewhere, own)
    new = sessions.begin(elsewhere, "somi").session
    assert summaries.last_of_persona(elsewhere, "somi", new).text == "어제 이야기"


def test_no_more_than_thirty_memos(store, elsewhere):
    for number in range(20):
        memos.add(store, f"내 것 {number}", origin="command")
        memos.add(elsewhere, f"다른 것 {number}", origin="command")
    report = take(store, as_json(elsewhere))
    assert (report.memos.added, len(memos.everything(store))) == (10, 30)
    assert report.refused == tuple(Refused("memo", place, "full") for place in range(11, 21))


def test_sensitive_values_do_not_come_in(store):
    value = {
        "format": "desktop-pet-memory",
        "version": 1,
        "memos": [{"text": "내 비밀번호는 hunter2!", "created": "2026-03-01T00:00:00Z"}],
        "profile": [
            {"topic": "other", "text": "주민번호 900101-1234567", "observed": "2026-03-01"}
        ],
    }
    report = take(store, json.dumps(value).encode())
    assert report.refused == (Refused("memo", 1, "sensitive"), Refused("profile", 1, "sensitive"))
    report = take(store, lines(said("내 카드는 4111 1111 1111 1111"), said("메일은 a@b.co")))
    assert (report.turns.added, report.blanked) == (2, 1)
    assert store.rows("SELECT user_text FROM turns") == [("내 카드는 □□□",), ("메일은 a@b.co",)]


def test_what_was_forgotten_does_not_come_back(lived_in):
    content = as_json(lived_in)
    memos.forget(lived_in, 1)
    report = take(lived_in, content)
    assert report.refused == (Refused("memo", 1, "buried"),)
    assert report.added == 0
    assert [memo.id for memo in memos.everything(lived_in)] == [2]


def test_what_was_erased_does_not_come_back_in_any_file(lived_in, paths):
    whole, talk = as_json(lived_in), archive_files.as_lines(archive.of(lived_in))
    (chosen,) = lived_in.rows("SELECT id FROM turns WHERE user_text LIKE '나는%'")
    erase.erase_memo(lived_in, 1, turns=chosen)
    report = take(lived_in, whole)
    assert {(one.what, one.reason) for one in report.refused} >= {
        ("memo", "buried"),
        ("turn", "buried"),
    }
    assert report.memos.added == report.turns.added == 0
    stolen = lines(said("/기억 존댓말로 해줘"), said("존댓말로 해줘\n응?"))
    assert {one.reason for one in take(lived_in, stolen).refused} == {"buried"}
    assert take(lived_in, talk).turns.added == 0
    assert "존댓말".encode() not in paths.database.read_bytes()


def test_not_even_where_the_file_spells_it_in_another_way(lived_in):
    memos.forget(lived_in, 1)
    erase.erase_memo(lived_in, memos.add(lived_in, "I like tea.", origin="command").memo.id)
    value = {
        "format": "desktop-pet-memory",
        "version": 1,
        "memos": [
            {"text": text, "created": "2026-03-01T00:00:00Z"}
            for text in ("존댓말로 해 줘~", "Ｉ like tea", "I like tea, too")
        ],
    }
    report = take(lived_in, json.dumps(value).encode())
    assert report.refused == (Refused("memo", 1, "buried"), Refused("memo", 2, "buried"))
    assert report.memos.added == 1
    spoken = lines(said("/remember i like  tea"), said("I like tea!"))
    assert [one.reason for one in take(lived_in, spoken).refused] == ["buried", "buried"]
    value["memos"] = [{"text": "I like tea; too.", "created": "2026-03-01T00:00:00Z"}] * 2
    assert take(lived_in, json.dumps(value).encode()).memos.added == 1
    again = take(lived_in, json.dumps(value).encode())
    assert (again.memos.added, again.memos.already) == (0, 2)


def test_a_rejected_line_of_the_profile_stays_away(lived_in):
    content = as_json(lived_in)
    profile.reject(lived_in, 1)
    assert take(lived_in, content).refused == (Refused("profile", 1, "buried"),)
    assert profile.current_lines(lived_in) == ()


def test_six_thousand_turns_take_less_than_ten_seconds(store):
    talk = Talk(3)
    content = lines(
        *(
            said(*talk.turn().split("\n", 1), session=f"s{number // 20}", at=_at(number))
            for number in range(6000)
        )
    )
    began = time.process_time()  # a machine that is busy with other things does not count
    report = take(store, content)
    assert report.turns.added == 6000
    assert time.process_time() - began < 10
    assert report.sessions.added == 300


def _at(minute):
    return f"2026-03-{1 + minute // 1440:02d}T{minute // 60 % 24:02d}:{minute % 60:02d}:00Z"


def test_a_hostile_file_is_taken_or_refused_part_by_part(store):
    turn = {"persona": "somi", "user": "안녕", "reply": "네", "at": "2026-03-01T10:00:00+09:00"}
    uuids = [f"11111111-1111-4111-8111-11111111111{number}" for number in range(3)]
    line = {"topic": "other", "text": "likes tea", "observed": turn["at"]}
    value = {
        "format": archive.FORMAT,
        "version": archive.VERSION,
        "profile": [
            {**line, "said": [["\ud800", 0, 3]]},
            {**line, "text": "sings", "event": "2026-W01-1", "precision": "day"},
        ],
        "sessions": [
            {
                "persona": "somi",
                "uuid": uuids[0],
                "turns": [{**turn, "uuid": uuids[1]}, {**turn, "uuid": uuids[1], "user": "또"}],
            }
        ],
    }
    report = take(store, json.dumps(value).encode())
    assert (report.turns.added, report.turns.already) == (1, 1)
    assert [(one.text, one.event) for one in archive.of(store).profile] == [
        ("likes tea", None),
        ("sings", None),
    ]


def test_a_session_that_goes_by_another_name_is_known_again(store):
    value = {
        "format": archive.FORMAT,
        "version": archive.VERSION,
        "sessions": [
            {
                "name": "산",
                "persona": "somi",
                "uuid": import_turns.made_session("강"),
                "turns": [{key: said()[key] for key in ("persona", "user", "reply", "at")}],
            }
        ],
    }
    take(store, json.dumps(value).encode())
    report = take(store, lines(said("그리고", session="강")))
    assert (report.sessions.added, report.sessions.already, report.turns.added) == (0, 1, 1)


def test_talk_from_years_ahead_neither_ends_the_nights_nor_leads_the_summaries(store, clock):
    session = sessions.begin(store, "somi")
    turn = turns.ask(store, session.session, "나는 매일 수영해")
    turns.finish(store, turn, "멋져요!", "done")
    summaries.save(store, session.session, "수영 이야기", turn)
    sessions.end(store, session)
    spoken_ms = unread.last_words_ms(store)
    uuids = [f"11111111-1111-4111-8111-11111111111{number}" for number in range(3)]
    ahead = "2199-12-31T00:00:00+00:00"
    value = {
        "format": archive.FORMAT,
        "version": archive.VERSION,
        "sessions": [
            {
                "persona": "somi",
                "uuid": uuids[0],
                "turns": [
                    {"persona": "somi", "user": "a", "reply": "b", "at": ahead, "uuid": uuids[1]}
                ],
                "summaries": [{"text": "ahead", "uuid": uuids[2], "upto": uuids[1], "at": ahead}],
            }
        ],
    }
    assert take(store, json.dumps(value).encode()).summaries.added == 1
    assert unread.last_words_ms(store) == spoken_ms
    now = sessions.begin(store, "somi").session
    assert summaries.last_of_persona(store, "somi", now).text == "수영 이야기"
