"""The reference of all sockets: the lists of frames in docs/protocol.md, a line for each type, made
of its docstring; the JSON Schema in both directions; and docs/protocol.examples.json, checked
against the types and formatted.
"""

import inspect
import json
import re
import textwrap
from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from games.core.protocol.events import Event
from games.core.protocol.frames import Ack, Bye, Error
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
    frames, definitions = schemas_of(FRAMES.values(), "#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The sockets",
        "$defs": {**dict(zip(FRAMES, frames, strict=True)), **definitions},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in FRAMES],
    }


def schemas_of(
    types: Iterable[Any], reference: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Return the JSON Schemas of types, and those that they refer to, as `reference` says."""
    found, definitions = msgspec.json.schema_components(types, ref_template=reference)
    for definition in definitions.values():
        if "description" in definition:
            # A docstring: only from Python 3.13 on, it is without the indentation of the code.
            definition["description"] = inspect.cleandoc(definition["description"])
    return found, definitions


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
