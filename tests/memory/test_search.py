"""The search index: what is found and in which order, and that nothing removed stays."""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.memory import search
from pet.memory.search import Entry
from tests.bench.bench_search import Talk, entries
from tests.memory import sentences


@pytest.fixture
def connection(tmp_path):
    with closing(sqlite3.connect(tmp_path / "search.db", isolation_level=None)) as opened:
        opened.execute("PRAGMA synchronous = OFF")  # these tests do not pull the plug
        search.prepare(opened)
        yield opened


def ids(connection, words, limit=5, **options):
    return [hit.id for hit in search.search(connection, words, limit, **options)]


def texts(*lines, kind="memo"):
    return [Entry(kind, number, line) for number, line in enumerate(lines, start=1)]


@pytest.mark.parametrize("name", ["korean", "korean_held_out"])
def test_korean_texts_are_found_among_others(connection, name):
    rows = sentences.read(f"{name}_texts")
    search.rebuild(connection, [Entry("memo", row["id"], row["text"]) for row in rows])
    recalls, precisions, missed = defaultdict(list), defaultdict(list), []
    for row in sentences.read(f"{name}_queries"):
        found, wanted = ids(connection, row["query"]), set(row["ids"])
        recalls[row["kind"]].append(len(wanted & set(found)) / len(wanted))
        precisions[row["kind"]].append(len(wanted & set(found)) / max(1, len(found)))
        if not wanted <= set(found):
            missed.append((row["kind"], row["query"], sorted(wanted), found))
    assert len(recalls) == 12
    assert mean(recalls) >= 0.95, missed
    assert mean(precisions) >= 0.75, {kind: mean({kind: p}) for kind, p in precisions.items()}


def mean(scores):
    every = [score for kind in scores.values() for score in kind]
    return sum(every) / len(every)


def test_english_talk_is_found_by_questions(connection):
    rows = sentences.read("english_turns")
    search.rebuild(
        connection, [Entry("turn", row["id"], row["text"], row["after"]) for row in rows]
    )
    missed = []
    questions = sentences.read("english_questions")
    for row in questions:
        if not set(row["ids"]) & set(ids(connection, row["query"], 10)):
            missed.append(row["query"])
    assert len(missed) / len(questions) <= 0.05, missed


def test_all_the_words_stand_before_some_of_them(connection):
    search.rebuild(connection, texts("금요일에 만나", "배포는 금요일", "배포를 미뤘어", "아무것도"))
    assert ids(connection, "금요일 배포")[0] == 2
    assert set(ids(connection, "금요일 배포")) == {1, 2, 3}
    scores = [hit.score for hit in search.search(connection, "금요일 배포")]
    assert scores == sorted(scores, reverse=True)


def test_a_turn_is_found_by_the_words_of_the_turn_before_it(connection):
    search.add(
        connection,
        [
            Entry("turn", 1, "우리 강아지 초코가 아파"),
            Entry("turn", 2, "병원에 데려갔어", after=1),
            Entry("turn", 3, "이제 괜찮대", after=2),
        ],
    )
    assert ids(connection, "초코") == [1, 2]
    assert ids(connection, "병원") == [2, 3]


def test_kinds_are_told_apart_and_can_be_chosen(connection):
    search.add(connection, [Entry("memo", 7, "커피"), Entry("turn", 7, "커피 마셨어")])
    search.add(connection, [Entry("profile", 7, "커피"), Entry("summary", 7, "커피 이야기")])
    assert {(hit.kind, hit.id) for hit in search.search(connection, "커피")} == {
        ("memo", 7),
        ("turn", 7),
        ("profile", 7),
        ("summary", 7),
    }
    assert [hit.kind for hit in search.search(connection, "커피", kinds=["memo"])] == ["memo"]
    assert search.search(connection, "커피", kinds=[]) == ()
    assert search.count(connection) == {"turn": 1, "summary": 1, "profile": 1, "memo": 1}


def test_an_entry_added_again_is_replaced(connection):
    search.add(connection, [Entry("memo", 1, "사과를 좋아해"), Entry("memo", 2, "포도")])
    search.add(connection, [Entry("memo", 1, "수박을 좋아해")])
    assert ids(connection, "사과") == []
    assert ids(connection, "수박") == [1]


def test_a_changed_turn_lends_its_new_words_to_the_next(connection):
    search.add(connection, [Entry("turn", 1, "사과"), Entry("turn", 2, "응", after=1)])
    search.add(connection, [Entry("turn", 1, "수박")])
    assert ids(connection, "사과") == []
    assert ids(connection, "수박") == [1, 2]


def test_what_is_removed_is_not_found_also_not_by_the_turn_after_it(connection):
    search.add(connection, [Entry("turn", 1, "비밀 이야기"), Entry("turn", 2, "그래", after=1)])
    search.remove(connection, "turn", [1, 99])
    assert ids(connection, "비밀") == []
    assert ids(connection, "그래") == [2]
    assert search.is_sound(connection)


def test_after_scrubbing_no_byte_of_what_was_removed_is_left(connection, tmp_path):
    secret = "zqxcanary 카나리아노래"
    others = [Entry("turn", number, f"다른 말 {number} other words") for number in range(2, 400)]
    search.add(connection, [Entry("turn", 1, secret), *others, Entry("turn", 400, "네", after=1)])
    file = tmp_path / "search.db"
    assert b"zqxcanary" in file.read_bytes()
    search.remove(connection, "turn", [1])
    search.scrub(connection)
    left = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for piece in ("zqxcanary", "카나리아", "카나", "나리"):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert piece.encode(encoding) not in left, (piece, encoding)
    assert search.is_sound(connection)
    assert len(ids(connection, "other words", limit=1000)) == 398


def test_an_index_of_another_version_is_made_anew(tmp_path):
    file = tmp_path / "search.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as first:
        assert search.prepare(first) is False
        search.rebuild(first, texts("사과"))
        assert search.prepare(first) is True
        assert ids(first, "사과") == [1]
        first.execute(f"PRAGMA user_version = {search.VERSION + 1}")
        assert not search.is_sound(first)
        assert search.prepare(first) is False
        assert ids(first, "사과") == []


def test_a_damaged_index_is_seen(connection, tmp_path):
    search.rebuild(connection, texts(*(f"말 {number} 하나" for number in range(500))))
    assert search.is_sound(connection)
    connection.execute("DELETE FROM words_data WHERE id > 100")
    assert not search.is_sound(connection)


def test_the_transaction_is_the_callers(connection):
    search.add(connection, texts("사과"))
    connection.execute("BEGIN IMMEDIATE")
    search.add(connection, [Entry("memo", 2, "포도")])
    search.remove(connection, "memo", [1])
    search.scrub(connection)
    connection.execute("ROLLBACK")
    assert ids(connection, "사과 포도") == [1]
    connection.execute("BEGIN IMMEDIATE")
    search.rebuild(connection, texts("수박"))
    connection.execute("ROLLBACK")
    assert ids(connection, "사과") == [1]


def test_rare_words_are_found_where_common_ones_stand_everywhere(connection, monkeypatch):
    monkeypatch.setattr(search, "_MOST_RANKED", 20)
    lines = [f"오늘 회의 {number}" for number in range(200)]
    lines[3] = "오늘 회의 때 펭귄을 봤어"
    search.rebuild(connection, texts(*lines, kind="turn"))
    assert ids(connection, "오늘 펭귄 회의")[0] == 4
    assert len(ids(connection, "회의", limit=10)) == 10
    search.add(connection, [Entry("memo", 1, "회의는 싫어")])
    assert ("memo", 1) in {(hit.kind, hit.id) for hit in search.search(connection, "회의", 30)}


def test_search_is_quick_among_thousands_of_turns(connection):
    """The long form, with 100,000 turns, is tests/bench/bench_search.py."""
    talk = Talk(7)
    connection.execute("BEGIN")
    search.rebuild(connection, entries(talk, 3000))
    connection.execute("COMMIT")
    took = []
    for _ in range(60):
        query = talk.query()
        began = time.perf_counter()
        search.search(connection, query)
        took.append(time.perf_counter() - began)
    # A few milliseconds when the machine has nothing else to do.
    assert sorted(took)[56] < 0.15


PIECES = st.sampled_from(
    ["사과", "포도", "apple", "grapes", "우리집", "12", "C++", "다크", "모드", "물"]
)
LINES = st.lists(PIECES, min_size=1, max_size=4).map(" ".join)
STEPS = st.lists(
    st.tuples(st.integers(1, 8), st.none() | LINES, st.none() | st.integers(1, 8)), max_size=24
)


@settings(max_examples=60)
@given(STEPS)
def test_after_any_changes_the_index_is_what_a_rebuild_would_make(steps):
    """Each step adds, changes or (without a text) removes a turn."""
    known: dict[int, Entry] = {}
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as grown,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh,
    ):
        search.prepare(grown)
        for id_, text, after in steps:
            if text is None:
                search.remove(grown, "turn", [id_])
                known.pop(id_, None)
                known = {
                    one.id: Entry("turn", one.id, one.text, None if one.after == id_ else one.after)
                    for one in known.values()
                }
            else:
                before = after if after in known and after != id_ else None
                known[id_] = Entry("turn", id_, text, before)
                search.add(grown, [known[id_]])
        search.prepare(fresh)
        search.add(fresh, [Entry("turn", one.id, one.text) for one in known.values()])
        search.add(fresh, known.values())
        assert search.is_sound(grown)
        for words in ("사과", "apple", "포도 grape", "우리 집", "다크모드", "12", "c++"):
            assert search.search(grown, words) == search.search(fresh, words)
