"""`manage.py measure_views`: how long it takes to build and encode what browsers draw."""

import random
import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from games.engine import (
    GameState,
    Player,
    Roll,
    Score,
    SeatViews,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.engine.view import view
from games.protocol import Snapshot, encode
from games.rules import VARIANTS, Variant

SEATS = (2, 4)


class RandomDice:
    """Dice of a fixed random sequence."""

    def __init__(self) -> None:
        self._random = random.Random(7)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return the next face."""
        return self._random.randint(1, 6)

    def reveal(self) -> str:
        """Return a text in the form of a secret."""
        return "0" * 64


class Command(BaseCommand):
    """Plays games and measures the message of each of their states."""

    help = "Measure building and encoding a game's view, after each event of games of all variants."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how often each game is measured."""
        parser.add_argument("--repeat", type=int, default=10)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print microseconds for each state: the best of all repeats."""
        self.stdout.write("| variant | seats | update, µs | snapshot, µs | bytes |")
        self.stdout.write("|---|---|---|---|---|")
        for variant in VARIANTS.values():
            for seats in SEATS:
                states = states_of_a_game(variant, seats)
                update = best_of(options["repeat"], partial(encode_updates, states))
                fresh = best_of(options["repeat"], partial(encode_snapshots, states))
                count = len(states)
                size = encode_snapshots(states) // count
                self.stdout.write(
                    f"| {variant.name} | {seats} | {update / count:.2f} | {fresh / count:.2f}"
                    f" | {size} |"
                )


def states_of_a_game(variant: Variant, seats: int) -> list[GameState]:
    """Play a game at random, two rolls a turn, and return its states."""
    dice, rng, now = RandomDice(), random.Random(3), 1000
    players = [Player(100 + seat, f"Player{seat}", f"seed{seat}") for seat in range(seats)]
    state = initial_state(start("k7m2p9x4w3ab", variant, players, "0" * 64, now, clock=60))
    states = [state]
    while state.status == "playing":
        seat = state.acting[0]
        turn = state.seats[seat].turn
        now += 500
        if turn.dice is None or turn.rolls < 2:
            events = decide(state, seat, Roll(turn.number, turn.rolls), dice, now)
        else:
            box = rng.choice(state.seats[seat].card.fills(turn.dice)).box
            score = Score(turn.number, turn.rolls, box.category, box.column)
            events = decide(state, seat, score, dice, now)
        state = evolve_all(state, events)
        states.append(state)
    return states


def encode_updates(states: Sequence[GameState]) -> int:
    """Encode each state as live games do; return the number of bytes."""
    seats = SeatViews()
    return sum(
        len(encode(Snapshot(game=state.code, seq=state.seq, view=view(state, seats))))
        for state in states
    )


def encode_snapshots(states: Sequence[GameState]) -> int:
    """Encode each state without what is known of the one before; return the number of bytes."""
    return sum(
        len(encode(Snapshot(game=state.code, seq=state.seq, view=view(state)))) for state in states
    )


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """Return the microseconds of the fastest run of `work`."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times) * 1e6
