"""Moments with what clocks on walls show then, written by hand from the rules of the time zones.

New York: five hours behind UTC, four from 8 March 2026 at 07:00 UTC to 1 November 2026 at 06:00
UTC. Kathmandu: UTC+5:45, always. Auckland: UTC+13, UTC+12 from 4 April 2026 at 14:00 UTC to 26
September 2026 at 14:00 UTC. Lord Howe moves its clocks by half an hour, on 4 April 2026 at 15:00
UTC.
https://www.iana.org/time-zones
"""

from typing import NamedTuple

NEW_YORK, KATHMANDU = "America/New_York", "Asia/Kathmandu"
AUCKLAND, LORD_HOWE = "Pacific/Auckland", "Australia/Lord_Howe"


class Moment(NamedTuple):
    """A moment, and there: date and time, the distance from UTC, and whether the clocks show this
    time twice.
    """

    zone: str
    utc: str
    day: str
    time: str
    offset: str
    is_twice: bool = False


MOMENTS = (
    # The report: a pause that ends in the evening, not on the next morning.
    Moment(NEW_YORK, "2026-11-28T04:25:00+00:00", "27 Nov 2026", "23:25", "UTC−5"),
    # Midnight.
    Moment(NEW_YORK, "2026-11-28T04:59:00+00:00", "27 Nov 2026", "23:59", "UTC−5"),
    Moment(NEW_YORK, "2026-11-28T05:00:00+00:00", "28 Nov 2026", "00:00", "UTC−5"),
    Moment(KATHMANDU, "2026-11-27T18:14:00+00:00", "27 Nov 2026", "23:59", "UTC+5:45"),
    Moment(KATHMANDU, "2026-11-27T18:15:00+00:00", "28 Nov 2026", "00:00", "UTC+5:45"),
    Moment(AUCKLAND, "2026-12-31T10:59:00+00:00", "31 Dec 2026", "23:59", "UTC+13"),
    Moment(AUCKLAND, "2026-12-31T11:00:00+00:00", "1 Jan 2027", "00:00", "UTC+13"),
    # Spring: an hour is left out.
    Moment(NEW_YORK, "2026-03-08T06:59:00+00:00", "8 Mar 2026", "01:59", "UTC−5"),
    Moment(NEW_YORK, "2026-03-08T07:00:00+00:00", "8 Mar 2026", "03:00", "UTC−4"),
    Moment(AUCKLAND, "2026-09-26T13:59:00+00:00", "27 Sep 2026", "01:59", "UTC+12"),
    Moment(AUCKLAND, "2026-09-26T14:00:00+00:00", "27 Sep 2026", "03:00", "UTC+13"),
    # Autumn: an hour comes twice.
    Moment(NEW_YORK, "2026-11-01T04:59:00+00:00", "1 Nov 2026", "00:59", "UTC−4"),
    Moment(NEW_YORK, "2026-11-01T05:00:00+00:00", "1 Nov 2026", "01:00", "UTC−4", True),
    Moment(NEW_YORK, "2026-11-01T05:59:00+00:00", "1 Nov 2026", "01:59", "UTC−4", True),
    Moment(NEW_YORK, "2026-11-01T06:00:00+00:00", "1 Nov 2026", "01:00", "UTC−5", True),
    Moment(NEW_YORK, "2026-11-01T06:59:00+00:00", "1 Nov 2026", "01:59", "UTC−5", True),
    Moment(NEW_YORK, "2026-11-01T07:00:00+00:00", "1 Nov 2026", "02:00", "UTC−5"),
    Moment(AUCKLAND, "2026-04-04T12:59:00+00:00", "5 Apr 2026", "01:59", "UTC+13"),
    Moment(AUCKLAND, "2026-04-04T13:30:00+00:00", "5 Apr 2026", "02:30", "UTC+13", True),
    Moment(AUCKLAND, "2026-04-04T14:30:00+00:00", "5 Apr 2026", "02:30", "UTC+12", True),
    Moment(AUCKLAND, "2026-04-04T15:00:00+00:00", "5 Apr 2026", "03:00", "UTC+12"),
    Moment(LORD_HOWE, "2026-04-04T14:29:00+00:00", "5 Apr 2026", "01:29", "UTC+11"),
    Moment(LORD_HOWE, "2026-04-04T14:45:00+00:00", "5 Apr 2026", "01:45", "UTC+11", True),
    Moment(LORD_HOWE, "2026-04-04T15:15:00+00:00", "5 Apr 2026", "01:45", "UTC+10:30", True),
    Moment(LORD_HOWE, "2026-04-04T15:30:00+00:00", "5 Apr 2026", "02:00", "UTC+10:30"),
)

DAYS_ENDS = (
    # (zone, now, the end of the site's day, what the page says in English and in German)
    (NEW_YORK, "2026-11-27T20:00", "2026-11-28T00:00", "today at 19:00", "heute um 19:00"),
    (NEW_YORK, "2026-11-28T01:25", "2026-11-29T00:00", "tomorrow at 19:00", "morgen um 19:00"),
    (NEW_YORK, "2026-07-04T12:00", "2026-07-05T00:00", "today at 20:00", "heute um 20:00"),
    (KATHMANDU, "2026-11-28T01:25", "2026-11-29T00:00", "tomorrow at 05:45", "morgen um 05:45"),
    (KATHMANDU, "2026-11-28T18:15", "2026-11-29T00:00", "today at 05:45", "heute um 05:45"),
    (AUCKLAND, "2026-11-28T10:59", "2026-11-29T00:00", "tomorrow at 13:00", "morgen um 13:00"),
    (AUCKLAND, "2026-11-28T11:00", "2026-11-29T00:00", "today at 13:00", "heute um 13:00"),
    # Days of 23 and of 25 hours.
    (NEW_YORK, "2026-03-08T04:59", "2026-03-09T00:00", "tomorrow at 20:00", "morgen um 20:00"),
    (NEW_YORK, "2026-11-01T04:00", "2026-11-02T00:00", "today at 19:00", "heute um 19:00"),
    (AUCKLAND, "2026-04-04T10:59", "2026-04-05T00:00", "tomorrow at 12:00", "morgen um 12:00"),
    (AUCKLAND, "2026-09-26T11:59", "2026-09-27T00:00", "tomorrow at 13:00", "morgen um 13:00"),
)
"""The site's day ends at midnight UTC."""
