"""A night of a circle ends at 04:00 on its clocks, also when they change."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.site.front.circles.nights import beginning, end, night_of
from tests.site.front.circles import naive

BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("at", "zone", "night"),
    [
        ("2026-11-20T03:59:59", "UTC", "2026-11-19"),
        ("2026-11-20T04:00:00", "UTC", "2026-11-20"),
        ("2026-11-20T02:59:59", BERLIN, "2026-11-19"),
        ("2026-11-20T03:00:00", BERLIN, "2026-11-20"),
        # In spring 02:00 becomes 03:00: the night of the 28th is an hour shorter.
        ("2026-03-29T01:59:59", BERLIN, "2026-03-28"),
        ("2026-03-29T02:00:00", BERLIN, "2026-03-29"),
        # In autumn 03:00 becomes 02:00: the night of the 24th is an hour longer.
        ("2026-10-25T02:59:59", BERLIN, "2026-10-24"),
        ("2026-10-25T03:00:00", BERLIN, "2026-10-25"),
        ("2026-11-20T18:29:59", "Pacific/Chatham", "2026-11-21"),
        ("2026-11-20T14:14:59", "Pacific/Chatham", "2026-11-20"),
        ("2026-11-20T14:15:00", "Pacific/Chatham", "2026-11-21"),
        # Samoa left out the 30th of December 2011.
        ("2011-12-30T13:59:59", "Pacific/Apia", "2011-12-29"),
        ("2011-12-30T14:00:00", "Pacific/Apia", "2011-12-31"),
    ],
)
def test_a_night_ends_at_four(at: str, zone: str, night: str) -> None:
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert night_of(moment, zone) == date.fromisoformat(night)


@pytest.mark.parametrize("zone", [BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"])
@pytest.mark.parametrize("first", ["2026-03-07", "2026-03-28", "2026-04-04", "2026-10-03"])
def test_it_is_the_night_that_clocks_show(zone: str, first: str) -> None:
    at = datetime.fromisoformat(first).replace(tzinfo=UTC)
    for step in range(0, 60 * 48, 17):
        moment = at + timedelta(minutes=step)
        assert night_of(moment, zone) == naive.night(moment, zone), moment


def test_nights_leave_no_gap() -> None:
    for number in range(366):
        night = date(2026, 1, 1) + timedelta(days=number)
        assert end(night, BERLIN) == beginning(night + timedelta(days=1), BERLIN)
        assert night_of(beginning(night, BERLIN), BERLIN) == night
        assert night_of(end(night, BERLIN) - timedelta(microseconds=1), BERLIN) == night
