"""Numbers and times as text: times each with their time zone, in UTC on pages, in the zone of
an account in mail.

A page shows a time as `<time datetime data-local>` (games/site/shared/pages/time_tags.py). Its text
is in UTC and says so; `static/js/ui/local-times.js` writes it again, in the zone of the browser.
This module is the only one that writes times for people. A day of the site, such as that of the
daily, is no time: it has a name, which is the same for everybody, and begins and ends at midnight
UTC.
"""

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format, number_format
from django.utils.translation import pgettext

ZONE_LENGTH = 64


def in_percent(value: float | str, digits: int = 0) -> str:
    """Return percent (0 to 100) as text: "57%", in German "57 %" with a no-break space.

    `digits`: decimals of a number, rounded. A text has its decimals already ("0.5").
    """
    number = number_format(value) if isinstance(value, str) else floatformat(value, digits)
    return pgettext("percent", "%(number)s%%") % {"number": number}


STYLES = {
    "date": "DATE_FORMAT",
    "short": "SHORT_DATE_FORMAT",
    "moment": "SHORT_DATETIME_FORMAT",
    "time": "TIME_FORMAT",
    "day": "MONTH_DAY_FORMAT",
    "month": "YEAR_MONTH_FORMAT",
    "until": "SHORT_DATETIME_FORMAT",
}
"""What of a time is shown, with the format of the language: `static/js/language/times.js` has the
same styles. In the browser, "until" says "today at 19:00".
"""
NOT_FOR_PEOPLE = frozenset({"Factory", "localtime", "posixrules"})
"""Names in the tables of zones that say nothing of a place."""
MINUS = "\N{MINUS SIGN}"
RENAMED = {
    "Africa/Asmera": "Africa/Asmara",
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Catamarca": "America/Argentina/Catamarca",
    "America/Coral_Harbour": "America/Atikokan",
    "America/Cordoba": "America/Argentina/Cordoba",
    "America/Godthab": "America/Nuuk",
    "America/Indianapolis": "America/Indiana/Indianapolis",
    "America/Jujuy": "America/Argentina/Jujuy",
    "America/Louisville": "America/Kentucky/Louisville",
    "America/Mendoza": "America/Argentina/Mendoza",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
    "Pacific/Enderbury": "Pacific/Kanton",
    "Pacific/Ponape": "Pacific/Pohnpei",
    "Pacific/Truk": "Pacific/Chuuk",
}
"""Names that browsers still tell, because CLDR never changes its own, and what they are today."""
NOT_OF_OFFSETS = re.compile(r"_|-(?!\d)")
"""The signs between the words of a place: "Port-au-Prince", and not those in "Etc/GMT-5"."""
UTC_NAMES = frozenset({"", "UTC", "Etc/UTC"})


def utc_text(at: datetime, style: str) -> str:
    """Return a time in UTC, with the word. Raises KeyError for an unknown style."""
    return f"{date_format(at.astimezone(UTC), STYLES[style])} UTC"


def zoned_text(at: datetime, zone: str) -> str:
    """Return a date and time with the zone: "28 Nov 2026, 10:10 (Kathmandu, UTC+5:45)".

    In UTC if `zone` is "", or is not known here.
    """
    if zone in UTC_NAMES or zone not in zones():
        return utc_text(at, "moment")
    local = at.astimezone(ZoneInfo(zone))
    words = date_format(local, STYLES["moment"])
    place, offset = place_of(zone), _offset_text(local)
    # The sign in a name such as "Etc/GMT+5" says the opposite of what people read.
    return f"{words} ({offset})" if place.startswith("GMT") else f"{words} ({place}, {offset})"


def day_text(day: date, format_name: str) -> str:
    """Return a day of the site as text, in a format of Django or of the language.

    Raises TypeError for a time, which is on another day elsewhere.
    """
    if isinstance(day, datetime):
        raise TypeError("a time is no day of the site: show it by local_time")
    return date_format(day, format_name)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    return frozenset(available_timezones()) - NOT_FOR_PEOPLE


def present_name(zone: str) -> str:
    """Return the name that a zone has today: "Asia/Kolkata" for "Asia/Calcutta"."""
    name = RENAMED.get(zone, zone)
    return name if name in zones() else zone


def listed_zones() -> list[str]:
    """Return the names of zones to choose from, sorted: places, and UTC."""
    places = (zone for zone in zones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))
    return [*sorted({present_name(zone) for zone in places}), "UTC"]


def place_of(zone: str) -> str:
    """Return the place that a zone is named after: "New York"."""
    return zone.rpartition("/")[2].replace("_", " ")


def find_zone(typed: str) -> str | None:
    """Return the zone that somebody means, by its name or its place, in any letter case, with or
    without accents and punctuation; None if there is no such zone, or several that differ.
    """
    wanted = _plain(typed)
    for name_of in (str, place_of):
        found = [zone for zone in zones() if _plain(name_of(zone)) == wanted]
        if found and len({_offsets(zone) for zone in found}) == 1:
            return present_name(max(found))
    return None


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return the distances from UTC in winter and summer: old names of a zone have the same."""
    months = (datetime(2026, month, 1, tzinfo=ZoneInfo(zone)) for month in (1, 7))
    return tuple(each.utcoffset() for each in months)


def _plain(name: str) -> str:
    """Return what is the same for all ways to type the name of a zone."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("ı", "i"))  # noqa: RUF001
    seen = "".join(c for c in letters if c.isalnum() or c in " _-/+")
    return " ".join(NOT_OF_OFFSETS.sub(" ", seen).split())


def _offset_text(local: datetime) -> str:
    """Return how far a local time is from UTC: "UTC+5:45"."""
    offset = local.utcoffset()
    minutes = 0 if offset is None else round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = MINUS if minutes < 0 else "+"
    return f"UTC{sign}{hours}{f':{rest:02}' if rest else ''}"
