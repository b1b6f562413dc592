"""Events as lines of JSON, and back."""

import json

import pytest

from games.engine import Event, Hint, event_from_data
from games.engine.events import DiceRolled, GameStarted
from games.rules import find_variant
from tests.engine.table import ALICE, BOB, COMMITMENT, NOON, Table


@pytest.fixture
def log() -> list[Event]:
    """A log with each of the ten kinds of event."""
    table = Table(find_variant("yahtzee", joker="free"), ALICE, BOB, clock=60)
    table.roll(0, 1, 2, 2, 3, 6)
    table.act(0, Hint(1, 1))
    for category in ("ones", "twos"):
        table.time_out(1, 2, 2, 3, 6)
        table.turn(1, category, 1, 2, 3, 4, 5)
    table.back(0)
    aborted = Table(find_variant("yacht"), ALICE)
    aborted.abort()
    table.resign(1)
    return [*table.log, aborted.log[-1]]


def test_it_rebuilds_every_kind_of_event_from_json(log: list[Event]) -> None:
    assert len({event.type for event in log}) == 10
    for event in log:
        data = json.loads(json.dumps(event.data()))
        assert event_from_data(event.type, event.seat, event.at, data) == event


def test_it_writes_a_roll_as_the_protocol_says() -> None:
    event = DiceRolled(1, NOON, 3, 2, (0, 3), (6, 2, 4, 6, 1))
    assert json.loads(json.dumps(event.data())) == {
        "turn": 3,
        "roll": 2,
        "hold": [0, 3],
        "dice": [6, 2, 4, 6, 1],
    }


def test_it_writes_all_that_a_game_began_with(log: list[Event]) -> None:
    assert isinstance(log[0], GameStarted)
    assert json.loads(json.dumps(log[0].data())) == {
        "code": "k7m2p9x4w3ab",
        "variant": "yahtzee",
        "switches": {"joker": "free"},
        "rules": 1,
        "mode": "turns",
        "clock": 60,
        "seats": [
            {"player": 101, "name": "Alice", "seed": "a11ce5eed"},
            {"player": 102, "name": "Bob", "seed": "b0b5eed"},
        ],
        "first": 0,
        "commitment": COMMITMENT,
    }


def test_it_refuses_an_unknown_kind_of_event() -> None:
    with pytest.raises(KeyError):
        event_from_data("dice.loaded", 0, NOON, {})
