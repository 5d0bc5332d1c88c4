"""Search terms: what the index holds, and that no input makes a bad query."""

from __future__ import annotations

import sqlite3
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pet.memory.english import stem
from pet.memory.terms import indexed, queries, stages


@pytest.fixture(scope="module")
def table():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='ascii')")
    yield connection
    connection.close()


def finds(words, text):
    """Whether the strict stages find the text: all the words, no other endings, no pieces."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='ascii')")
    connection.execute("INSERT INTO t VALUES (?)", (indexed(text),))
    rows = [
        connection.execute("SELECT 1 FROM t WHERE t MATCH ?", (stage.match,)).fetchall()
        for stage in stages(words)
        if stage.wanted > 2 and len(stage.alternatives) == 1
    ]
    connection.close()
    return any(rows)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("집", "집"),
        ("배포를", "배포 포를 z포"),
        ("다크 모드", "다크 x크모 모드 z크 z드"),
        ("물을 마셔", "물을 x을마 마셔 물 z셔"),
        ("Notion에 적어", "notion 적어 z어"),
        ("3월 15일", "3 월 15 일"),
        ("C++ and C#", "cplusplus and csharp"),
        ("Café, hiking!", "caf hik"),
        ("🎂", "u1f382"),
        ("한 줄. 다른 줄", "한 x한줄 줄 다른 x른줄 줄 z른"),
        ("", ""),
        ("?!", ""),
    ],
)
def test_a_text_becomes_terms(text, terms):
    assert indexed(text) == terms


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("배포", "배포를 했어"),
        ("배포는", "배포를 했어"),
        ("배포에서도", "금요일 배포"),
        ("고양이", "고양이가 잔다"),
        ("다크모드", "다크 모드를 켰어"),
        ("다크 모드", "다크모드를 켰어"),
        ("방해금지모드", "방해 금지 모드"),
        ("민국", "대한민국"),
        ("notion", "Notion에 적어 뒀어"),
        ("Hermes는", "hermes 가방"),
        ("집", "우리 집에서 봐"),
        ("집", "우리집 마당"),
        ("c++", "C++를 배워"),
        ("#hello", "say hello"),
        ("hike", "we went hiking"),
        ("bought", "I buy bread"),
        ("cafe", "the Café Müller"),
        ("Ｎｏｔｉｏｎ", "notion"),
        ("🎂", "생일 🎂 축하"),
        ("iphone15", "iPhone 15 Pro"),
        ("東京", "東京都"),
        ("привет", "Привет, мир"),
    ],
)
def test_words_find_the_text_in_other_shapes(words, text):
    assert finds(words, text)
    assert finds(unicodedata.normalize("NFD", words), unicodedata.normalize("NFD", text))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("C++", "the letter c"),
        ("고양이", "고향이 멀다"),
        ("수정 ok", "수정했어"),
        ("집", "집중이 안 돼"),
        ("15", "150"),
        ("car", "careful"),
    ],
)
def test_words_do_not_find_what_only_looks_alike(words, text):
    assert not finds(words, text)


@pytest.mark.parametrize(
    "words",
    [
        *("C++", "a-b", '"', "NOT", "(", "*", "AND", "it's", "b:x", "^a", "NEAR(a b)", "🎂", "'"),
        *('""', "a OR", "{a}", "own : x", "-", "+", "\x00", "\ud800", "ㅋㅋ", "ᄒ", "a OR b*"),
        *("a" * 5000, "가" * 5000, "가 " * 5000),
    ],
)
def test_what_people_type_is_never_a_syntax_error(table, words):
    for match in queries(words):
        table.execute("SELECT rowid FROM t WHERE t MATCH ?", (match,)).fetchall()


@given(st.text(max_size=60))
def test_no_text_at_all_is_a_syntax_error(table, words):
    indexed(words)
    for match in queries(words):
        table.execute("SELECT rowid FROM t WHERE t MATCH ?", (match,)).fetchall()


@given(st.text(alphabet="가나다라 마바사abc123", min_size=1, max_size=40))
def test_a_text_is_found_by_itself(text):
    if queries(text):
        assert finds(text, text) or len(set(text.split())) > 20


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ("hike hikes hiked hiking", "hik"),
        ("run runs running ran", "run"),
        ("story stories", "story"),
        ("study studied studies", "study"),
        ("box boxes", "box"),
        ("go goes went gone going", "go"),
        ("buy buys bought buying", "buy"),
        ("make makes made making", "mak"),
        ("quick quickly", "quick"),
        ("this", "this"),
        ("class classes", "class"),
        ("king", "king"),
        ("need", "need"),
        ("fall falls fell falling", "fall"),
    ],
)
def test_english_forms_meet_in_one_stem(forms, expected):
    assert {stem(form) for form in forms.split()} == {expected}


@pytest.mark.parametrize("piece", ["가", "가 ", "a", "a ", "1", "ㅋ", "가a", "🎂", "'", "+", "é"])
def test_long_texts_are_quick(piece):
    text = (piece * 20_000)[:20_000]
    began = time.perf_counter()
    indexed(text)
    queries(text)
    assert time.perf_counter() - began < 3
