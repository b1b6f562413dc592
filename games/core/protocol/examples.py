"""Checks the examples in docs/protocol.examples.json against the types, and formats them."""

import json
from typing import Any

import msgspec

from games.core.protocol.events import Event
from games.core.protocol.lobby_commands import LOBBY_DECODER
from games.core.protocol.lobby_messages import LobbyMessage
from games.core.protocol.room_commands import ROOM_DECODER
from games.core.protocol.room_messages import RoomMessage
from games.core.protocol.tournament_commands import TOURNAMENT_DECODER
from games.core.protocol.tournament_messages import TournamentMessage

# The types of the examples in each section of the file. docs/protocol.md has the same sections.
SECTIONS: dict[str, Any] = {
    "From the client": ROOM_DECODER.union,
    "From the server": RoomMessage,
    "Events": Event,
    "To the lobby": LOBBY_DECODER.union,
    "From the lobby": LobbyMessage,
    "To a tournament": TOURNAMENT_DECODER.union,
    "From a tournament": TournamentMessage,
}
WIDTH = 120
INDENT = "  "


def rewrite_examples(text: str) -> str:
    """Return the file of examples, formatted, with fields in the order of the types.

    Raises ValueError for an example that does not have one of its section's types.
    """
    sections = json.loads(text)
    return lay_out({name: _rewritten(sections[name], SECTIONS[name]) for name in SECTIONS}) + "\n"


def _rewritten(examples: list[Any], types: Any) -> list[Any]:
    return [rewrite(example, types) for example in examples]


def rewrite(example: Any, types: Any) -> Any:
    """Return an example with its fields in order. Raises ValueError if none of the types fits."""
    text = json.dumps(example)
    try:
        frame = msgspec.json.decode(text, type=types)
    except msgspec.DecodeError as error:
        raise ValueError(f"{error} in the example {text}") from error
    # Fields with defaults may be left out.
    whole = msgspec.to_builtins(frame)
    return {name: value for name, value in whole.items() if name in example}


def lay_out(value: Any, indent: str = "", prefix: str = "", suffix: str = "") -> str:
    """Return `value` as JSON: in one line if it fits, else one line for each item.

    `prefix` is written before it in its first line, `suffix` after it in its last line.
    """
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + prefix + line + suffix) <= WIDTH or not isinstance(value, (dict, list, tuple)):
        return f"{indent}{prefix}{line}{suffix}"
    items = (
        [(f"{json.dumps(name)}: ", item) for name, item in value.items()]
        if isinstance(value, dict)
        else [("", item) for item in value]
    )
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    last = len(items) - 1
    lines = [
        lay_out(item, indent + INDENT, name, "" if number == last else ",")
        for number, (name, item) in enumerate(items)
    ]
    return "\n".join([f"{indent}{prefix}{opening}", *lines, f"{indent}{closing}{suffix}"])
