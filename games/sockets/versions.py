"""Which version of the protocol a client asks for: `?protocol=2` after the path of a room."""

from urllib.parse import parse_qs

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
        known = " and ".join(BY_NAME)
        message = f"This server speaks the versions {known} of the protocol."
        raise ProtocolError(ErrorCode.UNKNOWN_VERSION, message) from None
