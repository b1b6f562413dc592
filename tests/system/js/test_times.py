"""Times as the browser writes them, in its zone: in New York, Kathmandu, Auckland and Lord Howe."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.platform.language.moments import (
    AUCKLAND,
    DAYS_ENDS,
    KATHMANDU,
    LORD_HOWE,
    MOMENTS,
    NEW_YORK,
    Moment,
)
from tests.support.services import Missing

SCRIPT = Path(__file__).parent / "language/write-times.mjs"
# A browser's English has its own short name of one month.
BROWSERS_WORDS = {"Sep": "Sept"}


def written(zone: str, language: str, asked: Sequence[Sequence[str]]) -> list[str]:
    """Return what a browser in a zone writes: (ISO, style, now)."""
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")
    run = subprocess.run(
        [node, SCRIPT, language],
        input=json.dumps(asked),
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: list[str] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("zone", [NEW_YORK, KATHMANDU, AUCKLAND, LORD_HOWE])
def test_browsers_write_the_time_on_the_wall(zone: str) -> None:
    moments = [each for each in MOMENTS if each.zone == zone]
    shown = written(zone, "en", [(each.utc, "moment") for each in moments])
    expected = [f"{browser_day(each)}, {time_there(each)}" for each in moments]
    assert shown == expected
    assert written(zone, "en", [(each.utc, "time") for each in moments]) == [
        time_there(each) for each in moments
    ]
    assert written(zone, "en", [(each.utc, "short") for each in moments]) == [
        browser_day(each) for each in moments
    ]


def browser_day(moment: Moment) -> str:
    day, month, year = moment.day.split()
    return f"{day} {BROWSERS_WORDS.get(month, month)} {year}"


def time_there(moment: Moment) -> str:
    """Return the time, which names its distance from UTC if it comes twice."""
    return f"{moment.time} {moment.offset}" if moment.is_twice else moment.time


def test_each_style_is_written_in_both_languages() -> None:
    at = "2026-11-28T04:25:00+00:00"
    styles = ["date", "short", "moment", "time", "day", "month"]
    asked = [(at, style) for style in styles]
    # Browsers differ about one comma.
    english = [each.replace("Fri, ", "Fri ") for each in written(NEW_YORK, "en", asked)]
    assert english == [
        *("27 November 2026", "27 Nov 2026", "27 Nov 2026, 23:25", "23:25"),
        *("Fri 27 Nov", "November 2026"),
    ]
    assert written(NEW_YORK, "de", asked) == [
        *("27. November 2026", "27.11.2026", "27.11.2026, 23:25", "23:25"),
        *("Fr., 27. Nov.", "November 2026"),
    ]


@pytest.mark.parametrize(("zone", "now", "end", "english", "german"), DAYS_ENDS)
def test_a_day_of_the_site_ends_at_a_local_time(
    zone: str, now: str, end: str, english: str, german: str
) -> None:
    asked = [(f"{end}:00Z", "until", f"{now}:00Z")]
    assert written(zone, "en", asked) == [english]
    assert written(zone, "de", asked) == [german]


def test_what_is_far_away_has_a_date() -> None:
    asked = [("2026-11-30T00:00:00Z", "until", "2026-11-27T20:00:00Z")]
    assert written(NEW_YORK, "en", asked) == ["29 Nov 2026, 19:00"]
