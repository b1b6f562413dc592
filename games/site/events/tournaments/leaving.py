"""Players who leave games of an arena have to pause before they are paired again.

The pause doubles each time, and each counted game that they play to its end takes back one step. A
player who repeatedly does not show their seed is not paired any more. Joining again changes
neither.
"""

from datetime import datetime, timedelta

from games.core.protocol.errors import ErrorCode, Refused
from games.site.events.tournaments.models import TournamentEntry

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(minutes=15)
MAX_MISSED = 2
"""How many turns of a game a player may miss, so that the server fills the box. More count as
leaving.
"""
MAX_WITHHELD = 3
"""After this many starts cancelled because their seed was missing, a player is out."""


def pause_after(leaves: int) -> timedelta:
    """Return how long a player who has now left `leaves` (1 or more) games is not paired."""
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
    """Whether the player is not paired any more in this tournament."""
    return entry.withheld >= MAX_WITHHELD


def check_not_out(entry: TournamentEntry) -> None:
    """Raise Refused if the player is not paired any more in this tournament."""
    if is_out(entry):
        raise Refused(
            ErrorCode.FORBIDDEN,
            "Too many of your games could not start, so you can play no more here.",
        )
