"""Bots choose legal actions, always the same, from what everybody can see."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from games.core import bots, winning
from games.core.bots import utility
from games.core.bots.choice import Observation, observe, sample
from games.core.bots.personalities import PERSONALITIES
from games.core.engine import GameState, Roll, Score, Turn, view
from games.core.rules import VARIANTS, Position, Scorecard, find_variant
from games.core.rules.scoring import all_rolls
from games.core.solver import Option, is_exact, options
from tests.core.bots.games import SeededDice, after, move_of, table_of

ROLLS = all_rolls()
EVERYBODY = tuple(PERSONALITIES)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_it_chooses_only_what_the_rules_allow_in_every_variant(variant: str) -> None:
    seed = len(variant)
    rng = random.Random(seed)
    switches = {
        id_: rng.choice([choice.value for choice in switch.choices])
        for id_, switch in VARIANTS[variant].switch_choices.items()
    }
    personas = EVERYBODY if is_exact(VARIANTS[variant]) else EVERYBODY[:2]
    state = table_of(*personas, variant=variant, **switches)
    dice = SeededDice(seed)
    while state.status == "playing":
        state = after(state, move_of(state, state.acting[0], dice), dice)
    assert {seat.card.is_full for seat in state.seats} == {True}


def test_it_uses_only_what_everybody_sees() -> None:
    # Another secret, other seeds or another commitment do not change a choice.
    state = table_of("polaris", "pip", "marlin")
    dice = SeededDice(7)
    for _ in range(40):
        seat = state.acting[0]
        action = move_of(state, seat, dice)
        other = state._replace(seeds=("x", "y", "z"), commitment="11" * 32, secret="22" * 32)
        assert view(other).seats == view(state).seats
        assert move_of(other, seat, dice) == action
        state = after(state, action, dice)


def test_an_observation_has_no_secret() -> None:
    state = table_of("pip", "gull")._replace(
        secret="22" * 32, commitment="33" * 32, seeds=("mine", "yours")
    )
    observation = observe(state, 0, 0.5)
    assert Observation._fields == ("state", "seat", "draw")
    assert (observation.state.secret, observation.state.commitment, observation.state.seeds) == (
        None,
        "",
        (),
    )
    assert not {"22" * 32, "33" * 32, "mine", "yours"} & set(re.findall(r"\w+", repr(observation)))
    # No object at any depth of an observation can throw dice.
    assert not any(hasattr(value, "throw") for value in pickled_parts(observation))


def pickled_parts(observation: Observation) -> Iterator[object]:
    parts: list[object] = [observation]
    while parts:
        part = parts.pop()
        yield part
        if isinstance(part, tuple):
            parts += part
        elif isinstance(part, Scorecard):
            parts += [part.entries, part.bonuses]


def test_polaris_plays_to_win_in_the_last_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twenty-six points are more than rolling a die again brings, but the other has 27.
    monkeypatch.setattr(winning, "is_ready", lambda variant: True)
    state = table_of("polaris", "polaris", variant="yacht")
    boxes = [box.category for box in state.variant.boxes]
    mine = Scorecard(state.variant, tuple(None if box == "choice" else 0 for box in boxes))
    yours = Scorecard(state.variant, tuple(27 if box == "choice" else 0 for box in boxes))
    dice = (6, 4, 6, 5, 5)
    seats = (
        state.seats[0]._replace(card=mine, turn=Turn(12, 2, dice)),
        state.seats[1]._replace(card=yours, turn=Turn(13)),
    )
    state = state._replace(seats=seats, acting=(0,))
    assert options(Position(state.variant, mine, dice, 2))[0].fill is not None
    assert bots.choose(state, 0, 0.5) == Roll(12, 2, (0, 2, 3, 4))
    # With the same dice the other one would have got them, too: it counts points.
    assert isinstance(bots.choose(state._replace(dice="same"), 0, 0.5), Score)


def test_mistakes_follow_the_softmax_of_the_values() -> None:
    ranked = [Option((6, 6), None, 10.0), Option((), None, 9.0), Option((1,), None, 7.0)]
    lots = 20_000
    drawn = Counter(sample(ranked, 2.0, (n + 0.5) / lots).keep for n in range(lots))
    weights = [math.exp(-lost / 2.0) for lost in (0.0, 1.0, 3.0)]
    for option, weight in zip(ranked, weights, strict=True):
        assert drawn[option.keep] / lots == pytest.approx(weight / sum(weights), abs=1e-3)


def naive_utilities(position: Position, bonus: float, risk: float) -> dict[object, float]:
    """The utility of every choice, by plain recursion over all rolls to come."""
    level = options(Position(position.variant, position.card))[0].value

    def utility_of(option: Option) -> float:
        assert option.fill is not None
        worth = option.value - level
        place = position.variant.index(option.fill.box)
        if place < 6:
            worth += bonus * (option.fill.points - 3 * (place + 1))
        return worth if risk == 0 else (math.exp(risk * worth) - 1) / risk

    def scored(dice: tuple[int, ...]) -> dict[object, float]:
        found = options(Position(position.variant, position.card, dice, 3))
        return {option.fill: utility_of(option) for option in found}

    assert position.dice is not None
    choices = scored(position.dice)
    if position.rolls == 3:
        return choices
    assert position.rolls == 2
    final = {dice: max(scored(dice).values()) for dice in ROLLS}
    keeps = {
        tuple(die for place, die in enumerate(sorted(position.dice)) if bits >> place & 1)
        for bits in range(31)
    }
    for keep in keeps:
        total, ways = 0.0, 0
        stack = [keep]
        while stack:
            held = stack.pop()
            if len(held) == 5:
                total += final[tuple(sorted(held))]
                ways += 1
            else:
                stack += [(*held, face) for face in range(1, 7)]
        choices[keep] = total / ways
    return choices


@pytest.mark.parametrize("name", ["gull", "anchor", "marlin"])
def test_utilities_follow_the_formula(name: str) -> None:
    personality = PERSONALITIES[name]
    variant = find_variant("yahtzee")
    card = Scorecard(variant)
    for box, dice in {
        "ones": (1, 1, 2, 3, 4),
        "yahtzee": (6, 6, 6, 6, 6),
        "sixes": (6, 6, 6, 2, 3),
        "chance": (5, 5, 4, 4, 1),
        "full_house": (2, 2, 3, 3, 3),
        "small_straight": (1, 2, 3, 4, 4),
        "twos": (2, 2, 5, 6, 1),
    }.items():
        card = card.fill(box, dice)
    for dice, rolls in (((3, 3, 4, 4, 4), 2), ((5, 5, 5, 5, 5), 3), ((1, 3, 4, 5, 5), 2)):
        position = Position(variant, card, dice, rolls)
        naive = naive_utilities(position, personality.upper_weight, personality.risk)
        found = {
            option.keep if option.fill is None else option.fill: option.value
            for option in utility.options(position, personality)
        }
        assert found == pytest.approx(naive, rel=1e-9)


def test_pauses_are_longer_for_close_choices_but_never_long() -> None:
    easy = [Option(None, None, 50.0), Option((), None, 10.0)]
    hard = [Option(None, None, 50.0), Option((), None, 49.9)]
    for draw in (0.0, 0.123, 0.5, 0.999):
        assert 500 < bots.pause_ms(easy, draw) < bots.pause_ms(hard, draw) <= 2000
        assert bots.pause_ms(easy[:1], draw) < 1000
    assert len({bots.pause_ms(hard, n / 50) for n in range(50)}) > 20


def test_a_bot_of_an_old_game_still_plays() -> None:
    state = table_of("", "")
    dice = SeededDice(2)
    for _ in range(10):
        state = after(state, move_of(state, state.acting[0], dice), dice)
    assert isinstance(move_of(state, state.acting[0], dice), Roll | Score)
    assert isinstance(state, GameState)
