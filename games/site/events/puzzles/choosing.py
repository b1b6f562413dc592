"""Chooses the next puzzle for somebody: one that they have not seen, of about their strength;
and the puzzle of the day (UTC), which is the same for everybody.
"""

import random
from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count, Exists, Min, OuterRef, QuerySet

from games.people.accounts.models import User
from games.platform.clock import begin_of, day_of
from games.site.events.puzzles.choices import Theme
from games.site.events.puzzles.collecting import EXACT
from games.site.events.puzzles.models import Puzzle, PuzzleAnswer
from games.site.events.puzzles.quality import CODE, code_from
from games.site.events.puzzles.storing import plant

NEAREST = 12
"""The puzzle is one of this many nearest ones on each side of the wanted rating."""
STREAK_NEAREST = 3
STREAK_START = 1000.0
STREAK_STEP = 50.0
"""The wanted rating of the first puzzle of a streak, and how much harder each further one is."""
MAX_SEEN = 150
"""The most codes of seen puzzles that the browser of a visitor without a name may send."""


def todays_puzzle(now: datetime) -> Puzzle | None:
    """Return the puzzle of the day, and plant a new site's first ones; None if none can be made."""
    found = puzzle_of_day(now)
    return puzzle_of_day(now) if found is None and plant(now) else found


def puzzle_of_day(now: datetime) -> Puzzle | None:
    """Return the puzzle of the day; None if the site has no puzzles."""
    # The day determines a variant and a code, and the puzzle with the next code is used. Only
    # puzzles from before the day count, so that new ones do not change the choice. On the first day
    # of a site its first puzzles count.
    today = day_of(now)
    older = Puzzle.objects.filter(made_at__lt=begin_of(today))
    return _draw(older, today) or _draw(_first(), today)


def _first() -> QuerySet[Puzzle]:
    made_at = Puzzle.objects.aggregate(first=Min("made_at"))["first"]
    return Puzzle.objects.filter(made_at=made_at)


def _draw(puzzles: QuerySet[Puzzle], today: date) -> Puzzle | None:
    code = code_from(f"puzzle of the day {today.isoformat()}")
    ordered = puzzles.order_by("code")
    variant = EXACT[today.toordinal() % len(EXACT)]
    for choice in (ordered.filter(variant=variant), ordered):
        found = choice.filter(code__gte=code).first() or choice.first()
        if found is not None:
            return found
    return None


class Wish(NamedTuple):
    """What somebody wants: a variant, a theme or any, and how hard it should be."""

    variant: str
    theme: Theme | None
    mu: float
    nearest: int = NEAREST


def streak_wish(variant: str, run: int) -> Wish:
    return Wish(variant, None, STREAK_START + STREAK_STEP * run, STREAK_NEAREST)


def find_puzzle(code: str) -> Puzzle | None:
    """Return the puzzle with this code, or None. The code may be any text."""
    return Puzzle.objects.filter(code=code).first() if CODE.fullmatch(code) else None


def choose(wish: Wish, player: User | None, seen: Collection[str], now: datetime) -> Puzzle | None:
    """Return a puzzle that the player has not answered and whose code is not in `seen`, or None if
    none is left. A new site gets its first puzzles.
    """
    found = _nearest(wish, player, seen)
    if not found and plant(now):
        found = _nearest(wish, player, seen)
    return random.choice(found) if found else None


def _nearest(wish: Wish, player: User | None, seen: Collection[str]) -> list[Puzzle]:
    """Return the puzzles nearest to the wanted rating, a number on each side."""
    fresh = Puzzle.objects.filter(variant=wish.variant).exclude(code__in=list(seen))
    if wish.theme is not None:
        fresh = fresh.filter(theme=wish.theme.value)
    if player is not None:
        answers = PuzzleAnswer.objects.filter(player=player, code=OuterRef("code"))
        fresh = fresh.filter(~Exists(answers))
    harder = fresh.filter(mu__gte=wish.mu).order_by("mu", "pk")[: wish.nearest]
    easier = fresh.filter(mu__lt=wish.mu).order_by("-mu", "-pk")[: wish.nearest]
    return [*harder, *easier]


def themes_of(variant: str) -> list[Theme]:
    """Return the themes that have puzzles, in their order."""
    rows: QuerySet[Puzzle, tuple[str, int]] = (
        Puzzle.objects.filter(variant=variant).values_list("theme").annotate(count=Count("pk"))
    )
    present = {theme for theme, _ in rows}
    return [theme for theme in Theme if theme.value in present]
