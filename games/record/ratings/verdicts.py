"""Judges games of arenas, rated and casual, by the rules that decide which games change ratings."""

from typing import NamedTuple

from django.db.models import Q

from games.record.log.models import Game
from games.record.ratings.addresses import players_by_mark, sharing
from games.record.ratings.meetings import stored_meetings
from games.record.ratings.model import UnratedReason
from games.record.ratings.record_changes import Result, unrated_reason


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
