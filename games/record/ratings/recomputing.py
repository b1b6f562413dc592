"""Recomputes all records from the logs, in the order in which the results were counted.

It starts without records and runs the functions that count results. Their output must equal the
stored values to the last bit. Games that turned out to be damaged after counting are left out.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.record.log.models import Game
from games.record.ratings.counting import (
    card_columns,
    fill_scorecards,
    lock_counter,
    lock_players,
    rank_experienced_of,
    take_back,
    uncounted_column,
)
from games.record.ratings.listing import is_eligible, rank_experienced
from games.record.ratings.models import Rating, Tally
from games.record.ratings.pools import dice_of_pool
from games.record.ratings.record_changes import (
    Outcome,
    Record,
    Result,
    TallyKey,
    apply_result,
    week_wins,
)
from games.record.ratings.results import read_result
from games.record.ratings.rows import columns_of, is_kept, save_records, save_tallies, tally_key
from games.record.ratings.verdicts import Meetings


class Recomputed(NamedTuple):
    """How many results were recomputed, and where the database differed, in words."""

    games: int
    problems: tuple[str, ...]


def recompute(check: bool = False) -> Recomputed:
    """Recompute all counted results and store what differs, or with `check` only compare."""
    recount = Recount(repair=not check)
    # Logs and their order never change, so this needs no lock. Only the short rest below makes
    # counting wait.
    recount.follow()
    with transaction.atomic():
        lock_counter()
        recount.follow()
        recount.compare_records()
        recount.compare_tallies()
    return Recomputed(recount.games, tuple(recount.problems))


class Recount:
    """Records and tallies recomputed from the logs, and how the database differs from them."""

    def __init__(self, repair: bool) -> None:
        self.games = 0
        self.problems: list[str] = []
        self._repair = repair
        self._seen = 0
        self._records: dict[str, dict[int, Record]] = {}
        self._tallies: Counter[TallyKey] = Counter()
        self._meetings = Meetings()

    def follow(self) -> None:
        """Recompute the results that were counted since the last call."""
        games = Game.objects.filter(result_number__gt=self._seen)
        ordered = games.order_by("result_number").prefetch_related("scorecards")
        for game in ordered.iterator(chunk_size=200):
            self._seen = game.result_number or 0
            if game.is_damaged:
                self._take_back(game)
                continue
            result = read_result(game)
            records = self._records.setdefault(result.pool, {})
            outcome = apply_result(result, records, self._meetings.most(result))
            records.update(outcome.records)
            if outcome.unrated_reason is None:
                self._meetings.add(result)
            self._tallies.update(week_wins(result))
            self._compare_cards(game, result, outcome)
            self.games += 1

    def _take_back(self, game: Game) -> None:
        """Report a counted game that turned out to be damaged. Uncount it when repairing."""
        self.problems.append(f"game {game.code}: it is damaged, but counted")
        if self._repair:
            take_back(game.pk)

    def _compare_cards(self, game: Game, result: Result, outcome: Outcome) -> None:
        column = {"uncounted": uncounted_column(result, outcome)}
        if self._differs(f"game {game.code}", game, column) and self._repair:
            fill_scorecards(result, outcome)
        for card in game.scorecards.all():
            expected = card_columns(result, outcome, card.seat)
            differs = self._differs(f"game {game.code}, seat {card.seat}", card, expected)
            if differs and self._repair:
                fill_scorecards(result, outcome)

    def _differs(self, what: str, row: Any, expected: Mapping[str, Any]) -> bool:
        wrong = {name: value for name, value in expected.items() if getattr(row, name) != value}
        for name, value in wrong.items():
            self.problems.append(f"{what}: {name} is {getattr(row, name)}, should be {value}")
        return bool(wrong)

    def compare_records(self) -> None:
        """Compare the table of ratings, and repair what differs. Called in a transaction."""
        eligible = all_players()
        expected = {
            (player, pool): record
            for pool, records in self._records.items()
            for player, record in records.items()
            if player in eligible
        }
        wrong: dict[str, dict[int, Record]] = {}
        for row in Rating.objects.iterator():
            record = expected.pop((row.player_id, row.pool), None)
            if record is None:
                self._report_extra(row)
                continue
            columns = {**columns_of(record), "eligible": _expected(row, eligible)}
            if self._differs(f"player {row.player_id}, {row.pool}", row, columns):
                wrong.setdefault(row.pool, {})[row.player_id] = record
        for (player, pool), record in expected.items():
            self.problems.append(f"player {player}, {pool}: has no row")
            wrong.setdefault(pool, {})[player] = record
        for pool, records in wrong.items() if self._repair else ():
            save_records(pool, records, lock_players(sorted(records)))
        if self._repair:
            rank_experienced_of(wrong)

    def compare_tallies(self) -> None:
        """Compare the table of tallies, and repair what differs. Called in a transaction."""
        eligible = all_players()
        expected = {key: wins for key, wins in self._tallies.items() if key.player in eligible}
        wrong: dict[TallyKey, int] = {}
        for row in Tally.objects.iterator():
            key = tally_key(row)
            wins = expected.pop(key, None)
            if wins is None:
                self._report_extra(row)
                continue
            columns = {"wins": wins, "eligible": _expected(row, eligible)}
            if self._differs(tally_name(key), row, columns):
                wrong[key] = wins
        now = utc_now()
        for key, wins in expected.items():
            if not is_kept(key, now):
                continue
            self.problems.append(f"{tally_name(key)}: has no row")
            wrong[key] = wins
        if wrong and self._repair:
            players = sorted({key.player for key in wrong})
            save_tallies(wrong, lock_players(players))
            rank_experienced(players)

    def _report_extra(self, row: Rating | Tally) -> None:
        """Report a row that no result leads to. Delete it when repairing."""
        self.problems.append(f"no result leads to the {row._meta.verbose_name} {row}")
        if self._repair:
            row.delete()


def _expected(row: Rating | Tally, eligible: Mapping[int, bool]) -> bool:
    """Return whether a row should be on leaderboards."""
    # With the same dice, that also depends on rated games at the time of the player's last result.
    # So the stored value counts as right, unless the player may be on no leaderboard at all.
    if dice_of_pool(row.pool) == "same":
        return row.eligible and eligible[row.player_id]
    return eligible[row.player_id]


def tally_name(key: TallyKey) -> str:
    """Return a tally's name in reports."""
    return f"player {key.player}, {key.pool}, week of {key.begins}"


def all_players() -> dict[int, bool]:
    """Return for every player whether they may be on leaderboards."""
    columns = User.objects.only("is_active", "is_guest", "is_bot")
    return {player.pk: is_eligible(player) for player in columns.iterator()}
