"""docs/protocol.md names everything that the sockets say, and the examples beside it are right."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.core.engine.events import KINDS
from games.core.protocol import room_messages
from games.core.protocol.errors import CloseCode, ErrorCode
from games.core.protocol.events import DATA, Event
from games.core.protocol.lobby_commands import LOBBY_COMMANDS, LOBBY_DECODER
from games.core.protocol.lobby_messages import LobbyMessage
from games.core.protocol.reference import SECTIONS, item, lay_out, rewrite
from games.core.protocol.room_commands import ROOM_COMMANDS, ROOM_DECODER
from games.core.protocol.room_messages import RoomMessage
from games.core.protocol.tournament_commands import TOURNAMENT_COMMANDS
from games.core.protocol.tournament_messages import TournamentMessage
from tests.environment import ROOT

DOCS = ROOT / "docs"
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


def listed(title: str) -> list[str]:
    """The first column of a section's table."""
    rows = re.findall(r"^\| ([^|]+) \|", section(title), re.MULTILINE)
    return [code for row in rows for code in re.findall(r"[a-z_]+|\d+", row) if row != "code"]


def tags(types: Iterable[Any]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in types]


def types_of(union: Any) -> set[str]:
    return set(tags(union.__args__))


def test_it_shows_a_roll_as_it_goes() -> None:
    frames = re.findall(r"^([<>]) (.*?)(?=^[<>`])", section_of_the_roll(), re.MULTILINE | re.DOTALL)
    read = {">": ROOM_DECODER.parse, "<": room_messages.read_room_message}
    shown = [read[direction](text).__struct_config__.tag for direction, text in frames]
    assert shown == ["roll", "delta", "ack"]


def section_of_the_roll() -> str:
    return PAGE.partition("```text\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("title", "types"), SECTIONS.items())
def test_it_has_an_example_of_every_frame(title: str, types: Any) -> None:
    assert {example["type"] for example in EXAMPLES[title]} == types_of(types)


def test_browsers_get_the_fields_of_events_that_the_page_about_the_engine_lists() -> None:
    table = (DOCS / "engine.md").read_text().partition("| Event | Data |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \|$", table, re.MULTILINE)
    listed = {type_: set(re.findall(r"`(\w+)`", fields)) for type_, fields in rows}
    sent = {type_: set(kind.__struct_fields__) for type_, kind in DATA.items()}
    assert sent == listed
    assert types_of(Event) == set(listed)


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


def test_what_is_derived_from_the_types_is_current() -> None:
    call_command("generate", "--check")


def test_it_makes_a_line_of_a_docstring() -> None:
    assert (
        item(
            "wave",
            """Greet, as docs/bots.md#faces
    says.""",
        )
        == "- `wave`: greet, as [bots.md](bots.md#faces) says."
    )


def test_it_notices_outdated_schema_and_examples(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "protocol.md").write_text(PAGE)
    css = tmp_path / "static/css"
    css.mkdir(parents=True)
    (css / "tokens.css").write_text("@layer tokens { :root { --a: light-dark(#fff, #000); } }")
    file = docs / "protocol.examples.json"
    text = (DOCS / file.name).read_text()
    file.write_text(text)
    with pytest.raises(CommandError, match="outdated"):
        call_command("generate", "--check")
    call_command("generate")
    call_command("generate", "--check")
    file.write_text(text.replace('{"type": "sync"}', '{"type":"sync"}'))
    with pytest.raises(CommandError, match=r"protocol\.examples\.json is outdated"):
        call_command("generate", "--check")
    file.write_text(text.replace('{"type": "sync"}', '{"type": "synch"}'))
    with pytest.raises(CommandError, match="synch"):
        call_command("generate")
    file.write_text(text)
    call_command("generate")
    (css / "tokens.css").write_text("@layer tokens { :root { --a: #ccc; } }")
    with pytest.raises(CommandError, match=r"static/css/screen-tokens\.css is outdated"):
        call_command("generate", "--check")


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
