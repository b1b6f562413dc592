"""The messages about all moves of whole games, for measuring their size."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.core.engine import (
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
from games.core.protocol.events import event_message
from games.core.protocol.frames import encode
from games.core.protocol.room_messages import Delta, Update
from games.core.rules import Dice, Variant

START = 1_767_225_600_000
SEED = "3f9a6c0d51e2b7884c0e9d1a2b6f7350" + "9f2c77a01b3de456"
"""Salt and text of a seed, as long as those of browsers."""


class RandomDice:
    """Dice of a fixed random sequence."""

    def __init__(self) -> None:
        self._random = random.Random(7)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        return self._random.randint(1, 6)

    def reveal(self) -> str:
        return "0" * 64


class Move(NamedTuple):
    """The state before a move, its events with the command that led to them, the state after it."""

    before: GameState
    events: tuple[Event, ...]
    by: str
    after: GameState


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


def updates(moves: Sequence[Move]) -> Iterator[str]:
    """Encode each move as live games do for clients that ask for whole views."""
    seats = SeatViews()
    for move in moves:
        code, seq, shown = move.after.code, move.after.seq, view(move.after, seats=seats)
        yield encode(Update(game=code, seq=seq, events=messages(move), view=shown))


def deltas(moves: Sequence[Move]) -> Iterator[str]:
    """Encode each move as live games do for all other clients."""
    for move in moves:
        code, seq, base = move.after.code, move.after.seq, move.before.seq
        changes = view_changes(move.before, move.after)
        yield encode(Delta(game=code, base=base, seq=seq, events=messages(move), changes=changes))


def messages(move: Move) -> tuple[Any, ...]:
    """Return the events of a move as browsers get them."""
    first = move.before.seq + 1
    return tuple(
        [event_message(seq, event, move.by) for seq, event in enumerate(move.events, first)]
    )


def mean_bytes(texts: Iterator[str]) -> float:
    sizes = [len(text.encode()) for text in texts]
    return sum(sizes) / len(sizes)
