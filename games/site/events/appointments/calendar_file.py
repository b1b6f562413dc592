"""The file with which a calendar takes over an appointment (RFC 5545, iCalendar).

A weekly one names its time zone and has all changes of summer time of the next years with it, so
that calendars keep the time of day as we do. What is called off cancels the same event.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from games.site.events.appointments.models import Appointment

CONTENT_TYPE = "text/calendar; charset=utf-8"
MOST_OCTETS = 75
"""Of a line: a longer one is folded (3.1)."""
TABLE_LASTS = timedelta(hours=1)
"""How long a calendar shows a game at a table."""
YEARS = timedelta(days=5 * 366)
"""For how long the file knows the zone's changes of summer time."""
STEP = timedelta(days=1)


def calendar_text(appointment: Appointment, link: str, host: str) -> str:
    """Return the file. `link`: the address of its page. `host`: the name of this site's machine,
    which makes its UID unique.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Yacht//Appointments//EN"]
    lines.append("METHOD:CANCEL" if appointment.cancelled_at else "METHOD:PUBLISH")
    if appointment.weekly:
        lines += _zone(appointment)
    lines += _event(appointment, link, host)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def folded(line: str) -> str:
    """Return a line in parts of at most 75 octets each, none of which splits a character."""
    parts: list[str] = []
    part, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        # What follows the first part begins with a space.
        if size + octets > MOST_OCTETS - (1 if parts else 0):
            parts.append(part)
            part, size = "", 0
        part += letter
        size += octets
    return "\r\n ".join([*parts, part])


def escaped(text: str) -> str:
    """Return text as the value of a property (3.3.11)."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\\n".join("".join(c for c in line if c == "\t" or c >= " ") for line in lines)


def _event(appointment: Appointment, link: str, host: str) -> Iterator[str]:
    starts_at = appointment.starts_at
    lasts = timedelta(minutes=appointment.minutes) if appointment.minutes else TABLE_LASTS
    name = appointment.series if appointment.weekly else appointment.code
    title = escaped(appointment.shown_title or gettext("A game"))
    yield "BEGIN:VEVENT"
    yield f"UID:{name}@{host}"
    yield f"SEQUENCE:{appointment.changes}"
    yield f"DTSTAMP:{_utc(appointment.cancelled_at or appointment.created_at)}"
    if appointment.cancelled_at and appointment.weekly:
        # Only this week: the others stay.
        yield f"RECURRENCE-ID{_time(appointment, starts_at)}"
    yield f"DTSTART{_time(appointment, starts_at)}"
    yield f"DTEND{_time(appointment, starts_at + lasts)}"
    if appointment.weekly and not appointment.cancelled_at:
        yield "RRULE:FREQ=WEEKLY"
    yield f"SUMMARY:{title}"
    yield f"DESCRIPTION:{escaped(link)}"
    yield f"URL:{link}"
    yield "STATUS:CANCELLED" if appointment.cancelled_at else "STATUS:CONFIRMED"
    if not appointment.cancelled_at:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{title}"
        yield "TRIGGER:-PT15M"
        yield "END:VALARM"
    yield "END:VEVENT"


def _time(appointment: Appointment, at: datetime) -> str:
    """Return a time as parameters and value: of a weekly one in its zone, else in UTC."""
    if not appointment.weekly:
        return f":{_utc(at)}"
    return f";TZID={appointment.zone}:{_local(at.astimezone(ZoneInfo(appointment.zone)))}"


def _utc(at: datetime) -> str:
    return f"{_local(at.astimezone(UTC))}Z"


def _local(at: datetime) -> str:
    return at.strftime("%Y%m%dT%H%M%S")


def _zone(appointment: Appointment) -> Iterator[str]:
    """Return the time zone with its offsets, from the last change before the event on."""
    zone = ZoneInfo(appointment.zone)
    began = appointment.starts_at - timedelta(days=366)
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{appointment.zone}"
    yield from _observance(began.astimezone(zone), began.astimezone(zone))
    for change in _changes(zone, began, appointment.starts_at + YEARS):
        yield from _observance((change - timedelta(seconds=1)).astimezone(zone), change)
    yield "END:VTIMEZONE"


def _observance(before: datetime, at: datetime) -> Iterator[str]:
    """Return what holds from a moment on. `before`: the last second before it."""
    after = at.astimezone(before.tzinfo)
    kind = "DAYLIGHT" if after.dst() else "STANDARD"
    yield f"BEGIN:{kind}"
    # The beginning is a local time of before the change (3.6.5).
    offset = before.utcoffset() or timedelta()
    yield f"DTSTART:{_local(at.astimezone(UTC) + offset)}"
    yield f"TZOFFSETFROM:{_offset(before)}"
    yield f"TZOFFSETTO:{_offset(after)}"
    yield f"END:{kind}"


def _offset(at: datetime) -> str:
    seconds = round((at.utcoffset() or timedelta()).total_seconds())
    minutes, rest = divmod(abs(seconds), 60)
    text = f"{'-' if seconds < 0 else '+'}{minutes // 60:02}{minutes % 60:02}"
    return f"{text}{rest:02}" if rest else text


def _changes(zone: ZoneInfo, begin: datetime, end: datetime) -> Iterator[datetime]:
    """Return when the offset of a zone changes between two moments."""
    at = begin
    while at < end:
        following = at + STEP
        if at.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            yield _change(zone, at, following)
        at = following


def _change(zone: ZoneInfo, low: datetime, high: datetime) -> datetime:
    """Return the first second of the new offset, between two moments with different ones."""
    old = low.astimezone(zone).utcoffset()
    low, high = low.replace(microsecond=0), high.replace(microsecond=0)
    while high - low > timedelta(seconds=1):
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == old:
            low = middle
        else:
            high = middle
    return high
