"""What the server says, as types: docs/protocol.schema.json is made from them.

The server builds these messages as plain dicts, which is fast; the tests hold every frame that
leaves it against these types. Browsers ignore fields and types that they do not know.
"""

from games.messages.events import Event
from games.messages.lobby import LobbyMessage, read_lobby
from games.messages.schema import schema
from games.messages.server import ServerMessage, read

__all__ = ["Event", "LobbyMessage", "ServerMessage", "read", "read_lobby", "schema"]
