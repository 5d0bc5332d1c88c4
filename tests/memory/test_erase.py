"""Erasing for good: no byte stays in the folder, and nothing comes back."""

from __future__ import annotations

import unicodedata

import pytest

from pet import files
from pet.errors import MemoRefused, NothingFound
from pet.memory import (
    archive,
    archive_files,
    backups,
    drafts,
    erase,
    indexing,
    memos,
    profile,
    reports,
    sessions,
    summaries,
    tombstones,
    turns,
    undo,
)
from pet.memory.profile import ProfileLine, Source

SECRET = "가장 좋아하는 사람은 물결나무"
EARLIER = "예전에는 바람나무였다"


def add(store, text, origin="command", turn=None):
    return memos.add(store, text, origin=origin, turn=turn).memo


def holders(paths, *texts):
    """The files of the folder in which one of *texts* stands, in any encoding it might have."""
    needles = [
        unicodedata.normalize(form, text).encode(encoding)
        for text in texts
        for form in ("NFC", "NFD")
        for encoding in ("utf-8", "utf-16-le", "utf-16-be")
    ]
    return [
        path.name
        for path in paths.root.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    ]


def conclude(store, text, turn):
    """Have the profile say *text*, in a version of its own."""
    lines = profile.snapshot(store).lines
    new = ProfileLine(0, "interest", text, 1, (Source(turn, 0, 4),))
    profile.save(store, (*lines, new), expected=profile.newest(store))


@pytest.fixture
def filled(store, clock):
    """A store in which the secret has been everywhere that it can get."""
    session = sessions.begin(store, "somi").session
    for number in range(20):
        add(store, f"another memo {number} " + "x" * 150)
    memo = add(store, EARLIER)
    turns.record_command(store, session, f"/remember {EARLIER}", "ok", memo=memo.id)
    backups.keep_daily(store)
    memos.change(store, memo.id, SECRET, revision=1)
    memos.pin(store, memo.id, True)
    nfd = unicodedata.normalize("NFD", SECRET)
    turns.record_command(store, session, f"/remember {nfd}", "ok")
    turns.record_command(store, session, "/memories", f"#1 …\n#21 {SECRET}")
    talk = turns.ask(store, session, f"{SECRET}, 기억해줘")
    turns.finish(store, talk, "네, 기억할게요", "done")
    reports.save(store, talk, {"memos": [memo.id]})
    for text in (f"{SECRET}라고 함", "바람을 좋아함"):
        conclude(store, text, talk)
    other = turns.ask(store, session, "오늘 날씨 어때?")
    turns.finish(store, other, "맑아요", "done")
    summaries.save(store, session, "인사를 나눴다.", 1)
    summaries.save(store, session, f"사용자: {SECRET}.", other)
    clock.advance(days=1)
    backups.keep_daily(store)
    clock.advance(days=1)
    memos.forget(store, memo.id)
    add(store, SECRET)
    memos.forget(store, memo.id + 1)
    undo.undo(store)
    backups.keep_daily(store)
    assert indexing.catch_up(store)
    files.write_whole(store.paths.exports / "all.json", archive_files.as_json(archive.of(store), 0))
    return store, session, memo.id + 1, talk


def test_no_byte_of_it_stays_in_the_folder(filled, paths):
    store, _, number, talk = filled
    holding = holders(paths, SECRET)
    assert {"pet.db", "search.db", "all.json"} < set(holding)
    assert len(holding) == 5  # and two backups
    found = erase.mentions(store, number)
    assert found == (talk,)
    erased = erase.erase_memo(store, number, turns=found)
    store.close()
    assert holders(paths, SECRET) == []
    assert erased == erase.Erased(number, turns=4, backups=3)


def test_the_earlier_wordings_of_the_same_memo_go_with_it(filled, paths):
    store, _, number, talk = filled
    erase.erase_memo(store, number, turns=(talk,))
    first = number - 1
    with pytest.raises(NothingFound):
        erase.erase_memo(store, first)  # it said the same, so it went too
    store.close()
    assert holders(paths, SECRET, EARLIER) == []


def test_a_draft_loses_its_words_and_keeps_the_rest(filled, paths):
    store, session, number, talk = filled
    other = sessions.begin(store, "maru").session
    drafts.keep(store, session, f"/remember  {SECRET}\n내일은 {SECRET.replace(' ', '  ')}와 산책")
    drafts.keep(store, other, unicodedata.normalize("NFD", SECRET))
    untouched = sessions.begin(store, "tori").session
    drafts.keep(store, untouched, "다른  말 ")
    backups.keep_daily(store)
    erased = erase.erase_memo(store, number, turns=(talk,))
    assert erased.drafts == 2
    assert drafts.of(store, session) == "/remember\n내일은 와 산책"
    assert drafts.of(store, other) == ""
    assert drafts.of(store, untouched) == "다른  말 "
    store.close()
    assert holders(paths, SECRET) == []


def test_a_full_stop_hides_no_place_where_the_memo_stands(store, paths):
    session = sessions.begin(store, "somi").session
    memo = add(store, "Purple elephants dance.")
    talk = turns.ask(store, session, "I said purple elephants dance at noon")
    turns.finish(store, talk, "So they do.", "done")
    turns.record_command(store, session, "/search elephants dance.", "1 place", echo=True)
    summaries.save(store, session, "Purple elephants dance, the user says", talk)
    drafts.keep(store, session, "Purple elephants dance, milk\nPurple elephants dance. Bread")
    assert erase.carrier(store, memo.id)("purple elephants dance!")
    assert erase.mentions(store, memo.id) == (talk,)
    erased = erase.erase_memo(store, memo.id, turns=(talk,))
    assert (erased.turns, erased.drafts) == (2, 1)
    assert drafts.of(store, session) == ", milk\nBread"
    store.close()
    assert holders(paths, "urple elephants dance") == []


def test_the_texts_of_the_user_s_own_pages_are_known_by_it_before_it_goes(filled):
    store, _, number, _ = filled
    carries = erase.carrier(store, number)
    assert carries(f"그는 {SECRET}  라고 한다".replace("은 ", "은\n"))
    assert not carries("물결나무")


def test_everything_else_stays(filled):
    store, session, number, talk = filled
    before = [memo for memo in memos.everything(store) if memo.id != number]
    erase.erase_memo(store, number)
    assert list(memos.everything(store)) == before
    assert [turn.user_text for turn in turns.talk_after(store, session, 0)] == [
        f"{SECRET}, 기억해줘",
        "오늘 날씨 어때?",
    ]
    assert summaries.latest(store, session).text == "인사를 나눴다."
    assert reports.load(store, talk) == {"memos": [number - 1]}
    assert undo.undo(store).memo.text != SECRET


def test_a_turn_that_goes_takes_the_summaries_that_reach_over_it(store):
    session = sessions.begin(store, "somi").session
    first, second = (turns.ask(store, session, text) for text in ("a", "b"))
    memo = add(store, SECRET, "tool", second)
    summaries.save(store, session, "up to the first", first)
    summaries.save(store, session, "other words for the secret", second)
    erase.erase_memo(store, memo.id, turns=(second,))
    assert summaries.latest(store, session).text == "up to the first"


def test_it_cannot_be_undone_and_its_number_is_not_given_out_again(store):
    add(store, "stays")
    memo = add(store, SECRET)
    memos.pin(store, memo.id, True)
    erase.erase_memo(store, memo.id)
    assert undo.undo(store).memo.text == "stays"
    assert add(store, "next").id == memo.id + 1
    with pytest.raises(NothingFound):
        erase.erase_memo(store, memo.id)


def test_a_tombstone_stops_every_automatic_path_and_yields_to_the_user(store):
    session = sessions.begin(store, "somi").session
    turn = turns.ask(store, session, "…")
    memo = add(store, SECRET, "tool", turn)
    erase.erase_memo(store, memo.id)
    spelled = unicodedata.normalize("NFD", f" {SECRET} ")
    assert tombstones.is_buried(store, spelled)
    assert tombstones.buried_turns(store) == {turn}
    for origin in ("tool", "import"):
        with pytest.raises(MemoRefused, match="memo_buried"):
            add(store, spelled, origin)
    assert add(store, SECRET).text == SECRET
    assert not tombstones.is_buried(store, SECRET)


REMOVED = "Ask about the garden."
OTHER_SPELLINGS = (
    "ask about the garden",
    "Ask  about the  garden!!",
    "“Ask about the garden…”",
    "Ask about the gar\u200bden",
    "\u3164Ask about the\u00a0garden\ufe0f.",
    "Ａｓｋ ａｂｏｕｔ ｔｈｅ ｇａｒｄｅｎ。",
    "Askabout thegarden",
)


@pytest.mark.parametrize("gone", [erase.erase_memo, memos.forget])
@pytest.mark.parametrize("spelled", OTHER_SPELLINGS)
def test_another_spelling_does_not_bring_it_back(store, gone, spelled):
    memo = add(store, REMOVED)
    gone(store, memo.id)
    for origin in ("tool", "import"):
        with pytest.raises(MemoRefused, match="memo_buried"):
            add(store, spelled, origin)
    conclude(store, spelled, sessions.begin(store, "somi").session)
    assert profile.current_lines(store) == ()
    assert add(store, spelled).text  # the user's own hand
    assert not tombstones.is_buried(store, REMOVED)


@pytest.mark.parametrize("other", ["Ask about the gardener", "Ask about the garden+", "Ask: 1"])
def test_another_text_is_not_taken_for_it(store, other):
    erase.erase_memo(store, add(store, REMOVED).id)
    assert add(store, other, "tool").text == other


def test_signs_that_tell_names_apart_count(store):
    erase.erase_memo(store, add(store, "I write C++").id)
    for text in ("I write C", "I write C#"):
        assert add(store, text, "tool").text == text


def test_a_tombstone_of_an_earlier_version_still_holds(store):
    """Up to now the hash was one of the folded text alone."""
    old = store.read(lambda connection: tombstones.digest_of(connection, REMOVED))
    store.write(lambda connection: tombstones.bury(connection, [old], (), 1))
    with pytest.raises(MemoRefused, match="memo_buried"):
        add(store, f" {REMOVED.upper()} ", "import")
    add(store, REMOVED)
    assert not tombstones.is_buried(store, REMOVED)


def test_forgotten_ones_that_differ_in_spelling_are_erased_with_it(store, paths):
    for text in OTHER_SPELLINGS[:2]:
        memos.forget(store, add(store, text).id)
    erase.erase_memo(store, add(store, REMOVED).id)
    store.close()
    assert holders(paths, REMOVED, *OTHER_SPELLINGS[:2]) == []


def test_a_wording_that_is_another_memo_now_is_left_to_it(store):
    first = add(store, "wording one")
    memos.change(store, first.id, "wording two", revision=1)
    add(store, "wording one")
    erase.erase_memo(store, first.id)
    assert [memo.text for memo in memos.everything(store)] == ["wording one"]
    assert not tombstones.is_buried(store, "wording one")
    assert tombstones.is_buried(store, "wording two")


def test_a_forgotten_one_can_be_erased_and_a_living_one_that_says_the_same_stays(store, paths):
    add(store, SECRET)
    memos.forget(store, 1)
    add(store, SECRET)
    backups.keep_daily(store)
    erase.erase_memo(store, 1)
    assert [memo.id for memo in memos.everything(store)] == [2]
    assert store.rows("SELECT id FROM memos") == [(2,)]
    erase.erase_memo(store, 2)
    store.close()
    assert holders(paths, SECRET) == []


def test_a_command_about_the_memo_goes_even_if_it_shows_only_a_part_of_it(store):
    session = sessions.begin(store, "somi").session
    memo = add(store, SECRET)
    turns.record_command(store, session, "/forget 물결", f"{SECRET[:9]}…", memo=memo.id)
    turns.record_command(store, session, "/help", "…")
    erase.erase_memo(store, memo.id)
    assert store.rows("SELECT user_text FROM turns") == [("/help",)]


def test_a_restored_backup_brings_neither_the_memo_nor_its_source_back(
    store, paths, open_store, clock
):
    session = sessions.begin(store, "somi").session
    turn = turns.ask(store, session, "…")
    backups.keep_daily(store)
    memo = add(store, SECRET, "tool", turn)
    erase.erase_memo(store, memo.id)
    store.close()
    paths.database.unlink()
    again = open_store()
    assert again.notices == ("store.restored",)
    assert memos.everything(again) == ()
    assert tombstones.is_buried(again, SECRET)
    assert tombstones.buried_turns(again) == {turn}


def test_a_backup_that_cannot_be_read_is_dropped(store, paths):
    memo = add(store, SECRET)
    backup = backups.keep_daily(store)
    backup.write_bytes(backup.read_bytes()[:5000])
    erase.erase_memo(store, memo.id)
    assert backups.listed(paths) == []


def test_what_was_put_aside_as_damaged_goes_too(store, paths, open_store):
    add(store, SECRET)
    backups.keep_daily(store)
    store.close()
    paths.database.write_bytes(paths.database.read_bytes()[:-4096])
    again = open_store()
    assert again.notices == ("store.restored",)
    assert holders(paths, SECRET)
    erase.erase_memo(again, 1)
    again.close()
    assert holders(paths, SECRET) == []


def test_a_copy_that_died_before_the_index_was_scrubbed_leaves_that_to_the_next_start(
    store, paths, open_store
):
    add(store, SECRET)
    assert indexing.catch_up(store)
    store.run("INSERT INTO meta (key, value) VALUES ('rewrite_wanted', '1')")
    store.run("DELETE FROM undo")
    store.run("DELETE FROM memos")
    store.close()
    assert holders(paths, SECRET) == ["search.db"]
    open_store().close()
    assert holders(paths, SECRET) == []


def test_a_copy_that_died_before_the_rewrite_leaves_it_to_the_next_start(store, paths, open_store):
    store.run("INSERT INTO meta (key, value) VALUES ('rewrite_wanted', '1')")
    store.run("CREATE TABLE ballast AS SELECT randomblob(100000) AS noise")
    store.run("DROP TABLE ballast")
    size = paths.database.stat().st_size
    store.close()
    again = open_store()
    assert again.rows("SELECT 1 FROM meta WHERE key = 'rewrite_wanted'") == []
    assert paths.database.stat().st_size < size


def test_words_that_were_looked_for_go_with_what_they_stand_in(store, paths):
    session = sessions.begin(store, "somi").session
    memo = add(store, SECRET)
    turns.record_command(store, session, "/search 물결나무", "1 place", echo=True)
    turns.record_command(store, session, "/search 바람", "nothing", echo=True)
    erase.erase_memo(store, memo.id)
    left = [turn.user_text for turn in turns.shown(store, session, 9)]
    store.close()
    assert left == ["/search 바람"]
    assert holders(paths, "물결나무") == []


def test_exports_that_lie_behind_a_link_go_too(store, paths, tmp_path):
    memo = add(store, SECRET)
    elsewhere = tmp_path / "elsewhere"
    files.make_private_folder(elsewhere / "older")
    paths.exports.symlink_to(elsewhere)
    for place in (paths.exports / "all.md", elsewhere / "older" / "all.md"):
        files.write_whole(place, SECRET.encode())
    erase.erase_memo(store, memo.id)
    assert list(elsewhere.iterdir()) == []


def test_one_damaged_letter_keeps_nothing_from_being_erased(store, paths):
    session = sessions.begin(store, "somi").session
    turns.ask(store, session, "hello")
    memo = add(store, SECRET)
    store.run("UPDATE turns SET user_text = CAST(x'41ff42' AS TEXT)")
    backups.keep_daily(store)
    assert erase.mentions(store, memo.id) == ()
    erase.erase_memo(store, memo.id)
    store.close()
    assert holders(paths, SECRET) == []
