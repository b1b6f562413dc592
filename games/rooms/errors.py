"""The refusal of a room, the lobby or an event."""

from games.refusal import Refusal


class Refused(Refusal):
    """This is not allowed now. `code` is an error code of the protocol."""
