"""Players who leave games of an arena: a while passes before they are paired again.

It doubles each time, and a counted game that they play to its end takes back one step. A player who
does not show their seed again and again is paired no more. Joining again changes neither.
"""

from datetime import datetime, timedelta

from games.protocol.errors import ErrorCode, Refused
from games.tournaments.models import TournamentEntry

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(minutes=15)
MAX_MISSED = 2
"""Turns of a game that a player may miss: the server filled the box. More count as leaving."""
MAX_WITHHELD = 3
"""Starts of games, cancelled because a player did not show their seed, after which they are out."""


def pause_after(leaves: int) -> timedelta:
    """Return how long nobody is paired who has now left `leaves` (1 or more) games."""
    factor: int = 2 ** min(leaves - 1, 10)
    return min(FIRST_PAUSE * factor, LONGEST_PAUSE)


def note_leave(entry: TournamentEntry, withheld: bool, now: datetime) -> None:
    """Note that the player left a game, or `withheld` their seed, without saving the entry."""
    entry.leaves += 1
    entry.withheld += withheld
    entry.paired_from = now + pause_after(entry.leaves)


def note_stay(entry: TournamentEntry) -> None:
    """Note that the player finished a counted game, without saving the entry."""
    entry.leaves = max(0, entry.leaves - 1)


def is_out(entry: TournamentEntry) -> bool:
    """Whether the player is paired no more in this tournament."""
    return entry.withheld >= MAX_WITHHELD


def check_not_out(entry: TournamentEntry) -> None:
    """Raise Refused if the player is paired no more in this tournament."""
    if is_out(entry):
        raise Refused(
            ErrorCode.FORBIDDEN,
            "%(count)s games could not start because your seed was missing. You can play no more "
            "games in this tournament.",
            count=MAX_WITHHELD,
        )
