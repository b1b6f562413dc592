"""A golden game as it is made: with the dice of a numbered secret, played by scripts."""

import hashlib
import random

from games.engine import (
    Action,
    DiceMode,
    Event,
    Mode,
    Player,
    Reveal,
    Roll,
    Score,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.engine.fairness import FairDice, commitment
from games.rules import Fill, Variant
from tests.engine.fairness.reference import reference_seal
from tests.engine.table import NOON


class GoldenGame:
    """A game with fair dice of the secret number `number`, played by scripts.

    `salts`: the salt of each seat that seals its seed, in the order of the seats; "" for one whose
    seed the server knows, and nothing for a game of the older scheme. `share`: the name of the
    group of games with its dice.
    """

    def __init__(
        self,
        variant: Variant,
        number: int,
        *players: Player,
        clock: int | None = None,
        salts: tuple[str, ...] = (),
        mode: Mode = "turns",
        dice: DiceMode = "own",
        share: str = "",
    ):
        self.secret = hashlib.sha256(f"golden {variant.id} {number}".encode()).digest()
        self.chance = random.Random(number)
        self.code = "".join(self.chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=12))
        self.salts = salts
        self.texts = [player.seed for player in players]
        self.dice = FairDice(
            self.secret,
            share or self.code,
            () if share else seeds_of(players, salts),
            same=dice == "same",
        )
        for seat, salt in enumerate(salts):
            if salt:
                who = players[seat]
                seal = reference_seal(self.code, who.player, salt, who.seed)
                sealed = who._replace(seed="", seal=seal)
                players = (*players[:seat], sealed, *players[seat + 1 :])
        self.now = NOON
        published = commitment(self.secret)
        first = number % len(players)
        started = start(
            self.code,
            variant,
            players,
            published,
            NOON,
            clock=clock,
            first=first,
            sealed=bool(salts),
            mode=mode,
            dice=dice,
            share=share,
            begins=NOON + 5000 if share else 0,
        )
        self.log: list[Event] = [started]
        self.state = initial_state(started)

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.state.acting[0]

    @property
    def on(self) -> bool:
        """Whether the game goes on."""
        return self.state.status == "playing"

    def act(self, seat: int | None, action: Action, after: int | None = None) -> None:
        """Do `action` after `after` milliseconds."""
        self.now += self.chance.randrange(900, 6000) if after is None else after
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events

    def reveal(self, seat: int) -> None:
        self.act(seat, Reveal(self.salts[seat], self.texts[seat]), after=150)

    def roll(self, hold: tuple[int, ...] = ()) -> None:
        turn = self.state.seats[self.seat].turn
        self.act(self.seat, Roll(turn.number, turn.rolls, hold))

    def score(self, fill: Fill) -> None:
        turn = self.state.seats[self.seat].turn
        self.act(self.seat, Score(turn.number, turn.rolls, fill.box.category, fill.box.column))

    def time_out(self) -> None:
        """Wait for the server to act for the seat whose turn it is."""
        due = self.state.next_due
        assert due is not None
        self.act(self.seat, TimeOut(), after=due - self.now)


def seeds_of(players: tuple[Player, ...], salts: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the dice of a game depend on: salt and text of each seat."""
    plain = ("",) * len(players)
    return tuple(salt + player.seed for player, salt in zip(players, salts or plain, strict=True))
