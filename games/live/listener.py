"""What live rooms and the lobby know of a socket."""

from typing import Protocol


class Listener(Protocol):
    """A socket in this process, as its room or the lobby sees it."""

    player: int | None
    session: str | None
    # The hash of the password that the session was opened with.
    session_hash: str
    address: str
    heard_at: float

    def post(self, text: str) -> None:
        """Send one frame, soon and in order; never raises, never blocks."""
        ...

    def drop(self, code: int) -> None:
        """Close the socket with this code."""
        ...

    def hurry(self, now: float) -> None:
        """End what it waits for, if that takes too long. `now`: monotonic seconds."""
        ...
