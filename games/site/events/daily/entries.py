"""Playing a daily, once for each player, and storing the result when the game is over."""

from collections.abc import Collection
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.accounts.models import User
from games.platform.clock import day_of
from games.record.fairness.models import DiceShare
from games.record.ratings.listing import experienced
from games.site.events.cards.solo import (
    MAX_AT_ONCE,
    totals_in_time,
    verified_entries,
    without_result,
)
from games.site.events.daily.models import Daily, DailyEntry
from games.site.events.daily.opening import closes_at, open_dailies
from games.tables.rooms.models import Room
from games.tables.rooms.shared_games import open_shared_game


class NotOpen(Exception):
    """Today's daily cannot be begun: there is none, or its dice are public."""


def enter(player: User, variant: str, now: datetime) -> Room:
    """Begin the player's game of today's daily of a variant, or find the one they have begun.
    Return its room. Raises NotOpen.
    """
    open_dailies(now)
    daily = Daily.objects.filter(day=day_of(now), variant=variant).first()
    mine = None if daily is None else entry_of(daily, player)
    if daily is None:
        raise NotOpen(variant)
    if mine is None:
        try:
            return _begin(daily, player)
        except IntegrityError:  # they have begun it in another tab at the same moment
            mine = entry_of(daily, player)
    if mine is None or mine.game.room is None:
        raise NotOpen(variant)
    return mine.game.room


@transaction.atomic
def _begin(daily: Daily, player: User) -> Room:
    try:
        room = open_shared_game(player, daily.variant, daily.share)
    except DiceShare.DoesNotExist as error:
        raise NotOpen(daily.variant) from error
    assert room.game is not None
    DailyEntry.objects.create(
        daily=daily, player=player, game=room.game, day=daily.day, account=not player.is_guest
    )
    return room


def entry_of(daily: Daily, player: User) -> DailyEntry | None:
    entries = DailyEntry.objects.filter(daily=daily, player=player)
    return entries.select_related("game__room").first()


def fresh_results(player: User) -> list[DailyEntry]:
    """Return the player's entries whose game is over but whose result is not stored yet. They get
    their result as far as it is known without verifying the game. Nothing is stored.
    """
    entries = without_result(DailyEntry.objects.filter(player=player))
    found = list(entries.select_related("daily", "game__room"))
    totals = _totals(found)
    for entry in found:
        entry.over, entry.total = True, totals[entry.pk]
    return found


def take_results(entries: "QuerySet[DailyEntry]") -> int:
    """Verify the games of some of these entries that are over, and store their results. Return how
    many.
    """
    return _take_verified(verified_entries(entries))


@transaction.atomic
def _take_verified(over: "QuerySet[DailyEntry]") -> int:
    """Store the results of some of these entries. Return how many.

    A damaged game has no total, nor has a card that was not filled in time. Only players who had an
    account at the start and have played enough rated games are ranked.
    """
    # Who is ranked is decided once, because the reveal counts the ranked totals. So the entries are
    # locked.
    locked = over.select_for_update(of=("self",))
    found = list(locked.select_related("game")[:MAX_AT_ONCE])
    totals = _totals(found)
    accounts = [entry.player_id for entry in found if entry.account and entry.player_id]
    rankable = experienced(accounts)
    for entry in found:
        entry.over = True
        entry.total = totals[entry.pk]
        entry.ranked = entry.total is not None and entry.account and entry.player_id in rankable
    DailyEntry.objects.bulk_update(found, ["over", "total", "ranked"])
    return len(found)


def _totals(entries: Collection[DailyEntry]) -> dict[int, int | None]:
    found = totals_in_time([(entry.game, closes_at(entry.day)) for entry in entries])
    return {entry.pk: found[entry.game_id] for entry in entries}
