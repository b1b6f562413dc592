"""Counts the dice of games that are over, each game exactly once.

Aborted games count like finished ones: if players left more often after bad rolls, the dice of the
other games would look too good. Games that ended before the first roll have no dice to count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Count, QuerySet, Sum

from games.core.rules import find_variant
from games.platform.clock import day_of
from games.record.audit.tally import DiceTally, Roll
from games.record.fairness.models import DiceCount
from games.record.log.models import Game, GameEvent

TOTAL = "total"
"""The period of all days together."""
MAX_AT_ONCE = 50
DAYS_AT_ONCE = 50
# How often to count all games again if a worker counts others meanwhile.
TRIES = 5


@dataclass
class Period:
    """The dice of a day ("2026-01-31", UTC, when the games ended) or of all days (`TOTAL`)."""

    name: str
    games: int = 0
    tally: DiceTally = field(default_factory=DiceTally)

    def add(self, games: int, tally: DiceTally) -> None:
        """Add games and their dice."""
        self.games += games
        self.tally.add(tally)


class Ended(NamedTuple):
    """A game that is over."""

    id: int
    variant: str
    at: datetime

    @property
    def day(self) -> str:
        """The day on which it ended."""
        return day_of(self.at).isoformat()


class _LoggedRoll(msgspec.Struct):
    """The fields of a logged roll that matter here."""

    hold: list[int]
    dice: list[int]


_ROLLS = msgspec.json.Decoder(_LoggedRoll)


def count_dice() -> int:
    """Count the dice of up to `MAX_AT_ONCE` games, oldest first. Returns how many were counted.

    Games that are damaged or not verified yet are left out.
    """
    sound = _games(counted=False).filter(verified=True, fault=None)
    games = _ended(sound.order_by("finished_at", "pk")[:MAX_AT_ONCE])
    return _store(games, tallies_of(games)) if games else 0


def tallies_of(games: Sequence[Ended]) -> dict[int, DiceTally]:
    """Return the tally of each game, with one query."""
    rolls = defaultdict(list)
    rows = GameEvent.objects.filter(game__in=[game.id for game in games], type="dice.rolled")
    for game_id, seat, data in rows.order_by("game", "seq").values_list("game_id", "seat", "data"):
        found = _ROLLS.decode(data)
        rolls[game_id].append(Roll(seat or 0, found.hold, found.dice))
    tallies = {}
    for game in games:
        tallies[game.id] = DiceTally()
        tallies[game.id].count_game(find_variant(game.variant).faces, rolls[game.id])
    return tallies


@transaction.atomic
def _store(games: Sequence[Ended], tallies: dict[int, DiceTally]) -> int:
    """Add the tallies of the games that no other process has counted meanwhile."""
    # Lock the total first, so that one process counts at a time. Marking the games in the same
    # transaction makes sure that each counts exactly once.
    total = _lock_total()
    ids = set(_games(counted=False).filter(pk__in=tallies).values_list("pk", flat=True))
    Game.objects.filter(pk__in=ids).update(dice_counted=True)
    days = _by_day([game for game in games if game.id in ids], tallies)
    rows = DiceCount.objects.in_bulk(list(days), field_name="period")
    for name, day in days.items():
        _save(rows.get(name) or DiceCount(period=name), day)
        _save(total, day)
    return len(ids)


def _lock_total() -> DiceCount:
    """Return the row of the total, locked until the transaction ends."""
    DiceCount.objects.get_or_create(period=TOTAL)
    return DiceCount.objects.select_for_update().get(period=TOTAL)


def _by_day(games: Iterable[Ended], tallies: dict[int, DiceTally]) -> dict[str, Period]:
    days: dict[str, Period] = {}
    for game in games:
        tally = tallies[game.id]
        if tally.dice:
            days.setdefault(game.day, Period(game.day)).add(1, tally)
    return days


def _save(row: DiceCount, more: Period) -> None:
    """Add more games to a row."""
    period = _period(row)
    period.add(more.games, more.tally)
    row.games, row.counts = period.games, period.tally.as_json()
    row.save()


def count_again() -> None:
    """Forget all counts, so that the dice of every game are counted again."""
    with transaction.atomic():
        total = _lock_total()
        _games(counted=True).update(dice_counted=False)
        DiceCount.objects.exclude(pk=total.pk).delete()
        total.games, total.counts = 0, {}
        total.save()


def wrong_periods() -> list[str]:
    """Count the dice of all games again; return the periods whose stored counts differ."""
    wrong: list[str] = []
    for _ in range(TRIES):
        stored = _stored()
        right = _from_logs()
        wrong = sorted(name for name in stored | right if stored.get(name) != right.get(name))
        if not wrong or _stored() == stored:
            break
    return wrong


def _stored() -> dict[str, Period]:
    rows = DiceCount.objects.exclude(period=TOTAL, games=0)
    return {row.period: _period(row) for row in rows}


def _from_logs() -> dict[str, Period]:
    """Return what should be stored, from the logs of the games that are counted."""
    total, after = Period(TOTAL), 0
    days: dict[str, Period] = {}
    while games := _ended(_games(counted=True).filter(pk__gt=after).order_by("pk")[:MAX_AT_ONCE]):
        after = games[-1].id
        for name, day in _by_day(games, tallies_of(games)).items():
            days.setdefault(name, Period(name)).add(day.games, day.tally)
            total.add(day.games, day.tally)
    return {TOTAL: total, **days} if days else {}


def _games(counted: bool) -> QuerySet[Game]:
    """Return the games that are over and whose dice count."""
    # Never replays, which throw old dice again, or games in which all seats get the same dice.
    ended = Game.objects.filter(finished_at__isnull=False, replay=False)
    return ended.filter(dice_counted=counted).exclude(dice="same")


def _ended(games: QuerySet[Game]) -> list[Ended]:
    rows = games.values_list("pk", "variant", "finished_at")
    return [Ended(pk, variant, at) for pk, variant, at in rows if at is not None]


def totals() -> Period:
    """Return the dice of all days."""
    row = DiceCount.objects.filter(period=TOTAL).first()
    return Period(TOTAL) if row is None else _period(row)


def newest_days(limit: int | None = None) -> list[Period]:
    """Return the days on which games ended, newest first; all of them without a limit."""
    return [_period(row) for row in _days()[:limit]]


def each_day() -> Iterator[Period]:
    """Yield the days on which games ended, newest first. Holds few of them at a time."""
    found, before = _days(), None
    while rows := list(
        (found if before is None else found.filter(period__lt=before))[:DAYS_AT_ONCE]
    ):
        before = rows[-1].period
        yield from map(_period, rows)


def days_and_games() -> tuple[int, int]:
    """Return on how many days games ended, and how many games."""
    found = _days().aggregate(days=Count("pk"), games=Sum("games"))
    return found["days"], found["games"] or 0


def _days() -> QuerySet[DiceCount]:
    return DiceCount.objects.exclude(period=TOTAL).order_by("-period")


def _period(row: DiceCount) -> Period:
    return Period(row.period, row.games, DiceTally.from_json(row.counts))
