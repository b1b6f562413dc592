"""Bad input gets an answer; it ends neither the connection nor the game."""

import json
import logging
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from games.core.protocol import lobby_messages, room_messages, tournament_messages
from games.core.protocol.errors import ErrorCode, ProtocolError
from games.core.protocol.frames import MAX_BYTES, Error, encode, id_of, type_of
from games.core.protocol.lobby_commands import LOBBY_DECODER
from games.core.protocol.room_commands import ROOM_DECODER
from games.core.protocol.tournament_commands import TOURNAMENT_DECODER
from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.examples import examples
from tests.support.client import visit
from tests.support.odd_commands import Values, command, texts
from tests.support.people import playing, seated

BAD: dict[str, Any] = {
    "empty": "",
    "no JSON": "hello",
    "a number": "1",
    "an array": "[]",
    "null": "null",
    "a type that is no text": '{"type":1}',
    "cut off": '{"type":"ping"',
    "two objects": '{"type":"ping"}{"type":"ping"}',
    "NUL": '{"type":"ping\0"}',
    "NUL in chat": '{"type":"chat","text":"a\\u0000b"}',
    "direction signs in chat": '{"type":"chat","text":"a\\u202eb"}',
    "half a surrogate": '{"type":"chat","text":"\\ud800"}',
    "half a surrogate, raw": '{"type":"chat","text":"\ud800"}',
    "half a surrogate as type": '{"type":"\\ud800"}',
    "half a surrogate as id": '{"type":"ping","id":"\\udfff"}',
    "deep": "[" * 4000,
    "deep in a field": '{"type":"ping","x":' + "[" * 3900,
    "deep and closed": '{"x":' + "[" * 1900 + "]" * 1900 + ',"type":"ping"}',
    "a huge number": '{"type":"ping","seq":' + "9" * 3000 + "}",
    "infinity": '{"type":"ping","seq":1e999}',
    "a fraction": '{"type":"ping","seq":1.5}',
    "a negative number": '{"type":"ping","seq":-1}',
    "true for a number": '{"type":"ping","seq":true}',
    "an unknown field": '{"type":"ping","secret":1}',
    "an id with a space": '{"type":"ping","id":"a b"}',
    "an id too long": '{"type":"ping","id":"' + "a" * 41 + '"}',
    "an id with a line end": '{"type":"ping","id":"ab\\n"}',
    "a game with a line end": '{"type":"ping","game":"ab\\n"}',
    "a seventh die": '{"type":"roll","game":"a","turn":1,"roll":1,"hold":[6]}',
    "seven dice": '{"type":"roll","game":"a","turn":1,"roll":1,"hold":[0,1,2,3,4,5,5]}',
    "chat too long": '{"type":"chat","text":"' + "a" * 201 + '"}',
    "empty chat": '{"type":"chat","text":""}',
    "chat of spaces": '{"type":"chat","text":"   "}',
    "chat of joiners and wide spaces": '{"type":"chat","text":"\u2003\u200d\u3164"}',
    "bytes": b"\x00\xff",
    "bytes of JSON": b'{"type":"ping"}',
}


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD.keys())
async def test_it_answers_bad_message(
    hubs: Hubs, alice: User, caplog: pytest.LogCaptureFixture, frame: str | bytes
) -> None:
    caplog.set_level(logging.INFO)
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    await client.send(frame)
    answer = await client.hear("error")
    assert answer["code"] == "bad_message"
    assert (await client.roll())["type"] == "ack"
    assert caplog.records == []


@pytest.mark.parametrize("seed", ["a,b", "a\n", "a" * 33, "", "é", "a|b", None])
async def test_it_refuses_seeds_that_could_be_read_in_two_ways(
    hubs: Hubs, alice: User, seed: str | None
) -> None:
    room = await in_database(lambda: seated(alice))
    client = await visit(room, alice)
    assert (await client.ask("seed", seed=seed))["code"] == "bad_seed"
    assert client.room["seats"][0]["seed"] == "seed0"


async def test_it_says_so_when_the_type_is_unknown(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    assert (await client.ask("fold"))["code"] == "unknown_type"
    assert (await client.ask("welcome"))["code"] == "unknown_type"
    await client.send("{}")
    assert (await client.hear("error"))["code"] == "unknown_type"


@pytest.mark.parametrize("sign", ["x", "é", "\U0001f3b2"])
async def test_it_takes_messages_up_to_the_limit_and_no_larger(
    hubs: Hubs, alice: User, sign: str
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    room_for = MAX_BYTES - len(b'{"type":"ping","id":"a"}')
    fits = '{"type":"ping","id":"a"}' + " " * room_for
    await client.send(fits)
    assert (await client.answer("a"))["type"] == "ack"
    await client.send(fits + " ")
    assert (await client.hear("error"))["code"] == "too_large"
    await client.send(sign * (MAX_BYTES // len(sign.encode()) + 1))
    assert (await client.hear("error"))["code"] == "too_large"


READERS = {
    "room": (ROOM_DECODER, room_messages.read_room_message),
    "lobby": (LOBBY_DECODER, lobby_messages.read_lobby_message),
    "tournament": (TOURNAMENT_DECODER, tournament_messages.read_tournament_message),
}


@pytest.mark.parametrize("name", READERS)
def test_it_parses_or_refuses_any_text(name: str) -> None:
    decoder, read = READERS[name]

    @settings(max_examples=examples(200), deadline=None, database=None)
    @given(text=texts(decoder, {}))
    def parse(text: str) -> None:
        try:
            command = decoder.parse(text)
        except ProtocolError as refusal:
            # The answer must itself be a valid message.
            id_ = id_of(text) or UNSET
            read(encode(Error(code=ErrorCode(refusal.code), message=str(refusal), id=id_)))
        else:
            assert type(command) in decoder.commands

    parse()


@pytest.mark.parametrize("name", READERS)
def test_it_is_sent_commands_of_every_type_that_are_accepted(name: str) -> None:
    decoder, _ = READERS[name]

    def is_accepted(made: dict[str, Any]) -> bool:
        with suppress(ProtocolError):
            return type(decoder.parse(json.dumps(made))) in decoder.commands
        return False

    once = settings(max_examples=200, database=None, derandomize=True, phases=[Phase.generate])
    for kind in decoder.commands:
        # It raises NoSuchExample if all are refused.
        assert find(command(kind, {}), is_accepted, settings=once)["type"] == type_of(kind)


PRESENT: Values = {
    "game": ["GAME"],
    "turn": [1, 2],
    "roll": [0, 1, 2],
    "seq": [0, 1, 2],
    "seat": [0, 1],
    "category": ["ones", "yacht"],
}
"""GAME: the code of the running game."""


@settings(
    max_examples=examples(30),
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(frames=st.lists(texts(ROOM_DECODER, PRESENT) | st.binary(), max_size=30))
async def test_it_survives_any_frames(
    hubs: Hubs, alice: User, caplog: pytest.LogCaptureFixture, frames: list[str | bytes]
) -> None:
    caplog.set_level(logging.WARNING)
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    game = client.table["game"]
    for frame in frames:
        await client.send(frame if isinstance(frame, bytes) else frame.replace("GAME", game))
    answer = await client.ask("ping", id="the-last")
    assert answer["type"] == "ack"
    assert not any(frame.get("code") == "server_error" for frame in client.frames)
    # On a busy machine Redis may be slow; that is not the frame's fault.
    assert [record for record in caplog.records if record.name != "games.tables.live.bus"] == []
    await client.leave()
