"""`manage.py measure_views`: what the updates of whole games cost, in both protocol versions."""

import random
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand

from games.engine import (
    Event,
    GameState,
    Player,
    Roll,
    Score,
    SeatViews,
    decide_and_evolve,
    initial_state,
    start,
    view,
    view_changes,
)
from games.protocol import Delta, Snapshot, Update, encode, event_message
from games.rules import VARIANTS, Dice, Variant

SEATS = (2, 4)
START = 1_767_225_600_000
SEED = "3f9a6c0d51e2b7884c0e9d1a2b6f7350" + "9f2c77a01b3de456"
"""Salt and text of a seed, as long as those of browsers."""


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


class Move(NamedTuple):
    """The state before a move, its events with the command that led to them, the state after it."""

    before: GameState
    events: tuple[Event, ...]
    by: str
    after: GameState


class Command(BaseCommand):
    """Plays games and measures the messages about all of their moves."""

    help = "Measure the updates of whole games of all variants: time to build and encode, and size."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how often each game is measured."""
        parser.add_argument("--repeat", type=int, default=10)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the means over all moves: microseconds (of the fastest repeat) and bytes."""
        self.stdout.write(
            "| variant | seats | update, µs | bytes | delta, µs | bytes | whole view, µs |"
        )
        self.stdout.write("|---|---|---|---|---|---|---|")
        for variant in VARIANTS.values():
            for seats in SEATS:
                moves = moves_of_a_game(variant, seats)
                cells = []
                for work in (encode_updates, encode_deltas):
                    cells += [best_of(options["repeat"], partial(work, moves)), work(moves)]
                cells.append(best_of(options["repeat"], partial(encode_snapshots, moves)))
                means = " | ".join(f"{cell / len(moves):.1f}" for cell in cells)
                self.stdout.write(f"| {variant.name} | {seats} | {means} |")


def moves_of_a_game(variant: Variant, seats: int) -> list[Move]:
    """Return all moves of a game, with up to three rolls in each turn."""
    dice, now = RandomDice(), START
    players = [Player(1000 + seat, f"Player{seat}", SEED) for seat in range(seats)]
    state = initial_state(start("k7m2p9x4w3ab", variant, players, "0" * 64, now, clock=60))
    moves: list[Move] = []
    while state.status == "playing":
        now += 2500
        seat = state.acting[0]
        turn, before = state.seats[seat].turn, state
        hold = hold_of(turn.dice) if turn.dice else ()
        action: Roll | Score
        if turn.rolls < variant.rolls_per_turn and len(hold) < variant.dice_count:
            action = Roll(turn.number, turn.rolls, hold)
        else:
            fills = state.seats[seat].card.fills(turn.dice or (), turn.rolls)
            box = max(fills, key=lambda fill: fill.points + fill.bonus).box
            action = Score(turn.number, turn.rolls, box.category, box.column)
        events, state = decide_and_evolve(state, seat, action, dice, now)
        by = f"{1000 + seat}:3f9a6c0d51e2-{len(moves) // seats}"
        moves.append(Move(before, events, by, state))
    return moves


def hold_of(dice: Dice) -> tuple[int, ...]:
    """Return the positions of the most frequent face."""
    ((face, _),) = Counter(dice).most_common(1)
    return tuple(position for position, die in enumerate(dice) if die == face)


def encode_updates(moves: Sequence[Move]) -> int:
    """Encode each move as live games do for version 1; return the number of bytes."""
    seats = SeatViews()
    return sum(
        len(
            encode(
                Update(
                    game=move.after.code,
                    seq=move.after.seq,
                    events=messages(move),
                    view=view(move.after, seats),
                )
            )
        )
        for move in moves
    )


def encode_deltas(moves: Sequence[Move]) -> int:
    """Encode each move as live games do for version 2; return the number of bytes."""
    return sum(
        len(
            encode(
                Delta(
                    game=move.after.code,
                    base=move.before.seq,
                    seq=move.after.seq,
                    events=messages(move),
                    changes=view_changes(move.before, move.after),
                )
            )
        )
        for move in moves
    )


def messages(move: Move) -> tuple[Any, ...]:
    """Return the events of a move as browsers get them."""
    first = move.before.seq + 1
    return tuple(
        [event_message(seq, event, move.by) for seq, event in enumerate(move.events, first)]
    )


def encode_snapshots(moves: Sequence[Move]) -> int:
    """Encode each state without what is known of the one before; return the number of bytes."""
    return sum(
        len(encode(Snapshot(game=move.after.code, seq=move.after.seq, view=view(move.after))))
        for move in moves
    )


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """Return the microseconds of the fastest run of `work`."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times) * 1e6
