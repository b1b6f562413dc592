"""Times as the server writes them: in UTC on pages, in the zone of an account in mail."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import settings
from django.utils.translation import override

from games.platform.language.formats import (
    RENAMED,
    day_text,
    find_zone,
    listed_zones,
    place_of,
    utc_text,
    zoned_text,
    zones,
)
from tests.platform.language.moments import (
    AUCKLAND,
    KATHMANDU,
    LORD_HOWE,
    MOMENTS,
    NEW_YORK,
    Moment,
)

ROOT = Path(settings.BASE_DIR)
PLACES = {
    NEW_YORK: "New York",
    KATHMANDU: "Kathmandu",
    AUCKLAND: "Auckland",
    LORD_HOWE: "Lord Howe",
}


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda each: f"{each.zone} {each.utc}")
def test_mail_says_the_time_on_the_wall_and_where(moment: Moment) -> None:
    at = datetime.fromisoformat(moment.utc)
    words = f"{moment.day}, {moment.time} ({PLACES[moment.zone]}, {moment.offset})"
    assert zoned_text(at, moment.zone) == words


def test_without_scripts_times_say_utc() -> None:
    at = datetime(2026, 11, 28, 4, 25, tzinfo=UTC)
    assert utc_text(at, "moment") == "28 Nov 2026, 04:25 UTC"
    assert utc_text(at, "date") == "28 November 2026 UTC"
    assert utc_text(at, "time") == "04:25 UTC"
    with override("de"):
        assert utc_text(at, "moment") == "28.11.2026, 04:25 UTC"
    there = datetime.fromisoformat("2026-11-27T23:25:00-05:00")
    assert utc_text(there, "moment") == "28 Nov 2026, 04:25 UTC"


@pytest.mark.parametrize("zone", ["", "UTC", "Etc/UTC", "Mars/Olympus_Mons"])
def test_mail_without_a_known_zone_says_utc(zone: str) -> None:
    at = datetime(2026, 11, 28, 4, 25, tzinfo=UTC)
    assert zoned_text(at, zone) == "28 Nov 2026, 04:25 UTC"


def test_mail_in_german() -> None:
    with override("de"):
        at = datetime(2026, 11, 28, 4, 25, tzinfo=UTC)
        assert zoned_text(at, KATHMANDU) == "28.11.2026, 10:10 (Kathmandu, UTC+5:45)"


def test_a_zone_that_is_an_offset_says_it_once() -> None:
    at = datetime(2026, 11, 28, 4, 25, tzinfo=UTC)
    assert zoned_text(at, "Etc/GMT+5") == "27 Nov 2026, 23:25 (UTC\N{MINUS SIGN}5)"
    assert zoned_text(at, "Etc/GMT-5") == "28 Nov 2026, 09:25 (UTC+5)"


def test_a_day_of_the_site_has_a_name_but_a_time_has_none() -> None:
    assert day_text(date(2026, 11, 28), "DATE_FORMAT") == "28 November 2026"
    with pytest.raises(TypeError):
        day_text(datetime(2026, 11, 28, 4, 25, tzinfo=UTC), "DATE_FORMAT")


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        (NEW_YORK, NEW_YORK),
        ("america/new_york", NEW_YORK),
        ("  New York ", NEW_YORK),
        ("new   york", NEW_YORK),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),  # the new name of the same zone
        ("West", None),  # of Brazil, or of Australia?
        ("America/Argentina/Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("kathmandu", KATHMANDU),
        ("Katmandu", KATHMANDU),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Calcutta", "Asia/Kolkata"),
        ("İstanbul", "Europe/Istanbul"),
        ("istanbul", "Europe/Istanbul"),
        ("ISTANBUL", "Europe/Istanbul"),
        ("Sao Paulo", "America/Sao_Paulo"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Asunción", "America/Asuncion"),
        ("Ürümqi", "Asia/Urumqi"),
        ("Zürich", "Europe/Zurich"),
        ("St. John's", "America/St_Johns"),
        ("St John’s", "America/St_Johns"),
        ("Port au Prince", "America/Port-au-Prince"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("utc", "UTC"),
        ("Etc/GMT-5", "Etc/GMT-5"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("Springfield", None),
        ("../etc/passwd", None),
        ("", None),
    ],
)
def test_it_finds_a_zone_by_its_name_or_its_place(typed: str, zone: str | None) -> None:
    assert find_zone(typed) == zone


def test_each_zone_is_found_by_its_name_and_can_be_used() -> None:
    at = datetime(2026, 11, 28, 4, 25, tzinfo=UTC)
    listed = listed_zones()
    assert {NEW_YORK, KATHMANDU, AUCKLAND, "UTC"} <= set(listed)
    assert len(listed) > 400
    for zone in listed:
        assert zone in available_timezones()
        assert find_zone(zone) == zone
        assert zoned_text(at, zone)
    assert "localtime" not in zones()
    assert place_of("America/Argentina/Buenos_Aires") == "Buenos Aires"


def test_old_names_are_the_same_zones() -> None:
    for old, new in RENAMED.items():
        assert {old, new} <= zones()
        for month in range(1, 13):
            at = datetime(2026, month, 1, tzinfo=UTC)
            there = at.astimezone(ZoneInfo(old)).utcoffset()
            assert there == at.astimezone(ZoneInfo(new)).utcoffset()
    assert not set(RENAMED) & set(listed_zones())


def test_the_zones_are_a_locked_package() -> None:
    locked = (ROOT / "requirements.lock").read_text()
    assert "\ntzdata==" in locked
