"""Write the golden games that are missing: `python -m tests.engine.write_golden`.

A golden game must always replay to the same result, so an existing file is never written again.
The tests recompute the totals with the naive scorer.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from typing import Any

from games.engine import (
    Abort,
    Back,
    DiceMode,
    Hint,
    Mode,
    Player,
    Resign,
    Roll,
    Score,
    TimeOut,
    Withhold,
    evolve,
    replay,
)
from games.engine.events import BoxScored
from games.rules import VARIANTS, Fill, find_variant
from tests.engine.golden_game import GoldenGame, seeds_of
from tests.engine.table import ALICE, BOB, CHARLIE

DIRECTORY = Path(__file__).parent / "golden"


def random_turn(game: GoldenGame) -> None:
    """Hold at random, and often fill the best box."""
    game.roll()
    for _ in range(game.chance.randrange(3)):
        game.roll(tuple(sorted(game.chance.sample(range(5), game.chance.randrange(5)))))
    turn = game.state.seats[game.seat].turn
    fills = game.state.seats[game.seat].card.fills(turn.dice or ())
    best = max(fills, key=lambda fill: fill.points + fill.bonus)
    game.score(best if game.chance.random() < 0.7 else game.chance.choice(fills))


def turn_with_known_dice(game: GoldenGame) -> None:
    """Play with knowledge of the secret: compute all future dice, and choose the best."""
    seat = game.seat
    turn, card = game.state.seats[seat].turn.number, game.state.seats[seat].card
    tape = [[game.dice.throw(seat, turn, roll, at) for at in range(5)] for roll in (1, 2, 3)]

    def worth(fill: Fill, dice: tuple[int, ...]) -> float:
        upper = [category.id for category in card.variant.categories[:6]]
        alike = 60 if len(set(dice)) == 1 else 0
        if fill.box.category in upper:
            return alike + fill.bonus + 4 * (fill.points - 3 * (1 + upper.index(fill.box.category)))
        chance = 25 if fill.box.category == "chance" else 15
        return alike + fill.bonus + fill.points - chance

    choices = [
        (worth(fill, dice), sources, fill)
        for sources in product((0, 1, 2), repeat=5)
        for dice in [tuple(tape[source][at] for at, source in enumerate(sources))]
        for fill in card.fills(dice)
    ]
    _, sources, fill = max(choices, key=lambda choice: (choice[0], -sum(choice[1])))
    for roll in range(max(sources) + 1):
        game.roll(tuple(at for at in range(5) if sources[at] < roll))
    game.score(fill)


# Ways to end


def play_out(game: GoldenGame) -> None:
    while game.on:
        random_turn(game)


def play_with_known_dice(game: GoldenGame) -> None:
    while game.on:
        turn_with_known_dice(game)


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


def show_and_play_out(game: GoldenGame) -> None:
    """The seats that sealed their seeds show them, the last seat first."""
    for seat in reversed(game.state.revealing):
        game.reveal(seat)
    play_out(game)


def show_one_and_cancel(game: GoldenGame) -> None:
    """Seat 0 shows its seed; seat 1 does not."""
    game.reveal(0)
    game.act(None, Withhold((1,), blamed=True), after=10_000)


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


def play_with_hints(game: GoldenGame) -> None:
    """Seat 0 asks for a hint before each choice of its odd turns, never in the even ones."""
    while game.on:
        if game.seat == 0 and game.state.seats[0].turn.number % 2:
            hinted_turn(game)
        else:
            random_turn(game)


def hinted_turn(game: GoldenGame) -> None:
    """Ask before each choice; roll twice, and fill the first box that may be filled."""
    for hold in ((), (0, 4)):
        game.roll(hold)
        turn = game.state.seats[game.seat].turn
        game.act(game.seat, Hint(turn.number, turn.rolls))
    seat = game.state.seats[game.seat]
    game.score(seat.card.fills(seat.turn.dice or ())[0])


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


def show_and_play_rounds(game: GoldenGame) -> None:
    """The seats that sealed their seeds show them before the first round."""
    for seat in game.state.revealing:
        game.reveal(seat)
    play_rounds(game)


def wait_for_round(game: GoldenGame) -> None:
    """Wait for the end of the round's clock: the server acts for every seat that is not done."""
    due = game.state.next_due
    assert due is not None
    for late in game.state.acting:
        game.act(late, TimeOut(), after=due - game.now)


# What is looked for: secret after secret is tried until a game has it


def anything(game: GoldenGame) -> bool:
    return True


def joker(game: GoldenGame) -> bool:
    return any(isinstance(event, BoxScored) and event.joker for event in game.log)


def further_yahtzee(game: GoldenGame) -> bool:
    """Five alike at the end of a turn that began with every Yahtzee box filled with 50."""
    started, *log = game.log
    state = replay([started])
    for event in log:
        if isinstance(event, BoxScored):
            seat = state.seats[0]
            yahtzees = [seat.card.points(box) for box in state.variant.boxes if "yahtzee" in box]
            if set(yahtzees) == {50} and len(set(seat.turn.dice or ())) == 1:
                return True
        state = evolve(state, event)
    return False


def upper_bonus(game: GoldenGame) -> bool:
    card = game.state.seats[0].card
    return any(card.upper_bonus(column) for column in range(len(card.variant.columns)))


def both_bonuses(game: GoldenGame) -> bool:
    return upper_bonus(game) and any(game.state.seats[0].card.bonuses)


@dataclass(frozen=True)
class Recipe:
    """How a golden game is made."""

    name: str
    description: str
    variant: str
    play: Callable[[GoldenGame], None]
    players: tuple[Player, ...] = (ALICE, BOB)
    wanted: Callable[[GoldenGame], bool] = anything
    clock: int | None = None
    switches: dict[str, str] = field(default_factory=dict)
    salts: tuple[str, ...] = ()
    mode: Mode = "turns"
    dice: DiceMode = "own"
    share: str = ""

    def make(self) -> GoldenGame:
        """Try secret after secret; return the first game that has what is wanted."""
        variant = find_variant(self.variant, **self.switches)
        for number in count(1):
            game = GoldenGame(
                variant,
                number,
                *self.players,
                clock=self.clock,
                salts=self.salts,
                mode=self.mode,
                dice=self.dice,
                share=self.share,
            )
            self.play(game)
            if self.wanted(game):
                return game
        raise AssertionError("numbers never end")


def endings(variant: str) -> list[Recipe]:
    """The four ways in which every variant can end."""
    trio = (ALICE, BOB, CHARLIE)
    name = find_variant(variant).name
    return [
        Recipe(f"{variant}-finished", f"A game of {name} to the last box.", variant, play_out),
        Recipe(
            f"{variant}-resigned",
            f"{name} for three: Bob resigns in his turn, then Alice in Charlie's.",
            variant,
            play_and_resign,
            trio,
        ),
        Recipe(
            f"{variant}-timed_out",
            f"{name} with 30 seconds a turn: Bob is timed out, played automatically, "
            "comes back twice, and stays away at last.",
            variant,
            play_and_leave,
            clock=30,
        ),
        Recipe(
            f"{variant}-aborted", f"{name}, broken off with dice lying.", variant, play_and_abort
        ),
    ]


def alone(
    name: str, description: str, wanted: Callable[[GoldenGame], bool], **switches: str
) -> Recipe:
    """Return the recipe of a solo game played with known dice, for rare boxes."""
    variant = name.partition("-")[0]
    return Recipe(
        name, description, variant, play_with_known_dice, (ALICE,), wanted, switches=switches
    )


RECIPES = [
    *(recipe for variant in VARIANTS for recipe in endings(variant)),
    alone("yahtzee-joker", "Yahtzee with a forced joker.", joker),
    alone("yahtzee-free_joker", "Yahtzee with a free joker.", joker, joker="free"),
    alone("yahtzee-no_joker", "A further Yahtzee without joker.", further_yahtzee, joker="none"),
    alone("yahtzee-both_bonuses", "Yahtzee with both bonuses.", both_bonuses),
    alone("triple_yahtzee-joker", "Triple Yahtzee with a forced joker.", joker),
    alone("triple_yahtzee-free_joker", "Triple Yahtzee, free joker.", joker, joker="free"),
    alone("triple_yahtzee-both_bonuses", "Triple Yahtzee with both bonuses.", both_bonuses),
    alone("yatzy-upper_bonus", "Yatzy with the upper bonus.", upper_bonus),
    Recipe("yacht-hints", "Yacht: Alice asks for hints.", "yacht", play_with_hints),
    Recipe(
        "yacht-sealed",
        "Yacht: Alice and Charlie seal their seeds, and Bob does not.",
        "yacht",
        show_and_play_out,
        (ALICE, BOB, CHARLIE),
        clock=60,
        salts=("5a17" * 8, "", "c0ffee00" * 4),
    ),
    Recipe(
        "yacht-cancelled",
        "Yacht: Bob does not show his seed.",
        "yacht",
        show_one_and_cancel,
        salts=("5a17" * 8, "b0b5a170" * 4),
    ),
    Recipe(
        "yahtzee-sealed_rounds",
        "Yahtzee in rounds: Alice and Charlie seal their seeds.",
        "yahtzee",
        show_and_play_rounds,
        (ALICE, BOB, CHARLIE),
        clock=90,
        salts=("5a17" * 8, "", "c0ffee00" * 4),
        mode="rounds",
    ),
    Recipe(
        "yahtzee-same_rounds",
        "Yahtzee in rounds with the same dice: all three seal their seeds, Bob resigns.",
        "yahtzee",
        show_and_play_rounds,
        (ALICE, BOB, CHARLIE),
        clock=60,
        salts=("5a17" * 8, "b0b5a170" * 4, "c0ffee00" * 4),
        mode="rounds",
        dice="same",
    ),
    Recipe(
        "yacht-shared_rounds",
        "Yacht in rounds with the dice of a group: each round takes its whole clock.",
        "yacht",
        play_rounds,
        (ALICE, BOB, CHARLIE),
        clock=30,
        mode="rounds",
        dice="same",
        share="sharedgroup2",
    ),
    *(
        Recipe(
            f"{variant}-rounds",
            f"{find_variant(variant).name} in rounds: Bob lets a round's time pass, then resigns.",
            variant,
            play_rounds,
            (ALICE, BOB, CHARLIE),
            clock=60,
            mode="rounds",
        )
        for variant in VARIANTS
    ),
]


def write(recipe: Recipe, path: Path) -> None:
    """Make a game and write it: a header, then one event a line."""
    game = recipe.make()
    header: dict[str, Any] = {
        "description": recipe.description,
        "secret": game.secret.hex(),
        "seeds": seeds_of(recipe.players, recipe.salts),
        "totals": [seat.card.total for seat in game.state.seats],
    }
    lines = [header]
    for seq, event in enumerate(game.log, start=1):
        line = {"seq": seq, "type": event.type, "seat": event.seat, "at": event.at}
        lines.append({**line, "data": event.data()})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def main() -> None:
    """Write each golden game that there is no file of."""
    DIRECTORY.mkdir(exist_ok=True)
    for recipe in RECIPES:
        path = DIRECTORY / f"{recipe.name}.jsonl"
        if not path.exists():
            write(recipe, path)
            print(f"{path.name}: written")


if __name__ == "__main__":
    main()
