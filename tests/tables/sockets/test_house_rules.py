"""Whole games by random house rules, over the socket and from the database."""

import random
from functools import partial
from typing import Any

import pytest

from games.core.rules import find_variant, is_house_rules
from games.models import User
from games.platform.database.threads import in_database
from games.record.log.verifying import problems_of
from games.tables.live.registry import Hubs
from tests.core.rules.house_rules import random_rules
from tests.examples import times
from tests.support.client import AsgiClient, visit
from tests.support.oracles.house_cards import HouseCard
from tests.support.people import current_game, playing

# tests/core/engine/test_house_rules.py plays 500, without sockets.
SETS, AT_ONCE = times(150), 50


def texts(first: int) -> list[str]:
    """Return random texts, always with the newest kinds of rules among them."""
    found = [
        random_rules(random.Random(f"socket {seed}"))[1] for seed in range(first, first + AT_ONCE)
    ]
    always = ("maxi_yatzy", "generala+double-generala+served-win+save-rolls") if first == 0 else ()
    return [*always, *(text for text in found if is_house_rules(find_variant(text)))]


def told(seat: dict[str, Any]) -> dict[tuple[int, str], tuple[int, int, bool]]:
    return {
        (each["column"], each["category"]): (each["points"], each["bonus"], each["joker"])
        for each in seat["options"]
    }


async def take_turn(
    tab: AsgiClient, naive: HouseCard, most: int, rng: random.Random
) -> tuple[int, bool]:
    """Roll at random and fill a box at random; return the rolls made, and whether it wins."""
    rolls = rng.choice((most, rng.randint(1, most)))
    for number in range(1, rolls + 1):
        hold = [] if number == 1 else rng.sample(range(naive.dice_count), rng.randint(0, 4))
        answer = await tab.roll(hold=tuple(sorted(hold)))
        assert answer["type"] == "ack", answer
    seat = tab.table["seats"][0]
    assert seat["may_roll"] is (rolls < most)
    dice = tuple(seat["turn"]["dice"])
    offered = told(seat)
    assert offered.keys() == naive.options(dice)
    assert offered == {box: naive.judge(box, dice, rolls) for box in offered}, (naive.variant, dice)
    box = rng.choice(sorted(offered))
    won = naive.wins(box, dice, rolls)
    answer = await tab.score(box[1])
    assert answer["type"] == "ack", answer
    naive.fill(box, dice, rolls)
    assert tab.table["seats"][0]["card"]["total"] == naive.total
    return rolls, won


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(AT_ONCE, SETS, AT_ONCE))],
)
async def test_random_games_are_what_a_naive_referee_says(
    hubs: Hubs, alice: User, first: int
) -> None:
    for text in texts(first):
        rng, naive, saved = random.Random(text), HouseCard(text), 0
        room = await in_database(partial(playing, alice, variant=text, switches={}))
        tab = await visit(room, alice)
        while tab.table["status"] == "playing":
            most = naive.rolls + saved
            rolls, won = await take_turn(tab, naive, most, rng)
            saved = most - rolls if naive.saves_rolls else 0
            assert tab.table["status"] == ("finished" if won or naive.is_full else "playing"), text
        game = await in_database(partial(current_game, room))
        assert await in_database(partial(problems_of, game)) == []
