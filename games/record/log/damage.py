"""Verifies games when they are over, and marks damaged ones.

Code that counts or analyses games verifies them first and leaves damaged ones out. A sweep of the
worker verifies all others. This needs no lock, because a game that is over does not change.
"""

import logging
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from games.platform.database import bulk
from games.record.fairness.secrets import UnreadableSecret
from games.record.log import statements
from games.record.log.models import Game
from games.record.log.verifying import problems_of_all

logger = logging.getLogger(__name__)

MAX_LETTERS = 200  # of `Game.fault`
# The most games in memory at once: a game of sixteen players can have thousands of events.
GAMES_AT_ONCE = 20

# Games whose secret this process cannot read. It has read the keys at its start, so only a new
# process can do better.
_unreadable: set[int] = set()


class Verified(NamedTuple):
    """The ids of the games that were verified now."""

    sound: list[int]
    damaged: list[int]


def verify_ended(games: QuerySet[Game], most: int | None = None) -> Verified:
    """Verify the games that are over and not verified yet, at most `most`, and store whether they
    are damaged. A game whose secret cannot be read stays unverified.

    Raises Django's database errors.
    """
    return verify(list(unverified(games)[:most]))


def verify(rows: Sequence[Game]) -> Verified:
    """Verify these games, which are over: see `verify_ended`."""
    verified = Verified([], [])
    for first in range(0, len(rows), GAMES_AT_ONCE):
        _verify(rows[first : first + GAMES_AT_ONCE], verified)
    return verified


def unverified(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games that are over and have to be verified."""
    waiting = games.filter(verified=False).exclude(status=Game.Status.PLAYING)
    return waiting.exclude(pk__in=_unreadable)


def is_readable(game: Game) -> bool:
    """Whether this process may be able to verify a game."""
    return game.pk not in _unreadable


SET_VERIFIED = bulk.bulk(
    'UPDATE games_game SET "verified" = TRUE FROM {new} WHERE games_game."id" = new."game_id"',
    {"game_id": "bigint"},
)


def _verify(games: Sequence[Game], verified: Verified) -> None:
    found = problems_of_all(games)
    sound = [id_ for id_, problems in found.items() if problems == []]
    if sound:
        bulk.run_all([(SET_VERIFIED, [(id_,) for id_ in sound])])
    verified.sound.extend(sound)
    for game in games:
        problems = found[game.pk]
        if isinstance(problems, UnreadableSecret):
            _unreadable.add(game.pk)
            logger.error("game %s cannot be verified: %s", game.code, problems)
        elif problems:
            mark_damaged(game, problems[0])
            verified.damaged.append(game.pk)


def mark_damaged(game: Game, problem: str) -> None:
    """Mark a game as damaged, unless it is marked already, and let its room show that."""
    unmarked = Game.objects.filter(pk=game.pk, fault=None)
    if unmarked.update(verified=True, fault=problem[:MAX_LETTERS]):
        logger.error("the record of game %s is damaged: %s", game.code, problem)
        bulk.run_all([(statements.BUMP_ROOMS_OF_GAMES, [(game.pk,)])])


def note_problems(game: Game, problems: Sequence[str]) -> None:
    """Store what a second verification of a game has found, which may be nothing."""
    if problems:
        mark_damaged(game, problems[0])
    else:
        Game.objects.filter(pk=game.pk).update(verified=True, fault=None)
