"""Counts the games of one pool and day that changed the ratings of the same two players."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from django.db.models import Q

from games.platform.clock import ONE_DAY, begin_of, day_of
from games.record.log.models import Scorecard
from games.record.ratings.record_changes import Result, pairs

Pair = tuple[int, int]
"""The ids of two players, the smaller one first."""


class Meetings:
    """The number of meetings by pair of players, updated with each result."""

    KEPT = timedelta(days=31)

    def __init__(self) -> None:
        self._days: dict[tuple[str, date], Counter[Pair]] = {}

    def add(self, result: Result) -> None:
        """Note a game that has changed ratings."""
        pool, day = _key(result)
        if (pool, day) not in self._days:
            self._days = {key: it for key, it in self._days.items() if day - key[1] < self.KEPT}
        self._days.setdefault((pool, day), Counter()).update(pairs(result))

    def most(self, result: Result, stored: Mapping[Pair, int] | None = None) -> int:
        """Return the highest number of meetings of any two players at this table.

        `stored`: meetings to add, as returned by `stored_meetings`.
        """
        noted, before = self._days.get(_key(result), Counter()), stored or {}
        return max((noted[pair] + before.get(pair, 0) for pair in pairs(result)), default=0)


RATED = Q(game__rated=True, game__uncounted="")
"""The cards of games that have changed ratings."""


def stored_meetings(result: Result, cards: Q = RATED) -> dict[Pair, int]:
    """Return the meetings of the players at this table in the games of these cards, by pair."""
    day = begin_of(day_of(result.finished_at))
    played_today = Scorecard.objects.filter(
        cards,
        player__in=[seat.player for seat in result.seats],
        pool=result.pool,
        finished_at__gte=day,
        finished_at__lt=day + ONE_DAY,
    ).exclude(game=result.game)
    played: dict[int, set[int]] = {}
    for player, game in played_today.values_list("player_id", "game_id"):
        played.setdefault(player, set()).add(game)
    return {
        (one, other): len(played.get(one, set()) & played.get(other, set()))
        for one, other in pairs(result)
    }


def _key(result: Result) -> tuple[str, date]:
    return result.pool, day_of(result.finished_at)
