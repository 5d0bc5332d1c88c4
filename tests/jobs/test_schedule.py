"""When a night is due: late after a sleep, once after a change of the clocks, never twice."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pet.jobs import schedule

SEOUL = ZoneInfo("Asia/Seoul")
NEW_YORK = ZoneInfo("America/New_York")  # 2026: forward on 8 March at 2, back on 1 November at 2
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")  # half an hour, both ways


def at(text, zone=SEOUL, fold=0):
    return datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold)


@pytest.mark.parametrize(
    ("now", "last", "due"),
    [
        ("2026-03-02 03:00", None, True),
        ("2026-03-02 03:00", "2026-03-01 03:05", True),
        ("2026-03-02 02:59", "2026-03-01 03:05", False),
        ("2026-03-02 23:59", "2026-03-02 03:00", False),
        ("2026-03-03 01:00", "2026-03-02 03:00", False),  # after midnight it is the same night
        ("2026-03-03 03:00", "2026-03-02 14:00", True),  # one that was late moves nothing
        ("2026-03-09 11:30", "2026-03-02 03:00", True),  # a week of sleep: one, not seven
        ("2026-03-02 05:00", "2026-03-02 02:00", True),
        ("2026-03-01 12:00", "2026-03-02 03:00", False),  # the clock went back a little
        ("2026-03-02 12:00", "2031-01-01 03:00", True),  # it was years ahead when the last one ran
    ],
)
def test_a_night_is_due_once_its_hour_has_passed(now, last, due):
    assert schedule.is_due(at(now), last and at(last)) is due


@pytest.mark.parametrize("zone", [SEOUL, NEW_YORK, LORD_HOWE, UTC, timezone(timedelta(hours=-11))])
@pytest.mark.parametrize("hour", [time(2, 30), time(3), time(1, 45)])
def test_asked_every_hour_of_a_year_there_is_one_night_for_each_date(zone, hour):
    moment = datetime(2026, 1, 1, 12, tzinfo=zone).astimezone(UTC)
    last = None
    nights = []
    for _ in range(366 * 24):
        moment += timedelta(hours=1)
        # as the system clock tells it: the offset of now, not the zone
        now = moment.astimezone(zone)
        now = now.replace(tzinfo=timezone(now.utcoffset()))
        if schedule.is_due(now, last, hour):
            last = now
            nights.append(schedule.night_of(now, hour))
    assert nights[0] == date(2026, 1, 1)
    assert nights == [nights[0] + timedelta(days=n) for n in range(len(nights))]
    assert len(nights) >= 366


def test_the_hour_that_never_happens_is_passed_over_to_the_next():
    last = at("2026-03-07 02:30", NEW_YORK)
    before = at("2026-03-08 01:59", NEW_YORK)
    after = (before.astimezone(UTC) + timedelta(minutes=1)).astimezone(NEW_YORK)
    assert after.time() == time(3)
    assert not schedule.is_due(before, last, time(2, 30))
    assert schedule.is_due(after, last, time(2, 30))


def test_the_hour_that_happens_twice_has_one_night():
    last = at("2026-10-31 01:30", NEW_YORK)
    first = at("2026-11-01 01:30", NEW_YORK)
    second = at("2026-11-01 01:30", NEW_YORK, fold=1)
    assert schedule.is_due(first, last, time(1, 30))
    assert not schedule.is_due(second, first, time(1, 30))


def test_a_journey_to_the_west_has_no_second_night_of_the_same_hour():
    ran = at("2026-03-10 03:05", SEOUL)
    landed = at("2026-03-09 14:10", NEW_YORK)
    assert not schedule.is_due(landed, ran)
    assert not schedule.is_due(at("2026-03-10 03:00", NEW_YORK), ran)
    assert schedule.is_due(at("2026-03-11 03:00", NEW_YORK), ran)


@settings(max_examples=100)
@given(
    st.datetimes(*(datetime(year, 1, 1) for year in (2020, 2030))),  # noqa: DTZ001 - as it wants
    st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=40)),
    st.times(),
    st.sampled_from([SEOUL, NEW_YORK, LORD_HOWE, UTC]),
)
def test_after_a_run_it_is_due_within_a_day_and_a_bit_and_not_again_at_once(start, gap, hour, zone):
    ran = start.replace(tzinfo=UTC).astimezone(zone)
    now = (ran.astimezone(UTC) + gap).astimezone(zone)
    assert not schedule.is_due(ran, ran, hour)
    if gap > timedelta(hours=26):
        assert schedule.is_due(now, ran, hour)
    due = schedule.is_due(now, ran, hour)
    assert due == (schedule.night_of(now, hour) > schedule.night_of(ran, hour))


def test_who_was_away_for_more_than_a_week_was_not_there():
    now = at("2026-03-09 03:00")
    assert schedule.was_there(now, at("2026-03-02 03:00"))
    assert not schedule.was_there(now, at("2026-03-02 02:59"))
    assert not schedule.was_there(now, None)
    assert not schedule.was_there(now, at("2027-03-02 03:00"))


def test_it_is_quiet_ten_minutes_after_the_last_word():
    now = at("2026-03-02 03:00")
    assert schedule.is_quiet(now, None)
    assert schedule.is_quiet(now, at("2026-03-02 02:50"))
    assert not schedule.is_quiet(now, at("2026-03-02 02:50:01"))
    assert not schedule.is_quiet(now, at("2026-03-02 03:09"))


@pytest.mark.parametrize(
    ("now", "following"),
    [
        ("2026-03-02 12:00", "2026-03-03 03:00"),
        ("2026-03-02 02:59", "2026-03-02 03:00"),
        ("2026-03-02 03:00", "2026-03-03 03:00"),
        ("2026-12-31 23:00", "2027-01-01 03:00"),
    ],
)
def test_the_next_night_follows_on_the_one_that_was(now, following):
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert f"{schedule.next_night(moment):%Y-%m-%d %H:%M}" == following
