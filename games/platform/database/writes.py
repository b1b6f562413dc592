"""Whether the database accepts this process's writes. With a full disk it still answers reads."""

from games.platform.clock import monotonic

REFUSED_S = 30.0
"""A refusal counts for this long: perhaps nobody writes again, to show that it is over."""


class Writes:
    """Whether the newest write of a move succeeded."""

    def __init__(self) -> None:
        self._refused_at: float | None = None

    def note_success(self) -> None:
        """Note that the database has taken a move."""
        self._refused_at = None

    def note_refusal(self) -> None:
        """Note that the database has refused a move, for whatever reason."""
        self._refused_at = monotonic()

    @property
    def are_refused(self) -> bool:
        """Whether the newest move was refused, and not long ago."""
        return self._refused_at is not None and monotonic() - self._refused_at < REFUSED_S


WRITES = Writes()
"""The writes of this process."""
