"""The query of a room's address: `whole=1` asks for whole views instead of changes, `anonymous=1`
asks to be nobody, and `seen=CODE.SEQ` says what the client has seen before.
Everything else in a query is ignored.
"""

import re

SEEN = re.compile(rb"seen=([a-z0-9]{1,32})\.([0-9]{1,9})")


def wants_whole_views(query: bytes) -> bool:
    """Return whether a client asks for the whole view with each message about a game."""
    return b"whole=1" in query.split(b"&")


def seen_before(query: bytes) -> tuple[str, int] | None:
    """Return the game that a returning client has seen, and its newest seq, or None."""
    for field in query.split(b"&"):
        if found := SEEN.fullmatch(field):
            return found[1].decode(), int(found[2])
    return None


def is_anonymous(query: bytes) -> bool:
    """Return whether a client asks to be nobody, even if it has a session: a visitor of the home
    page watches the game there without being named as a spectator, and a screen shows a table to
    everybody in front of it, so it has no seat. A family lock holds all the same.
    """
    return b"anonymous=1" in query.split(b"&")
