"""docs/protocol.md names everything that the sockets say, and its examples are right."""

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
from games.protocol.examples import lay_out, rewrite_examples

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text()
CLIENT, SERVER, EVENTS = "From the client", "From the server", "Events"
TO_LOBBY, FROM_LOBBY = "To the lobby", "From the lobby"
TO_TOURNAMENT, FROM_TOURNAMENT = "To a tournament", "From a tournament"


def section(title: str) -> str:
    """The text under a heading of the second level."""
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def examples(title: str) -> dict[str, list[dict[str, Any]]]:
    """The examples under each heading of the third level of a section."""
    parts = re.split(r"^### `([a-z_.]+)`$", section(title), flags=re.MULTILINE)
    blocks = {
        name: re.findall(r"```json\n(.*?)```", text, re.DOTALL) for name, text in pairs(parts)
    }
    return {name: [json.loads(block) for block in found] for name, found in blocks.items()}


def pairs(parts: list[str]) -> list[tuple[str, str]]:
    return list(zip(parts[1::2], parts[2::2], strict=True))


def listed(title: str) -> list[str]:
    """The first column of a section's table."""
    rows = re.findall(r"^\| ([^|]+) \|", section(title), re.MULTILINE)
    return [code for row in rows for code in re.findall(r"[a-z_]+|\d+", row) if row != "code"]


def tags(types: Iterable[Any]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in types]


def types_of(union: Any) -> set[str]:
    return set(tags(union.__args__))


def check_examples(title: str, read: Callable[[str], Any]) -> list[str]:
    """Read every example of a section; return what the section explains."""
    found = examples(title)
    for type_, blocks in found.items():
        assert blocks, type_
        for block in blocks:
            assert read(json.dumps(block)).__struct_config__.tag == type_
    return list(found)


def test_it_explains_every_command_with_an_example_that_is_one() -> None:
    assert check_examples(CLIENT, ROOM_DECODER.parse) == tags(ROOM_COMMANDS)


def test_it_explains_every_command_to_the_lobby_with_an_example_that_is_one() -> None:
    assert check_examples(TO_LOBBY, LOBBY_DECODER.parse) == tags(LOBBY_COMMANDS)


def test_it_explains_every_message_with_an_example_that_is_one() -> None:
    assert set(check_examples(SERVER, protocol.read_room_message)) == types_of(RoomMessage)


def test_it_explains_every_message_of_the_lobby_with_an_example_that_is_one() -> None:
    assert set(check_examples(FROM_LOBBY, protocol.read_lobby_message)) == types_of(LobbyMessage)


def test_it_explains_every_command_to_a_tournament_with_an_example_that_is_one() -> None:
    found = check_examples(TO_TOURNAMENT, TOURNAMENT_DECODER.parse)
    assert found == tags(TOURNAMENT_COMMANDS)


def test_it_explains_every_message_of_a_tournament_with_an_example_that_is_one() -> None:
    found = check_examples(FROM_TOURNAMENT, protocol.read_tournament_message)
    assert set(found) == types_of(TournamentMessage)


def test_it_explains_every_event_with_an_example_that_is_one() -> None:
    found = examples(EVENTS)
    assert set(found) == set(KINDS) == types_of(protocol.Event)
    for type_, blocks in found.items():
        assert blocks, type_
        for block in blocks:
            assert msgspec.convert(block, protocol.Event).__struct_config__.tag == type_


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_it_describes_events_with_the_fields_that_they_have(kind: Any) -> None:
    (block,) = examples(EVENTS)[kind.type]
    event = kind.from_data(block["seat"], block["at"], block["data"])
    assert json.loads(msgspec.json.encode(event.data())) == block["data"]


def test_it_lists_every_error_code_once() -> None:
    assert sorted(listed("Error codes")) == sorted(code.value for code in ErrorCode)


def test_it_lists_every_close_code() -> None:
    ours = {str(code) for code in CloseCode}
    assert ours <= set(listed("Close codes"))


def test_its_schema_is_that_of_the_types() -> None:
    call_command("protocol_schema", "--check")


def test_it_notices_an_outdated_schema_and_page(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "protocol.md").write_text(PAGE)
    with pytest.raises(CommandError, match="outdated"):
        call_command("protocol_schema", "--check")
    call_command("protocol_schema")
    call_command("protocol_schema", "--check")
    (docs / "protocol.md").write_text(PAGE.replace('{"type": "sync"}', '{"type":"sync"}'))
    with pytest.raises(CommandError, match=r"protocol\.md is outdated"):
        call_command("protocol_schema", "--check")
    (docs / "protocol.md").write_text(PAGE.replace('{"type": "sync"}', '{"type": "synch"}'))
    with pytest.raises(CommandError, match="synch"):
        call_command("protocol_schema")


def test_it_lays_out_an_example_in_the_order_of_its_type() -> None:
    page = '## A\n\n```json\n{"b": 1}\n```\n\n## To the lobby\n\n```json\n{"id": "x", %s}\n```\n'
    play = '"variant": "yacht", "type": "play"'
    expected = page.replace('{"id": "x", %s}', '{"type": "play", "id": "x", "variant": "yacht"}')
    assert rewrite_examples(page % play) == expected


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
