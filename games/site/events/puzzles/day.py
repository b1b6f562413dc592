"""The puzzle of the day, which is the same for everybody on a day (UTC)."""

from datetime import date, datetime

from django.db.models import Min, QuerySet

from games.platform.clock import begin_of, day_of
from games.site.events.puzzles.collecting import EXACT
from games.site.events.puzzles.models import Puzzle
from games.site.events.puzzles.quality import code_from


def puzzle_of_day(now: datetime) -> Puzzle | None:
    """Return the puzzle of the day; None if the site has no puzzles.

    The day determines a variant and a code, and the puzzle with the next code is used. Only puzzles
    from before the day count, so that new ones do not change the choice. On the first day of a site
    its first puzzles count.
    """
    today = day_of(now)
    older = Puzzle.objects.filter(made_at__lt=begin_of(today))
    return _draw(older, today) or _draw(_first(), today)


def _first() -> QuerySet[Puzzle]:
    made_at = Puzzle.objects.aggregate(first=Min("made_at"))["first"]
    return Puzzle.objects.filter(made_at=made_at)


def _draw(puzzles: QuerySet[Puzzle], today: date) -> Puzzle | None:
    """Return the puzzle that the day draws, of its variant if there is one."""
    code = code_from(f"puzzle of the day {today.isoformat()}")
    ordered = puzzles.order_by("code")
    variant = EXACT[today.toordinal() % len(EXACT)]
    for choice in (ordered.filter(variant=variant), ordered):
        found = choice.filter(code__gte=code).first() or choice.first()
        if found is not None:
            return found
    return None
