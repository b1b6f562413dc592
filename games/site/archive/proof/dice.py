"""The tab with the counts of all dice, and its download as CSV."""

import csv
import io
from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.formats import number_format
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.core.rules.scoring import FACES
from games.record.audit.counting import Period, days_and_games, each_day, newest_days, totals
from games.record.audit.tally import KINDS, ChiSquare, DiceTally, Kind, chi_square
from games.site.shared.pages.etags import not_modified, page_etag
from games.site.shared.pages.shortcuts import page

DAYS_SHOWN = 30
SUSPICIOUS = 0.001
"""The page calls a total with a smaller p unusual."""
CSV_MAX_AGE_S = 300
FACES_TITLE = gettext_noop("Faces")
TITLES: dict[Kind, str] = {
    "place": gettext_noop("Place on the table"),
    "before": gettext_noop("Face before the roll"),
    "left": gettext_noop("Face to its left"),
}


class FaceRow(NamedTuple):
    """How often a face was thrown. `bar`: a width in percent."""

    face: int
    thrown: int
    share: str
    bar: float

    @property
    def die(self) -> tuple[int]:
        """The face as a row of one die, to be drawn."""
        return (self.face,)


class TestRow(NamedTuple):
    """One chi-square test."""

    title: str
    result: ChiSquare
    p: str | None


class DayRow(NamedTuple):
    """The dice of one day: the p of the faces, then of each kind of table."""

    day: date
    games: int
    dice: int
    chances: list[str | None]


@require_safe
def dice_audit(request: HttpRequest) -> HttpResponse:
    """Show how often the dice of all games showed each face, with chi-square tests."""
    total = totals()
    etag = page_etag(request, f"dice {total.games} {total.tally.dice}")
    kept = None if etag is None else not_modified(request, etag)
    if kept is not None:
        return kept
    answer = page(request, "proof/dice.html", **_context(total))
    if etag is not None:
        answer["ETag"] = etag
        patch_cache_control(answer, private=True, no_cache=True)
    return answer


def site_dice(total: Period) -> dict[str, Any]:
    """Return what pages show of the dice of all games, with the results of all tests."""
    tests = _tests(total.tally)
    known = [(row.result.p, row) for row in tests if row.result.p is not None]
    least, oddest = min(known, default=(1.0, None), key=lambda pair: pair[0])
    faces = _face_rows(total.tally.face_counts(FACES))
    even = sum(row.thrown for row in faces) / FACES
    return {
        "dice_games": total.games,
        "dice": total.tally.dice,
        "faces": faces,
        "even": even,
        "even_mark": 100 * even / (max(row.thrown for row in faces) or 1),
        "tests": tests,
        "oddest": oddest if least < SUSPICIOUS else None,
        "chance_of_faces": _percent(tests[0].result.p),
    }


def _context(total: Period) -> dict[str, Any]:
    return {
        **site_dice(total),
        "titles": [FACES_TITLE, *TITLES.values()],
        "tables": [(kind, TITLES[kind], total.tally.table(FACES, kind)) for kind in KINDS],
        "all_faces": range(1, FACES + 1),
        "days": [_day_row(day) for day in newest_days(DAYS_SHOWN)],
    }


def _face_rows(counts: list[int]) -> list[FaceRow]:
    dice = sum(counts)
    return [
        FaceRow(
            face,
            count,
            number_format(f"{100 * count / dice:.2f}") if dice else "",
            100 * count / max(counts) if dice else 0.0,
        )
        for face, count in enumerate(counts, 1)
    ]


def _results(tally: DiceTally) -> list[ChiSquare]:
    """Return the test of all faces together, then one for each kind of table."""
    rows = [list(tally.table(FACES, kind).values()) for kind in KINDS]
    return [chi_square([tally.face_counts(FACES)]), *map(chi_square, rows)]


def _tests(tally: DiceTally) -> list[TestRow]:
    titles = [FACES_TITLE, *TITLES.values()]
    return [
        TestRow(title, result, _written(result.p))
        for title, result in zip(titles, _results(tally), strict=True)
    ]


def _day_row(day: Period) -> DayRow:
    chances = [_written(result.p) for result in _results(day.tally)]
    return DayRow(date.fromisoformat(day.name), day.games, day.tally.dice, chances)


def _percent(p: float | None) -> str | None:
    """Return a chance in percent, with a digit after the point only where it says something."""
    if p is None:
        return None
    return number_format(f"{100 * p:.0f}" if p >= 0.0095 else f"{max(100 * p, 0.1):.1f}")


def _written(p: float | None) -> str | None:
    """Return a chance as text with few digits."""
    if p is None:
        return None
    if p < 0.001:
        return f"< {number_format(0.001)}"
    return number_format(f"{p:.2f}" if p >= 0.095 else f"{p:.3f}")


@require_safe
def dice_csv(request: HttpRequest) -> HttpResponse:
    """Return the counts of every day as CSV: a line for each day, kind of table and row."""
    days, games = days_and_games()
    etag = f'"dice-{days}-{games}"'
    answer = not_modified(request, etag) or _download()
    answer["ETag"] = etag
    patch_cache_control(answer, public=True, max_age=CSV_MAX_AGE_S)
    return answer


def _download() -> HttpResponse:
    # The text has half a kilobyte a day, the counts behind it twenty.
    sides = max(totals().tally.faces, default=FACES)
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["day", "faces", "table", "row", *range(1, sides + 1)])
    for day in each_day():
        for faces in day.tally.faces:
            for kind in KINDS:
                for row, counts in day.tally.table(faces, kind).items():
                    lines.writerow([day.name, faces, kind, row, *counts])
    answer = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="yacht-dice.csv"'
    return answer
