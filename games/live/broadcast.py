"""Send a message to many sockets: it is encoded once for all who get the same."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from games.live.listener import Listener
from games.protocol import Message, encode

Group = TypeVar("Group", bound=Hashable)


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
