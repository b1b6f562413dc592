"""A game with six dice and two rolls a turn, and dice with other faces."""

import random
from collections.abc import Iterator

import pytest

from games.core.engine import replay
from games.core.engine.fairness import FairDice, die
from tests.core.engine.table import ALICE, BOB, Table, types
from tests.support.other_dice import SIX_DICE, TWELVE_FACES, offered


@pytest.fixture(autouse=True)
def six_dice() -> Iterator[None]:
    with offered(SIX_DICE):
        yield


@pytest.fixture
def six() -> Table:
    return Table(SIX_DICE, ALICE, BOB, clock=60)


def test_it_plays_to_the_end_and_again_from_its_log(six: Table) -> None:
    rng = random.Random(6)
    while six.state.status == "playing":
        (seat,) = six.state.acting
        six.roll(seat, *(rng.randint(1, 6) for _ in range(6)))
        box, _ = rng.choice(six.seat(seat).card.best(six.dice_of(seat) or ()))
        six.score(seat, box.category)
    assert types(six.log).count("box.scored") == 2 * 10
    assert replay(six.log) == six.state


def test_it_draws_faces_of_other_dice_from_the_same_bytes() -> None:
    # Bytes below 252, the largest multiple of twelve in a byte, as for six faces.
    secret, seeds = bytes(range(32)), ("a", "b")
    for turn in range(1, 50):
        twelve = die(secret, "code", seeds, 0, turn, 1, 0, TWELVE_FACES.faces)
        assert (twelve - 1) % 6 + 1 == die(secret, "code", seeds, 0, turn, 1, 0)
        dice = FairDice(secret, "code", seeds, faces=TWELVE_FACES.faces)
        assert dice.throw(0, turn, 1, 0) == twelve
