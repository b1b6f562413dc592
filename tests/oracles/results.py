"""A second, simple implementation of records, from scorecards and games."""

from collections import defaultdict
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
            totals[key].append((card.total, -card.game_id))
            if len(cards) > 1:
                contests[key].append(card.place == 1)
    return {key: record(totals[key], contests[key]) for key in totals}


def record(cards: list[tuple[int, int]], contests: list[bool]) -> dict[str, Any]:
    """The numbers of one player, of all totals and of all games with others (won or not)."""
    totals = [total for total, _ in cards]
    runs = [(won, len(list(run))) for won, run in groupby(contests)]
    last = totals[-20:]
    return {
        "games": len(totals),
        "wins": sum(contests),
        "best": max(totals),
        "best_game_id": -max(cards)[1],
        "streak": (runs[-1][1] if runs[-1][0] else -runs[-1][1]) if runs else 0,
        "best_streak": max([length for won, length in runs if won], default=0),
        "last_totals": last,
        "average": sum(last) / 20 if len(last) == 20 else None,
    }


def tallies() -> dict[tuple[int | None, str, str, date], tuple[int, int, int]]:
    """Wins, highest total and its first game, by player, variant, span and its first day."""
    found: dict[Any, tuple[int, int, int]] = {}
    for cards in counted_games():
        for card in cards:
            assert card.game.finished_at is not None
            day = card.game.finished_at.date()
            monday = day
            while monday.strftime("%A") != "Monday":
                monday -= timedelta(days=1)
            for span, begins in ("day", day), ("week", monday):
                key = (card.player_id, card.game.variant, span, begins)
                wins, best, game = found.get(key, (0, -1, 0))
                won = len(cards) > 1 and card.place == 1
                if card.total > best:
                    best, game = card.total, card.game_id
                found[key] = (wins + won, best, game)
    return found
