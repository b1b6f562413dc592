"""The calendar file is one that a second reader understands, in every zone, after each change."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Appointment, User
from games.site.events.appointments import planning
from games.site.events.appointments.calendar_file import calendar_text, escaped, folded
from games.site.events.appointments.repeating import week_later
from tests.site.events.appointments.people import BERLIN, make, plan
from tests.support.clock import FakeClock
from tests.support.oracles.icalendar import Component, moment, read, unescaped

pytestmark = [pytest.mark.django_db, pytest.mark.registered]

LINK = "https://dice.example.org/d/abc/"
NASTY = "A;B,C\\D — ünïcödé 🎲🎲🎲"
ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC"),
    *("Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Casablanca", "Europe/Dublin"),
)


def read_file(appointment: Appointment) -> tuple[Component, Component]:
    fresh = Appointment.objects.get(pk=appointment.pk)
    calendar = read(calendar_text(fresh, LINK, "dice.example.org").encode())
    assert (calendar.name, calendar.value("VERSION")) == ("VCALENDAR", "2.0")
    assert calendar.has("PRODID")
    return calendar, calendar.part("VEVENT")


def test_one_date(alice: User, clock: FakeClock) -> None:
    made = make(alice, title=NASTY[:40])
    calendar, event = read_file(made)
    assert calendar.value("METHOD") == "PUBLISH"
    assert event.text("SUMMARY") == made.title
    assert event.value("UID") == f"{made.code}@dice.example.org"
    assert event.value("SEQUENCE") == "0"
    assert event.value("STATUS") == "CONFIRMED"
    assert not event.has("RRULE")
    assert event.value("URL") == LINK
    assert moment(calendar, event, "DTSTART", timedelta()) == made.starts_at
    assert moment(calendar, event, "DTEND", timedelta()) > made.starts_at
    assert event.part("VALARM").value("TRIGGER") == "-PT15M"


def test_changes_and_the_end_are_versions_of_the_same_event(alice: User) -> None:
    made = make(alice)
    _, first = read_file(made)
    planning.change(made, alice, plan(made.starts_at + timedelta(hours=1)))
    _, second = read_file(made)
    planning.call_off(made, alice)
    calendar, third = read_file(made)
    events = (first, second, third)
    assert len({event.value("UID") for event in events}) == 1
    assert [event.value("SEQUENCE") for event in events] == ["0", "1", "2"]
    assert (calendar.value("METHOD"), third.value("STATUS")) == ("CANCEL", "CANCELLED")


@pytest.mark.parametrize("zone", ZONES)
def test_a_calendar_repeats_it_when_we_do(alice: User, zone: str) -> None:
    made = make(alice, weekly=True, zone=zone)
    calendar, event = read_file(made)
    assert event.value("RRULE") == "FREQ=WEEKLY"
    at = made.starts_at
    for weeks in range(150):
        assert moment(calendar, event, "DTSTART", timedelta(weeks=weeks)) == at, weeks
        at = week_later(at, zone)


def test_one_week_that_is_called_off_leaves_the_others(alice: User) -> None:
    made = make(alice, weekly=True)
    uid = read_file(made)[1].value("UID")
    planning.call_off(made, alice)
    calendar, event = read_file(made)
    assert event.value("UID") == uid
    assert event.value("STATUS") == "CANCELLED"
    assert not event.has("RRULE")
    assert moment(calendar, event, "RECURRENCE-ID", timedelta()) == made.starts_at


@pytest.mark.parametrize("text", [NASTY * 9, "a\nb\r\nc\rd", "", "\x00\x07x", "é" * 200])
def test_text_comes_back(text: str) -> None:
    line = folded(f"SUMMARY:{escaped(text)}")
    parts = line.split("\r\n")
    assert all(len(part.encode()) <= 75 for part in parts)
    assert all(part.startswith(" ") for part in parts[1:])
    value = "".join([parts[0], *(part[1:] for part in parts[1:])]).removeprefix("SUMMARY:")
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    assert unescaped(value) == "".join(c for c in plain if c >= " " or c == "\n")


def test_the_zone_is_that_of_its_host() -> None:
    assert planning.moment_in(
        BERLIN, datetime(2027, 7, 1).date(), datetime(2027, 7, 1, 20).time()
    ) == (datetime(2027, 7, 1, 18, tzinfo=UTC))
