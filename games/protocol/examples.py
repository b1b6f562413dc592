"""The examples in docs/protocol.md: check them against the types, and format them."""

import json
import re
from typing import Any

import msgspec

from games.protocol.events import Event
from games.protocol.lobby_commands import LOBBY_DECODER
from games.protocol.lobby_messages import LobbyMessage
from games.protocol.room_commands import ROOM_DECODER
from games.protocol.room_messages import RoomMessage
from games.protocol.tournament_commands import TOURNAMENT_DECODER
from games.protocol.tournament_messages import TournamentMessage

# The types of the examples in each section of the page.
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

_SECTION = re.compile(r"^## (?P<title>[^\n]+)$(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"(?<=^```json\n)(?P<example>.*?)(?=^```$)", re.MULTILINE | re.DOTALL)


def rewrite_examples(page: str) -> str:
    """Return the page with every example formatted, its fields in the order of the types.

    Raises ValueError for an example that is not of its section's types.
    """

    def section(found: re.Match[str]) -> str:
        types = SECTIONS.get(found["title"])
        if types is None:
            return found[0]
        return _BLOCK.sub(lambda block: rewrite(block["example"], types) + "\n", found[0])

    return _SECTION.sub(section, page)


def rewrite(example: str, types: Any) -> str:
    """Return one example, formatted. Raises ValueError if it is not of these types."""
    try:
        frame = msgspec.json.decode(example, type=types)
    except msgspec.DecodeError as error:
        raise ValueError(f"{error} in the example {example}") from error
    given = json.loads(example)
    # Fields with defaults may be left out.
    whole = msgspec.to_builtins(frame)
    return lay_out({name: value for name, value in whole.items() if name in given})


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
