"""A second, simple implementation of records, from scorecards and games."""

from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from games.models import Game, Scorecard


def counted_games() -> list[list[Scorecard]]:
    """The cards of all counted games, in the order of counting."""
    games = Game.objects.filter(result_number__isnull=False).order_by("result_number")
    return [list(game.scorecards.select_related("game")) for game in games]


def records() -> dict[tuple[int | None, str], dict[str, Any]]:
    """What is told of each player and variant, ratings apart. All games have two people or one."""
    totals = defaultdict(list)
    contests = defaultdict(list)
    for cards in counted_games():
        for card in cards:
            key = (card.player_id, card.game.variant)
            totals[key].append(card.total)
            if len(cards) > 1:
                contests[key].append(card.place == 1)
    return {key: record(totals[key], contests[key]) for key in totals}


def record(totals: list[int], contests: list[bool]) -> dict[str, Any]:
    """The numbers of one player, of all totals and of all games with others (won or not)."""
    runs = [(won, len(list(run))) for won, run in groupby(contests)]
    return {
        "games": len(totals),
        "wins": sum(contests),
        "best": max(totals),
        "streak": (runs[-1][1] if runs[-1][0] else -runs[-1][1]) if runs else 0,
        "best_streak": max([length for won, length in runs if won], default=0),
    }


def tallies() -> dict[tuple[int | None, str, date], int]:
    """Wins by player, variant and the Monday of the week, for everybody with a win."""
    found: Counter[tuple[int | None, str, date]] = Counter()
    for cards in counted_games():
        for card in cards:
            assert card.game.finished_at is not None
            monday = card.game.finished_at.date()
            while monday.strftime("%A") != "Monday":
                monday -= timedelta(days=1)
            if len(cards) > 1 and card.place == 1:
                found[card.player_id, card.game.variant, monday] += 1
    return dict(found)
