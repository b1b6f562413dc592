"""The JSON Schema of all sockets in both directions."""

from typing import Any

import msgspec

from games.core.protocol.lobby_commands import LOBBY_DECODER
from games.core.protocol.lobby_messages import LobbyMessage
from games.core.protocol.room_commands import ROOM_DECODER
from games.core.protocol.room_messages import RoomMessage
from games.core.protocol.tournament_commands import TOURNAMENT_DECODER
from games.core.protocol.tournament_messages import TournamentMessage

FRAMES = {
    "ClientMessage": ROOM_DECODER.union,
    "ServerMessage": RoomMessage,
    "LobbyClientMessage": LOBBY_DECODER.union,
    "LobbyServerMessage": LobbyMessage,
    "TournamentClientMessage": TOURNAMENT_DECODER.union,
    "TournamentServerMessage": TournamentMessage,
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of all frames."""
    frames, definitions = msgspec.json.schema_components(
        FRAMES.values(), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The sockets",
        "$defs": {**dict(zip(FRAMES, frames, strict=True)), **definitions},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in FRAMES],
    }
