"""What a client asks for in the query of a room's address: the version of the protocol
(`?protocol=2`), and to be nobody (`anonymous=1`).
"""

from collections.abc import Iterable
from urllib.parse import parse_qs

from django.conf import settings

from games.language import language_of_headers
from games.protocol import VERSION, VERSIONS, ErrorCode, ProtocolError, Version

BY_NAME: dict[str, Version] = {str(version): version for version in VERSIONS}
MAX_FIELDS = 20


def requested_version(query: bytes) -> Version:
    """Return the version named in a query string, 1 without one. Raises ProtocolError."""
    try:
        fields = parse_qs(query.decode("latin1"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
        (name,) = fields.get("protocol", [str(VERSION)])
        return BY_NAME[name]
    except (KeyError, ValueError):
        *older, newest = BY_NAME
        raise ProtocolError(
            ErrorCode.UNKNOWN_VERSION,
            "This server speaks the versions %(known)s of the protocol.",
            known=f"{', '.join(older)} and {newest}",
        ) from None


def is_anonymous(query: bytes) -> bool:
    """Return whether a client asks to be nobody, although it may have a session: the home page
    shows a game of which its visitor need not be a spectator by name.
    """
    return b"anonymous=1" in query.split(b"&")


def anonymous_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers of a connection without who it is, and in the same language."""
    given = list(headers)
    language = f"{settings.LANGUAGE_COOKIE_NAME}={language_of_headers(given)}".encode()
    private = (b"authorization", b"cookie")
    return [each for each in given if each[0] not in private] + [(b"cookie", language)]
