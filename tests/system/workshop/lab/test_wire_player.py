"""The player on the wire: what it keeps, what it asks for, and what it complains about."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from picows import WSMsgType

from workshop.lab import wire_player
from workshop.lab.crowd import frames
from workshop.lab.loadtest import messages
from workshop.lab.wire_player import LOST, WirePlayer

VIEW = {"status": "playing", "acting": [0], "seats": []}


class Wire:
    """Stands for the connection: a frame, a transport, and the player's owner."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.taken: list[str] = []
        self.problems: list[str] = []
        self.codes: list[int] = []
        self.msg_type = WSMsgType.TEXT
        self._payload = b""
        self.player = WirePlayer("ws://server", "/ws/v1/rooms/abcd/?whole=1", "", self)
        transport: Any = self
        self.player.on_ws_connected(transport)

    def say(self, type_: str, **fields: Any) -> None:
        """Let the server say something."""
        self.msg_type, self._payload = (
            WSMsgType.TEXT,
            json.dumps({"type": type_, **fields}).encode(),
        )
        frame: Any = self
        self.player.on_ws_frame(frame, frame)

    def welcome(self, seq: int) -> None:
        """Let the server welcome the player to game "g"."""
        presence = {"type": "presence", "here": [7]}
        self.say("welcome", rev=1, game="g", seq=seq, view=VIEW, presence=presence)

    def update(self, *seqs: int) -> None:
        """Let the server send these events of game "g"."""
        event = {"type": "dice.rolled", "seat": 0, "at": 1, "data": {}}
        events = [{**event, "seq": seq} for seq in seqs]
        self.say("update", game="g", seq=seqs[-1], events=events, view=VIEW)

    # As a frame and a transport.

    def get_payload_as_bytes(self) -> bytes:
        return self._payload

    def get_close_code(self) -> int:
        return 4429

    def send(self, type_: WSMsgType, text: bytes) -> None:
        self.sent.append(json.loads(text))

    def disconnect(self) -> None:
        transport: Any = self
        self.player.on_ws_disconnected(transport)

    # As an owner.

    def take(self, message: Any, payload: bytes) -> None:
        self.taken.append(message.__struct_config__.tag)

    def closed_with(self, code: int) -> None:
        self.codes.append(code)

    def problem(self, text: str) -> None:
        self.problems.append(text)


def test_it_keeps_the_newest_state_and_who_is_here() -> None:
    wire = Wire()
    wire.welcome(3)
    assert wire.player.here == [7]
    wire.update(4, 5)
    wire.say("presence", here=[])
    assert (wire.player.game, wire.player.seq, wire.player.here) == ("g", 5, [])
    assert wire.player.whole_view() == VIEW
    assert wire.taken == ["welcome", "update", "presence"]


def test_it_leaves_out_what_it_knows() -> None:
    wire = Wire()
    wire.welcome(3)
    wire.update(2, 3)
    assert (wire.player.repeats, wire.taken, wire.sent) == (1, ["welcome"], [])


def test_it_asks_for_what_is_missing() -> None:
    wire = Wire()
    wire.welcome(3)
    wire.update(5)
    assert (wire.player.gaps, wire.player.seq) == (1, 3)
    assert wire.sent == [{"type": "sync", "game": "g", "seq": 3}]


def test_it_complains_when_a_game_goes_back() -> None:
    wire = Wire()
    wire.welcome(3)
    wire.welcome(2)
    assert wire.problems == ["g went back to 2 from 3"]


def test_it_applies_deltas_if_its_user_can() -> None:
    wire = Wire()
    transport: Any = wire
    wire.player = WirePlayer(
        "ws://server",
        "/ws/v1/rooms/abcd/",
        "",
        wire,
        decode=frames.decoder.decode,
        change=lambda view, delta: {**view, **delta.changes},
    )
    wire.player.on_ws_connected(transport)
    presence = {"type": "presence", "here": []}
    wire.say("welcome", rev=1, game="g", seq=3, view=VIEW, presence=presence, room={})
    event = {"type": "dice.rolled", "seat": 0, "at": 1, "data": {}}
    wire.say("delta", game="g", base=3, seq=4, events=[{**event, "seq": 4}], changes={"acting": []})
    assert (wire.player.seq, wire.player.whole_view()) == (4, {**VIEW, "acting": []})
    assert wire.player.frames_in == 2
    wire.say("delta", game="g", base=5, seq=6, events=[{**event, "seq": 6}], changes={})
    assert (wire.player.seq, wire.player.gaps, wire.player.frames_out) == (4, 1, 1)
    assert wire.sent == [{"type": "sync", "game": "g", "seq": 4}]


def test_it_complains_about_a_message_that_is_none() -> None:
    wire = Wire()
    wire.say("ack", id=1)
    assert "refuses" in wire.problems[0]


async def test_it_returns_the_answer_to_a_command() -> None:
    wire = Wire()
    wire.player.say({"type": "ready", "id": "a"})
    wire.say("ack", id="b", seq=8)
    wire.say("ack", id="a", seq=9)
    assert (await wire.player.answer("a")).seq == 9


@pytest.mark.parametrize(("closes", "code"), [(True, 4429), (False, LOST)])
async def test_it_notes_the_end_and_waits_for_nothing_more(closes: bool, code: int) -> None:
    wire = Wire()
    wire.welcome(3)
    frame: Any = wire
    if closes:
        wire.msg_type = WSMsgType.CLOSE
        wire.player.on_ws_frame(frame, frame)
    else:
        wire.disconnect()
    assert (wire.player.closed, wire.player.welcomed) == (code, False)
    assert wire.codes == [4429] * closes
    await wire.player.until(lambda: False)


def test_it_imports_nothing_of_the_site() -> None:
    imported = set()
    for module in (wire_player, messages):
        text = Path(str(module.__file__)).read_text()
        imported |= set(re.findall(r"^(?:from|import) ([\w.]+)", text, re.MULTILINE))
    assert "picows" in imported
    assert {each for each in imported if each.split(".")[0] in ("games", "tests")} == set()
    assert {each for each in imported if each.startswith("workshop")} == {"workshop.lab.loadtest"}
