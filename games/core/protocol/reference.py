"""The reference of all sockets: the lists of frames in docs/protocol.md, a line for each type, made
of its docstring; and the JSON Schema in both directions.
"""

import inspect
import re
import textwrap
from typing import Any, get_args

import msgspec

from games.core.protocol.examples import SECTIONS, WIDTH
from games.core.protocol.frames import Ack, Bye, Error
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


SAME_EVERYWHERE = (Ack, Error, Bye)


def rewrite_reference(page: str) -> str:
    """Return the page with new lists. Raises ValueError if a section has none."""
    for title, types in SECTIONS.items():
        section = re.search(rf"^## {title}$.*?^(- .*?)\n\n", page, re.MULTILINE | re.DOTALL)
        if section is None:
            raise ValueError(f"docs/protocol.md has no list under {title!r}")
        page = page[: section.start(1)] + list_of(title, types) + page[section.end(1) :]
    return page


def list_of(title: str, types: Any) -> str:
    """Return the list of a section, in the order of its types."""
    kinds = get_args(types)
    is_elsewhere = title.startswith("From a ") or title.startswith("From the lobby")
    shared = [kind for kind in kinds if kind in SAME_EVERYWHERE] if is_elsewhere else []
    lines = [item(tag_of(kind), inspect.getdoc(kind) or "") for kind in kinds if kind not in shared]
    if shared:
        names = ", ".join(f"`{tag_of(kind)}`" for kind in shared)
        lines.append(f"- {names}: as in rooms.")
    return "\n".join(lines)


def tag_of(kind: Any) -> str:
    """Return the `type` of a frame."""
    return str(kind.__struct_config__.tag)


def item(tag: str, text: str) -> str:
    """Return a line of the list, broken where it is too long."""
    text = re.sub(r"docs/([a-z]+\.md)((?:#[a-z-]+)?)", linked, " ".join(text.split()))
    begin = text[0].lower() + text[1:]
    return textwrap.fill(
        f"- `{tag}`: {begin}",
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def linked(found: re.Match[str]) -> str:
    """Return a link to a place in docs/, as it is written on the page."""
    page, anchor = found.groups()
    return f"[below]({anchor})" if page == "protocol.md" else f"[{page}]({page}{anchor})"
