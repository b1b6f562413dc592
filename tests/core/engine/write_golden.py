"""Write the golden games that are missing: `python -m tests.core.engine.write_golden`.

A golden game must always replay to the same result, so an existing file is never written again.
The tests recompute the totals with the naive scorer.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.core.engine import (
    Abort,
    Back,
    Mode,
    Player,
    Resign,
    Roll,
    Score,
    TimeOut,
)
from games.core.rules import MORE_GAMES, NAMED, VARIANTS, find_variant
from tests.core.engine.golden_game import GoldenGame
from tests.core.engine.table import ALICE, BOB, CHARLIE

DIRECTORY = Path(__file__).parent / "golden"
GAMES = (*VARIANTS, *MORE_GAMES, *NAMED)


def random_turn(game: GoldenGame) -> None:
    """Hold at random, and often fill the best box."""
    game.roll()
    most = game.state.seats[game.seat].turn.most_rolls(game.state.variant)
    for _ in range(game.chance.randrange(most)):
        count = game.state.variant.dice_count
        game.roll(tuple(sorted(game.chance.sample(range(count), game.chance.randrange(count)))))
    turn = game.state.seats[game.seat].turn
    fills = game.state.seats[game.seat].card.fills(turn.dice or (), turn.rolls)
    best = max(fills, key=lambda fill: fill.points + fill.bonus)
    game.score(best if game.chance.random() < 0.7 else game.chance.choice(fills))


# Ways to end


def play_out(game: GoldenGame) -> None:
    while game.on:
        random_turn(game)


def play_and_resign(game: GoldenGame) -> None:
    """Seat 1 resigns with dice on the table, then seat 0 when it is not its turn."""
    for _ in range(7):
        random_turn(game)
    while game.seat != 1:
        random_turn(game)
    game.roll()
    game.act(1, Resign())
    for _ in range(4):
        random_turn(game)
    while game.seat != 2:
        random_turn(game)
    game.act(0, Resign())


def play_and_abort(game: GoldenGame) -> None:
    for _ in range(5):
        random_turn(game)
    game.roll()
    game.act(None, Abort("closed"))


def play_and_leave(game: GoldenGame) -> None:
    """Seat 1 leaves and returns, and finally stays away; the others play to the end."""
    absences = iter(["dice", "none", "auto", "return", "dice", "none", "auto", "back"])
    while game.on:
        if game.seat != 1:
            random_turn(game)
            continue
        absence = next(absences, "gone")
        if absence == "dice":
            game.roll()
        if absence == "return":
            random_turn(game)
        elif absence == "back":
            game.act(1, Back(), after=700)
            random_turn(game)
        else:
            game.time_out()


def play_rounds(game: GoldenGame) -> None:
    """All seats play at once; seat 1 lets a round's time pass, and resigns in a later one."""
    while game.on:
        seat = game.chance.choice(game.state.acting)
        turn = game.state.seats[seat].turn
        game.now = max(game.now, turn.started_at or 0)
        if seat == 1 and turn.number == 4:
            wait_for_round(game)
        elif seat == 1 and turn.number == 9 and turn.rolls:
            game.act(1, Resign(), after=40)
        elif turn.rolls and (turn.rolls == 3 or game.chance.random() < 0.5):
            fills = game.state.seats[seat].card.fills(turn.dice or (), turn.rolls)
            box = game.chance.choice(fills).box
            game.act(seat, Score(turn.number, turn.rolls, box.category, box.column), after=40)
        else:
            hold = (1, 3) if turn.rolls else ()
            game.act(seat, Roll(turn.number, turn.rolls, hold), after=40)


def wait_for_round(game: GoldenGame) -> None:
    """Wait for the end of the round's clock: the server acts for every seat that is not done."""
    due = game.state.next_due
    assert due is not None
    for late in game.state.acting:
        game.act(late, TimeOut(), after=due - game.now)


@dataclass(frozen=True)
class Recipe:
    """How a golden game is made."""

    name: str
    description: str
    play: Callable[[GoldenGame], None]
    players: tuple[Player, ...] = (ALICE, BOB)
    clock: int | None = None
    mode: Mode = "turns"

    def make(self) -> GoldenGame:
        variant = find_variant(self.name.rpartition("-")[0])
        game = GoldenGame(variant, *self.players, clock=self.clock, mode=self.mode)
        self.play(game)
        return game


def recipes(variant: str) -> list[Recipe]:
    """The games that every variant has. What else there is in `golden/` was made once."""
    trio = (ALICE, BOB, CHARLIE)
    name = find_variant(variant).name
    return [
        Recipe(f"{variant}-finished", f"A game of {name} to the last box.", play_out),
        Recipe(
            f"{variant}-resigned",
            f"{name} for three: Bob resigns in his turn, then Alice in Charlie's.",
            play_and_resign,
            trio,
        ),
        Recipe(
            f"{variant}-timed_out",
            f"{name} with 30 seconds a turn: Bob is timed out, played automatically, "
            "comes back twice, and stays away at last.",
            play_and_leave,
            clock=30,
        ),
        Recipe(f"{variant}-aborted", f"{name}, broken off with dice lying.", play_and_abort),
        Recipe(
            f"{variant}-rounds",
            f"{name} in rounds: Bob lets a round's time pass, then resigns.",
            play_rounds,
            trio,
            clock=60,
            mode="rounds",
        ),
    ]


def write(recipe: Recipe, path: Path) -> None:
    """Make a game and write it: a header, then one event a line."""
    game = recipe.make()
    header: dict[str, Any] = {
        "description": recipe.description,
        "secret": game.secret.hex(),
        "seeds": [player.seed for player in recipe.players],
        "totals": [seat.card.total for seat in game.state.seats],
    }
    lines = [header]
    for seq, event in enumerate(game.log, start=1):
        line = {"seq": seq, "type": event.type, "seat": event.seat, "at": event.at}
        lines.append({**line, "data": event.data()})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def main() -> None:
    """Write each golden game that there is no file of."""
    for variant in GAMES:
        for recipe in recipes(variant):
            path = DIRECTORY / f"{recipe.name}.jsonl"
            if not path.exists():
                write(recipe, path)
                print(f"{path.name}: written")


if __name__ == "__main__":
    main()
