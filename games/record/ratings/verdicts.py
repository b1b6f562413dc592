"""Which games count: how often the same players have met, whether they share an internet address,
and, from that, the verdict on a game of an arena.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q

from games.platform.clock import ONE_DAY, begin_of, day_of
from games.record.log.models import Game, GameAddress, Scorecard
from games.record.ratings.model import UnratedReason
from games.record.ratings.record_changes import Result, pairs, unrated_reason

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


def players_by_mark(games: Collection[str]) -> dict[str, list[set[int]]]:
    """Return by game code, for each address that was used in the game, its players."""
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    if games:
        rows = GameAddress.objects.filter(game__in=games)
        for game, player, mark in rows.values_list("game", "player", "mark"):
            found[game][mark].add(player)
    return {game: list(marks.values()) for game, marks in found.items()}


def sharing(people: Collection[int], addresses: Iterable[set[int]]) -> list[set[int]]:
    """Return the groups of these people who used one address. `addresses`: the players of each."""
    groups = (players.intersection(people) for players in addresses)
    return [group for group in groups if len(group) > 1]


def forget_addresses(games: Collection[str]) -> None:
    """Delete the marks of these games, by code."""
    if games:
        GameAddress.objects.filter(game__in=games).delete()


class Verdict(NamedTuple):
    """Why a game does not count, or None if it does. `sharing`: groups of its people who used one
    address.
    """

    reason: UnratedReason | None
    sharing: list[set[int]]


def judge(game: Game, result: Result, casual: Q) -> Verdict:
    """Return whether a finished game counts, once its result is counted.

    A rated game counts if it has changed ratings. A casual one counts if it would have changed them
    as a rated game, except that guests may play. `casual`: the cards of casual games that have
    counted.
    """
    groups = sharing(result.people, players_by_mark([game.code]).get(game.code, ()))
    if game.rated:
        return Verdict(UnratedReason(game.uncounted) if game.uncounted else None, groups)
    as_rated = result._replace(
        rated=True, reason_at_start=UnratedReason.SAME_ADDRESS if groups else None
    )
    met = max(stored_meetings(result, casual).values(), default=0)
    return Verdict(unrated_reason(as_rated, met), groups)
