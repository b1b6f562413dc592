"""The interface of a socket for live rooms and the lobby."""

from typing import Protocol


class Listener(Protocol):
    """A socket of this process, as its room or the lobby sees it."""

    # Whether it gets the whole view of a game instead of what changes in it.
    whole: bool
    player: int | None
    name: str | None
    # Whether the player has no account.
    guest: bool
    session: str | None
    # The player's hashed password when the session was opened.
    password: str
    address: str
    # When its last frame came, in monotonic seconds.
    heard_at: float

    def send_text(self, text: str) -> None:
        """Send one frame, soon and in order. Never raises, never blocks."""
        ...

    def drop(self, code: int) -> None:
        """Close the socket with this code."""
        ...

    def enforce_timeout(self, now: float) -> None:
        """End a command that takes too long. `now`: monotonic seconds."""
        ...
