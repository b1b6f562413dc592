"""The JSON Schema of both sockets in both directions."""

from typing import Any

import msgspec

from games.protocol import lobby_commands
from games.protocol.commands import AnyCommand
from games.protocol.lobby_messages import LobbyMessage
from games.protocol.room_messages import ServerMessage

FRAMES = {
    "ClientMessage": AnyCommand,
    "ServerMessage": ServerMessage,
    "LobbyClientMessage": lobby_commands.AnyCommand,
    "LobbyServerMessage": LobbyMessage,
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of all frames."""
    frames, definitions = msgspec.json.schema_components(
        FRAMES.values(), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The sockets, version 1",
        "$defs": {**dict(zip(FRAMES, frames, strict=True)), **definitions},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in FRAMES],
    }
