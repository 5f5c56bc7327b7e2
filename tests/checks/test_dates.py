from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryrail_lint.checks.dates import Instant, parse

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)
_offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))


@given(
    st.datetimes(timezones=st.just(dt.timezone.utc) | _offsets),
    st.sampled_from("Tt "),
    st.sampled_from(["seconds", "milliseconds", "microseconds"]),
)
def test_agrees_with_datetime(moment: dt.datetime, separator: str, unit: str) -> None:
    text = moment.isoformat(separator, unit)
    since = dt.datetime.fromisoformat(text) - EPOCH
    instant = parse(text)
    assert instant is not None
    assert instant.precise
    assert instant.seconds == since.days * 86400 + since.seconds
    assert instant.fraction == f"{since.microseconds:06}".rstrip("0")
    if text.endswith("+00:00"):
        assert parse(text[:-6] + "Z") == parse(text[:-6] + "z") == parse(text[:-6] + "-00:00") == instant


@given(st.datetimes())
def test_without_an_offset_is_utc_and_not_precise(moment: dt.datetime) -> None:
    text = moment.isoformat()
    bare, full = parse(text), parse(f"{text}Z")
    assert bare is not None
    assert full is not None
    assert (bare, bare.precise, full.precise) == (full, False, True)
    day = parse(text[:10])
    assert day is not None
    assert (day, day.precise) == (parse(f"{text[:10]}T00:00:00Z"), False)


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32))
def test_knows_the_calendar(year: int, month: int, day: int) -> None:
    try:
        real = dt.date(year, month, day)
    except ValueError:
        assert parse(f"{year:04}-{month:02}-{day:02}") is None
        assert parse(f"{year:04}-{month:02}-{day:02}T10:00:00Z") is None
    else:
        assert parse(real.isoformat()) == Instant((real - EPOCH.date()).days * 86400, "", False)


@given(st.text(alphabet="0123456789-:TtZz+. ", max_size=30) | st.text(max_size=30))
def test_takes_nothing_that_datetime_does_not(text: str) -> None:
    if parse(text) is not None:
        dt.datetime.fromisoformat(text[:10])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2026",
        "2026-03",
        "20260301",
        "2026-060",
        "2026-W10-1",
        "01/06/2026 12:00",
        "2026/03/01",
        "2026-3-1",
        "2026-02-30T10:00:00Z",
        "2026-02-29",
        "1900-02-29",
        "0000-01-01",
        "-2026-03-01",
        "2026-03-01T",
        "2026-03-01Z",
        "2026-03-01+01:00",
        "2026-03-01T10",
        "2026-03-01T10:00",
        "2026-03-01T10:00Z",
        "2026-03-01T24:00:00Z",
        "2026-03-01T10:60:00Z",
        "2026-03-01T10:00:60Z",
        "2026-03-01T10:00:61Z",
        "2026-03-01T10:00:00 Z",
        "2026-03-01T10:00:00.Z",
        "2026-03-01T10:00:00,5Z",
        "2026-03-01T10:00:00.5.5Z",
        "2026-03-01T10:00:00+1:00",
        "2026-03-01T10:00:00+0100",
        "2026-03-01T10:00:00+01",
        "2026-03-01T10:00:00+24:00",
        "2026-03-01T10:00:00+01:60",
        "2026-03-01T10:00:00\u221201:00",
        "2026-03-01T10:00:00+01:00:00",
        "2026-03-01T10:00:00ZZ",
        "2026-03-01T10:00:00[UTC]",
        "2026-03-01  10:00:00Z",
        "2026-03-01_10:00:00Z",
        "2026-03-01\n10:00:00Z",
        "2026-03-01T10:00:00Z\n",
        " 2026-03-01",
        "2026-03-01 ",
        "\u0662\u0660\u0662\u0666-03-01",
        "2026-03-0１",
        "2026-03-01T10:00:00.１Z",
        "+026-03-01",
        "2_26-03-01",
    ],
)
def test_no_timestamp(text: str) -> None:
    assert parse(text) is None


def test_order_is_that_of_the_instants_not_of_the_texts() -> None:
    texts = [
        "2026-03-02T03:00:00Z",
        "2026-03-01T23:30:00-05:00",
        "2026-03-02T04:30:00.0000000001Z",
        "2026-03-02T04:30:00.09Z",
        "2026-03-02T04:30:00.1Z",
        "2026-03-02T13:30:00.12+09:00",
        "2026-03-02T04:30:01Z",
    ]
    instants = [instant for text in texts if (instant := parse(text))]
    assert len(instants) == len(texts)
    for i, earlier in enumerate(instants):
        for later in instants[i + 1 :]:
            assert earlier < later
            assert earlier <= later
            assert later > earlier
            assert earlier != later
    assert parse("2026-03-01T10:00:00.10Z") == parse("2026-03-01T10:00:00.1Z")
    assert len({parse("2026-03-01T10:00:00Z"), parse("2026-03-01T11:00:00+01:00"), parse("2026-03-01T10:00:00")}) == 1
    assert parse("1969-12-31T23:59:59.5Z") == Instant(-1, "5", True)
    assert parse("2026-03-01") != 1


def test_leap_second_at_the_end_of_a_utc_day_only() -> None:
    following = parse("2017-01-01T00:00:00Z")
    assert parse("2016-12-31T23:59:60Z") == following
    assert parse("2016-12-31T15:59:60-08:00") == following
    assert parse("2017-01-01T05:29:60+05:30") == following
    for text in ("2016-12-31T15:59:60Z", "2016-12-31T23:58:60Z", "2016-12-31T23:59:60", "2016-12-31T23:59:60+01:00"):
        assert parse(text) is None


def test_a_fraction_of_any_length_is_linear_work() -> None:
    digits = "1" * 100_000
    assert parse(f"2026-03-01T10:00:00.{digits}0Z") == Instant(1772359200, digits, True)
    assert parse(f"2026-03-01T10:00:00.{digits}") == Instant(1772359200, digits, False)
    assert parse(f"2026-03-01T10:00:00.{digits}x") is None
