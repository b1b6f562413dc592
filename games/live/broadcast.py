"""Send a message to many sockets: it is encoded once, or once for each version of the protocol."""

from collections.abc import Callable, Iterable

from games.live.listener import Listener
from games.protocol import Message, Version, encode


def send_to_all(listeners: Iterable[Listener], message: Message) -> None:
    """Send one message, the same in all versions."""
    text = encode(message)
    for listener in tuple(listeners):
        listener.send_text(text)


def send_to_viewers(
    listeners: Iterable[Listener],
    viewer_of: Callable[[int | None], int | None],
    make: Callable[[int | None], Message | None],
) -> None:
    """Send each socket what `make` returns for the view that `viewer_of` gives its player: that of
    a seat, or None for what all see."""
    texts: dict[int | None, str | None] = {}
    for listener in tuple(listeners):
        viewer = viewer_of(listener.player)
        if viewer not in texts:
            message = make(viewer)
            texts[viewer] = None if message is None else encode(message)
        text = texts[viewer]
        if text is not None:
            listener.send_text(text)


def send_in_versions(listeners: Iterable[Listener], make: Callable[[Version], Message]) -> None:
    """Send each socket what `make` returns for its version."""
    texts: dict[Version, str] = {}
    for listener in tuple(listeners):
        text = texts.get(listener.version)
        if text is None:
            text = texts[listener.version] = encode(make(listener.version))
        listener.send_text(text)
