"""A state equals itself after a snapshot."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.engine import (
    AutoPlay,
    Back,
    GameState,
    IllegalAction,
    Player,
    Resign,
    Roll,
    Score,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.engine.actions import Abort, Action
from games.core.engine.fairness import FairDice
from games.core.rules import VARIANTS, find_variant
from games.record.log.records import LoggedEvent, row_of, snapshot_of, state_of
from tests.examples import examples

NOW = 1_767_225_600_000


def random_states(variant: str, players: int, clock: int | None, seed: int) -> list[GameState]:
    """States of a game in which everything that can happen happens at random."""
    rng = random.Random(seed)
    people = [Player(number + 1, f"Player {number}", f"seed{number}") for number in range(players)]
    event = start("abc", find_variant(variant), people, "0" * 64, NOW, clock=clock)
    states = [initial_state(event)]
    dice = FairDice(rng.randbytes(32), "abc", states[0].seeds)
    now = NOW
    for _ in range(rng.randint(0, 80)):
        state = states[-1]
        seat = rng.randrange(players)
        now += rng.choice([10, 1000, 40_000])
        try:
            events = decide(state, seat, random_action(state, seat, rng), dice, now)
        except IllegalAction:
            continue
        states.append(evolve_all(state, events))
    return states


def random_action(state: GameState, seat: int, rng: random.Random) -> Action:
    mine = state.seats[seat]
    turn = mine.turn
    odd = rng.random()
    if odd < 0.1:
        rare: list[Action] = [
            Resign(),
            AutoPlay(rng.randrange(len(state.seats))),
            Back(),
            Abort("x"),
        ]
        return rng.choices(rare, [1, 5, 5, 0.2])[0]
    if odd < 0.3:
        return TimeOut()
    if turn.dice is None or (turn.rolls < 3 and rng.random() < 0.5):
        held = tuple(rng.sample(range(5), rng.randint(0, 5))) if turn.rolls else ()
        return Roll(turn.number, turn.rolls, held)
    box = rng.choice(mine.card.fills(turn.dice)).box
    return Score(turn.number, turn.rolls, box.category, box.column)


@settings(max_examples=examples(60), deadline=None, database=None)
@given(
    variant=st.sampled_from(sorted(VARIANTS)),
    players=st.integers(1, 4),
    clock=st.sampled_from([None, 30]),
    seed=st.integers(0, 2**32),
)
def test_it_reads_back_every_state_it_wrote(
    variant: str, players: int, clock: int | None, seed: int
) -> None:
    for state in random_states(variant, players, clock, seed)[-8:]:
        names = {number: seat.name for number, seat in enumerate(state.seats)}
        assert state_of(snapshot_of(state), names) == state


@settings(max_examples=examples(40), deadline=None, database=None)
@given(seed=st.integers(0, 2**32), players=st.integers(1, 3))
def test_it_reads_back_every_event_it_wrote(seed: int, players: int) -> None:
    rng = random.Random(seed)
    states = random_states("yatzy", players, 30, seed)
    dice = FairDice(rng.randbytes(32), "abc", states[-1].seeds)
    for seat in range(players):
        try:
            events = decide(states[-1], seat, random_action(states[-1], seat, rng), dice, NOW)
        except IllegalAction:
            continue
        for event in events:
            logged = LoggedEvent(7, event, "1:a")
            assert row_of(logged).logged() == logged
