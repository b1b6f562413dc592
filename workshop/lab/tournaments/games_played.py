"""Play a game at once, through the store: one roll a turn, and any box."""

import random

from games.core.engine import Resign, Roll, Score, decide, evolve_all
from games.core.engine.actions import Action
from games.platform.clock import now_ms
from games.record.log.batches import entry_of, write
from games.record.log.loading import load_game


def ignore(_: Exception | None) -> None:
    """Nobody waits for this entry."""


def play_to_the_end(game_id: int, rng: random.Random, leaver: int | None) -> None:
    """Play the game from where it is. `leaver`: a seat that resigns on its second turn.

    Raises the store's errors.
    """
    loaded = load_game(game_id)
    state, entries = loaded.state, []
    while state.status == "playing":
        seat = state.acting[0]
        turn = state.seats[seat].turn
        action: Action = Roll(turn.number, 0)
        if seat == leaver and turn.number == 2 and turn.dice is None:
            action = Resign()
        elif turn.dice is not None:
            box = rng.choice(state.seats[seat].card.fills(turn.dice)).box
            action = Score(turn.number, 1, box.category, box.column)
        # The game has waited for this moment: play each turn before its deadline.
        deadline = state.deadline(seat)
        at = now_ms() if deadline is None else min(now_ms(), deadline)
        events = decide(state, seat, action, loaded.dice, at)
        entry = entry_of(loaded, events, evolve_all(state, events))
        entries.append(entry)
        state = loaded.state = entry.after
        loaded.head = entry.head
    for problem in write(entries):
        if problem is not None:
            raise problem
