"""Events reach browsers as the log has them, with their number and the command that led to them."""

from typing import Any

import msgspec
import pytest

from games.core.engine.events import KINDS
from games.core.protocol.events import Event, event_message
from tests.core.engine.golden_games import GOLDEN_GAMES, Golden


def as_json(message: Event) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=lambda game: game.name)
def test_an_event_of_the_log_is_sent_as_it_is_written(game: Golden) -> None:
    for seq, (line, event) in enumerate(zip(game.lines, game.log, strict=True), 1):
        expected = {name: line[name] for name in ("type", "seat", "at", "data")}
        assert as_json(event_message(seq, event, "")) == {**expected, "seq": seq}
        assert as_json(event_message(seq, event, "5:c1")) == {
            **expected,
            "seq": seq,
            "by": "5:c1",
        }


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=lambda game: game.name)
def test_an_event_is_valid_by_its_type(game: Golden) -> None:
    for seq, event in enumerate(game.log, 1):
        message = event_message(seq, event, "")
        assert msgspec.json.decode(msgspec.json.encode(message), type=Event) == message


def test_the_golden_games_have_every_kind_of_event() -> None:
    assert {event.type for game in GOLDEN_GAMES for event in game.log} == set(KINDS)
