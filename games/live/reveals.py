"""Which seats keep a game waiting for their seeds, and when that may be held against them.

A seat has REVEAL_S from the moment when its game's start was sent to one of its sockets, or, if its
player has left the room, from the moment when that shows. What the server itself may have lost is
never held against a player: see `Health`.
"""

from collections.abc import Collection

from games.clock import monotonic

# A browser answers within a fraction of a second.
REVEAL_S = 10.0


class Health:
    """Whether players could reach the site as far as this process knows: starts and stops of
    processes, and failures of the database.

    All times are seconds of the monotonic clock.
    """

    def __init__(self) -> None:
        self._failed_at = monotonic()
        self._is_stopping = False

    def note_failure(self) -> None:
        """Note that the database has just failed, or another process has started or is stopping, so
        that a command may have been refused.
        """
        self._failed_at = monotonic()

    def note_stop(self) -> None:
        """Note that this process is about to stop, so that sockets are closed."""
        self._is_stopping = True

    def is_good_since(self, moment: float) -> bool:
        """Whether nothing has gone wrong here since that moment."""
        return not self._is_stopping and self._failed_at <= moment


class RevealWatch:
    """When the seats of one game were told to show their seeds, or since when they are absent."""

    def __init__(self) -> None:
        self._told: dict[int, float] = {}
        self._absent: dict[int, float] = {}

    def note_told(self, seat: int) -> None:
        """Note that the start of the game was sent to a socket of this seat."""
        self._told.setdefault(seat, monotonic())

    def note_absent(self, seats: Collection[int]) -> None:
        """Note that of the seats of this game, just the players of these are not in the room."""
        now = monotonic()
        self._absent = {seat: self._absent.get(seat, now) for seat in seats}

    def find_late(self, waiting: Collection[int], health: Health) -> tuple[int, ...]:
        """Return the seats of those `waiting` whose time is up."""
        return tuple(seat for seat in waiting if self._is_late(seat, health))

    def _is_late(self, seat: int, health: Health) -> bool:
        now = monotonic()
        moments = [times[seat] for times in (self._told, self._absent) if seat in times]
        return any(now - at >= REVEAL_S and health.is_good_since(at) for at in moments)
