"""Whole games with sealed seeds, in memory: in turns and rounds, with own and the same dice."""

import random
from collections.abc import Callable, Sequence

from games.core.engine import (
    Action,
    Event,
    GameState,
    Player,
    Resign,
    Reveal,
    Roll,
    Score,
    TimeOut,
    decide,
    evolve_all,
    initial_state,
    start,
)
from games.core.engine.fairness import FairDice, commitment
from games.core.engine.state import DiceMode, Mode
from games.core.rules import VARIANTS
from tests.core.engine.fairness.reference import reference_die, reference_seal

NOON = 1_760_000_000_000
CLOCK = 60
Throw = Callable[[int, int, int], int]


class SealedGame:
    """A game in which the first people seal their seeds; the server knows the last one's, and the
    seat after them is a bot's.
    """

    def __init__(
        self, number: int, mode: Mode = "turns", dice: DiceMode = "own", variant: str = "yacht"
    ) -> None:
        self.chance = random.Random(number)
        self.code = f"sealed{number:06}"
        self.secret = self.chance.randbytes(32)
        self.salts = [self.chance.randbytes(16).hex() for _ in range(2)]
        sealed = [
            Player(player, name, "", seal=reference_seal(self.code, player, salt, name.lower()))
            for player, name, salt in zip((1, 2), ("Alice", "Bob"), self.salts, strict=True)
        ]
        players = [*sealed, Player(3, "Charlie", "plain"), Player(4, "Gull", "", True, "gull")]
        started = start(
            self.code,
            VARIANTS[variant],
            players,
            commitment(self.secret),
            NOON,
            clock=CLOCK,
            sealed=True,
            mode=mode,
            dice=dice,
        )
        self.seeds = [f"{self.salts[0]}alice", f"{self.salts[1]}bob", "plain", ""]
        self.dice = FairDice(self.secret, self.code, tuple(self.seeds), same=dice == "same")
        self.now = NOON
        self.log: list[Event] = [started]
        self.state: GameState = initial_state(started)
        for seat, text in enumerate(("alice", "bob")):
            self.act(seat, Reveal(self.salts[seat], text))

    def act(self, seat: int, action: Action) -> None:
        events = decide(self.state, seat, action, self.dice, self.now)
        self.state = evolve_all(self.state, events)
        self.log += events

    def play(self, resigns: int | None = None, late: int | None = None) -> "SealedGame":
        """Play to the end, anyhow. Seat `resigns` gives up in its third turn; seat `late` lets time
        run out in its second one.
        """
        while self.state.status == "playing":
            seat = self.state.acting[0]
            turn = self.state.seats[seat].turn
            self.now = max(self.now + 500, turn.started_at or 0)
            if (seat, turn.number, turn.rolls) == (resigns, 3, 1):
                self.act(seat, Resign())
            elif (seat, turn.number) == (late, 2):
                self._let_time_run_out()
            else:
                self.act(seat, self._any(seat))
        return self

    def _let_time_run_out(self) -> None:
        for seat in self.state.acting:
            self.now = max(self.now, self.state.due(seat) or 0)
            self.act(seat, TimeOut())

    def _any(self, seat: int) -> Action:
        mine = self.state.seats[seat]
        turn = mine.turn
        if turn.dice is None:
            return Roll(turn.number, 0)
        if turn.rolls < 3 and self.chance.random() < 0.7:
            hold = tuple(at for at in range(5) if self.chance.random() < 0.4)
            return Roll(turn.number, turn.rolls, hold)
        box = self.chance.choice(mine.card.fills(turn.dice)).box
        return Score(turn.number, turn.rolls, box.category, box.column)

    def reference(self, seat: int) -> Throw:
        """The dice of a seat, by the second implementation."""
        where = "-" if self.dice.same else str(seat)

        def throw(turn: int, roll: int, position: int) -> int:
            return reference_die(self.secret, self.code, self.seeds, where, turn, roll, position)

        return throw


def sealed_games() -> Sequence[SealedGame]:
    """A game of each kind: ways to play and to end."""
    return [
        SealedGame(1).play(),
        SealedGame(2).play(resigns=0),
        SealedGame(3).play(late=1),
        SealedGame(4, mode="rounds").play(resigns=2),
        SealedGame(5, mode="rounds", dice="same").play(late=2),
        SealedGame(6, mode="rounds", dice="same").play(resigns=1),
        SealedGame(7, variant="yahtzee").play(resigns=1, late=2),
        SealedGame(8, variant="yatzy", mode="rounds").play(late=0),
    ]
