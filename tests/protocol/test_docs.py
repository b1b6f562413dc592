"""docs/protocol.md names everything that the sockets say, and the examples beside it are right."""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games import protocol
from games.engine.events import KINDS
from games.protocol import (
    LOBBY_COMMANDS,
    LOBBY_DECODER,
    ROOM_COMMANDS,
    ROOM_DECODER,
    TOURNAMENT_COMMANDS,
    TOURNAMENT_DECODER,
    CloseCode,
    ErrorCode,
    LobbyMessage,
    RoomMessage,
    TournamentMessage,
)
from games.protocol.examples import lay_out, rewrite

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text()
EXAMPLES = json.loads((DOCS / "protocol.examples.json").read_text())
CLIENT, SERVER, EVENTS = "From the client", "From the server", "Events"
TO_LOBBY, FROM_LOBBY = "To the lobby", "From the lobby"
TO_TOURNAMENT, FROM_TOURNAMENT = "To a tournament", "From a tournament"


def section(title: str) -> str:
    """The text under a heading of the second level."""
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def explained(title: str) -> list[str]:
    """The types that the lines of a section's list begin with."""
    text = section(title).partition("\n### ")[0]
    lines = re.findall(r"^- ((?:`[a-z_.]+`(?:, )?)+):", text, re.MULTILINE)
    return [name for line in lines for name in re.findall(r"`([^`]+)`", line)]


def listed(title: str) -> list[str]:
    """The first column of a section's table."""
    rows = re.findall(r"^\| ([^|]+) \|", section(title), re.MULTILINE)
    return [code for row in rows for code in re.findall(r"[a-z_]+|\d+", row) if row != "code"]


def tags(types: Iterable[Any]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in types]


def types_of(union: Any) -> set[str]:
    return set(tags(union.__args__))


def check_examples(title: str, read: Callable[[str], Any]) -> None:
    """Read every example of a section, and compare their types with those that it explains."""
    found = [read(json.dumps(each)).__struct_config__.tag for each in EXAMPLES[title]]
    assert sorted(set(found)) == sorted(explained(title))


def test_it_shows_a_roll_as_it_goes() -> None:
    frames = re.findall(r"^([<>]) (.*?)(?=^[<>`])", section_of_the_roll(), re.MULTILINE | re.DOTALL)
    read = {">": ROOM_DECODER.parse, "<": protocol.read_room_message}
    shown = [read[direction](text).__struct_config__.tag for direction, text in frames]
    assert shown == ["roll", "delta", "ack"]


def section_of_the_roll() -> str:
    return PAGE.partition("```text\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(
    ("title", "commands", "read"),
    [
        (CLIENT, ROOM_COMMANDS, ROOM_DECODER.parse),
        (TO_LOBBY, LOBBY_COMMANDS, LOBBY_DECODER.parse),
        (TO_TOURNAMENT, TOURNAMENT_COMMANDS, TOURNAMENT_DECODER.parse),
    ],
)
def test_it_explains_every_command_and_has_an_example(
    title: str, commands: Iterable[Any], read: Callable[[str], Any]
) -> None:
    assert explained(title) == tags(commands)
    check_examples(title, read)


@pytest.mark.parametrize(
    ("title", "messages", "read"),
    [
        (SERVER, RoomMessage, protocol.read_room_message),
        (FROM_LOBBY, LobbyMessage, protocol.read_lobby_message),
        (FROM_TOURNAMENT, TournamentMessage, protocol.read_tournament_message),
    ],
)
def test_it_explains_every_message_and_has_an_example(
    title: str, messages: Any, read: Callable[[str], Any]
) -> None:
    assert sorted(explained(title)) == sorted(types_of(messages))
    check_examples(title, read)


def test_it_explains_every_event_and_has_an_example() -> None:
    assert sorted(explained(EVENTS)) == sorted(KINDS) == sorted(types_of(protocol.Event))
    check_examples(EVENTS, msgspec.json.Decoder(protocol.Event).decode)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_it_describes_events_with_the_fields_that_they_have(kind: Any) -> None:
    (block,) = (each for each in EXAMPLES[EVENTS] if each["type"] == kind.type)
    event = kind.from_data(block["seat"], block["at"], block["data"])
    assert json.loads(msgspec.json.encode(event.data())) == block["data"]


def test_it_lists_every_error_code_once() -> None:
    assert sorted(listed("Error codes")) == sorted(code.value for code in ErrorCode)


def test_it_lists_every_close_code() -> None:
    ours = {str(code) for code in CloseCode}
    assert ours <= set(listed("Close codes"))


def test_its_schema_is_that_of_the_types() -> None:
    call_command("protocol_schema", "--check")


def test_it_notices_outdated_schema_and_examples(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    file = tmp_path / "docs" / "protocol.examples.json"
    file.parent.mkdir()
    text = (DOCS / file.name).read_text()
    file.write_text(text)
    with pytest.raises(CommandError, match="outdated"):
        call_command("protocol_schema", "--check")
    call_command("protocol_schema")
    call_command("protocol_schema", "--check")
    file.write_text(text.replace('{"type": "sync"}', '{"type":"sync"}'))
    with pytest.raises(CommandError, match=r"protocol\.examples\.json is outdated"):
        call_command("protocol_schema", "--check")
    file.write_text(text.replace('{"type": "sync"}', '{"type": "synch"}'))
    with pytest.raises(CommandError, match="synch"):
        call_command("protocol_schema")


def test_it_puts_the_fields_of_an_example_in_the_order_of_its_type() -> None:
    given = {"id": "x", "variant": "yacht", "type": "play"}
    ordered = {"type": "play", "id": "x", "variant": "yacht"}
    assert list(rewrite(given, LOBBY_DECODER.union).items()) == list(ordered.items())


def test_it_breaks_lines_that_are_too_long() -> None:
    example = {"name": ["x" * 50, "y" * 50, "z" * 50], "short": {"a": 1, "b": []}}
    assert lay_out(example).splitlines() == [
        "{",
        '  "name": [',
        '    "' + "x" * 50 + '",',
        '    "' + "y" * 50 + '",',
        '    "' + "z" * 50 + '"',
        "  ],",
        '  "short": {"a": 1, "b": []}',
        "}",
    ]


def test_its_schema_names_every_type() -> None:
    text = (DOCS / "protocol.schema.json").read_text()
    schema = json.loads(text)
    for direction, types in (
        ("ClientMessage", set(tags(ROOM_COMMANDS))),
        ("ServerMessage", types_of(RoomMessage)),
        ("LobbyClientMessage", set(tags(LOBBY_COMMANDS))),
        ("LobbyServerMessage", types_of(LobbyMessage)),
        ("TournamentClientMessage", set(tags(TOURNAMENT_COMMANDS))),
        ("TournamentServerMessage", types_of(TournamentMessage)),
    ):
        assert set(schema["$defs"][direction]["discriminator"]["mapping"]) == types
    for reference in re.findall(r'"#/\$defs/([^"]+)"', text):
        assert reference in schema["$defs"]
