"""Sockets as live rooms and the lobby see them, and messages to many of them."""

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

from games.core.protocol.codec import encode
from games.core.protocol.errors import CloseCode
from games.core.protocol.frames import Message
from games.people.conduct.contact import Contact

Group = TypeVar("Group", bound=Hashable)


class Listener(Protocol):
    """A socket of this process, as its room or the lobby sees it."""

    # Whether it gets the whole view of a game instead of what changes in it.
    whole: bool
    player: int | None
    # The player whose browser it is: also of somebody who asked to be nobody.
    account: int | None
    name: str | None
    # Whether the player has no account.
    guest: bool
    session: str | None
    # The player's hashed password when the session was opened.
    password: str
    # Whom the player hears, and the `contact_rev` of their row when this was read.
    contact: Contact
    contact_rev: int
    address: str
    # When its last message or pong came, in monotonic seconds.
    heard_at: float

    def send_text(self, text: str) -> None:
        """Send one frame, soon and in order. Never raises, never blocks."""
        ...

    def drop(self, code: CloseCode) -> None:
        """Close the socket with this code."""
        ...

    def adopt_contact(self, rev: int, contact: Contact) -> None:
        """Take over whom the player hears from now on, and show it."""
        ...

    def enforce_timeout(self, now: float) -> None:
        """End a command that takes too long. `now`: monotonic seconds."""
        ...


def send_to_all(listeners: Iterable[Listener], message: Message) -> None:
    """Send all sockets one message."""
    text = encode(message)
    for listener in tuple(listeners):
        listener.send_text(text)


def send_to_groups(
    listeners: Iterable[Listener],
    group_of: Callable[[Listener], Group],
    make: Callable[[Group], Message | None],
) -> None:
    """Send each socket what `make` returns for its group; nothing if that is None."""
    texts: dict[Group, str | None] = {}
    for listener in tuple(listeners):
        group = group_of(listener)
        if group not in texts:
            message = make(group)
            texts[group] = None if message is None else encode(message)
        text = texts[group]
        if text is not None:
            listener.send_text(text)
