"""Split a finished game into luck and lost points: a ledger that adds up exactly.

With V the expected points under best play (`games.core.solver`), every seat satisfies

    score + unplayed = start + luck + correction - loss

exactly. The luck of a roll is V after it minus V before it. The loss of a choice is V of the best
option minus V of the chosen one. (For backgammon: D. Zare, "Hedging Toward Skill".) Pure.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.core.engine import Event, GameState, evolve, initial_state
from games.core.engine.events import BoxScored, DiceRolled, GameStarted
from games.core.rules import Box, Fill, Position, Variant
from games.site.study.analysis.plain_play import plain_choice

if TYPE_CHECKING:
    from games.core.solver import Option

By = Literal["player", "bot", "server"]
Solve = Callable[[Position], Sequence["Option"]]
"""The type of `games.core.solver.options`: all options in a position, best first."""

NEARLY_EQUAL = 0.01
"""A choice does not count if all options are within this many points of the best."""


class Unanalysable(ValueError):
    """The log cannot be analysed with the current rules."""


class Move(NamedTuple):
    """A choice made at `position`, recorded as event `seq`.

    `best` is the best option there; `spread` is its value minus the value of the worst one.
    `plain` is what a greedy player would choose (`plain_choice`). `by`: the seat's own player (a
    person, or a bot seated from the start), a bot that stood in for them, or the server (out of
    time, or absent). `hold`: the positions held, () for a choice that fills a box.
    """

    seq: int
    turn: int
    position: Position
    choice: "Option"
    best: "Option"
    plain: "Option"
    spread: float
    by: By
    hold: tuple[int, ...]

    @property
    def loss(self) -> float:
        """Expected points lost, 0 or more."""
        return self.best.value - self.choice.value

    @property
    def is_counted(self) -> bool:
        return self.by == "player" and self.spread > NEARLY_EQUAL


class Throw(NamedTuple):
    """A roll, and how many points better than the average roll it was."""

    seq: int
    turn: int
    roll: int
    dice: tuple[int, ...]
    luck: float


class SeatLedger(NamedTuple):
    """All choices and rolls of a seat.

    `start`: expected points of best play from the empty card. `unplayed`: expected points still to
    come if the game ended early for this seat. `correction`: 0 where values are exact; estimated
    values change slightly from turn to turn, which is neither luck nor skill.
    """

    seat: int
    variant: Variant
    is_bot: bool
    score: int
    start: float
    unplayed: float
    correction: float
    moves: tuple[Move, ...]
    throws: tuple[Throw, ...]

    @property
    def luck(self) -> float:
        return sum(throw.luck for throw in self.throws)

    @property
    def loss(self) -> float:
        return sum(move.loss for move in self.moves if move.by == "player")

    @property
    def other_loss(self) -> float:
        return sum(move.loss for move in self.moves if move.by != "player")


def read_ledgers(log: Sequence[Event], solve: Solve, exact: bool) -> tuple[SeatLedger, ...]:
    """Return the ledger of each seat of a game, in seat order.

    `log` is the whole log. `exact`: whether the values of `solve` are exact for this variant.
    Raises Unanalysable if the log does not start a game, or the rules have changed since.
    """
    start = log[0] if log else None
    if not isinstance(start, GameStarted):
        raise Unanalysable("the log does not begin with game.started")
    state = initial_state(start)
    if state.variant.version != start.rules:
        raise Unanalysable("the rules have changed since the game")
    builders = [_LedgerBuilder(state, seat, solve, exact) for seat in range(len(state.seats))]
    for seq, event in enumerate(log[1:], start=2):
        if event.seat is not None:
            builders[event.seat].add(state, seq, event)
        state = evolve(state, event)
    return tuple(builder.build(state) for builder in builders)


class _LedgerBuilder:
    """Builds the ledger of one seat, event by event."""

    def __init__(self, state: GameState, seat: int, solve: Solve, exact: bool) -> None:
        self._seat = seat
        self._solve = solve
        self._exact = exact
        # Position and options of the latest roll. Each turn sets them before they are read.
        self._position = Position(state.variant, state.seats[seat].card)
        self._options = self._solve(self._position)
        self._start = self._options[0].value
        # Expected points to come, after the seat's latest choice or roll.
        self._value = self._start
        self._correction = 0.0
        self._moves: list[Move] = []
        self._throws: list[Throw] = []

    def add(self, state: GameState, seq: int, event: Event) -> None:
        """Add an event of this seat; `state` is the game before it."""
        if isinstance(event, DiceRolled):
            self._rolled(state, seq, event)
        elif isinstance(event, BoxScored):
            self._scored(state, seq, event)

    def _rolled(self, state: GameState, seq: int, event: DiceRolled) -> None:
        mine = state.seats[self._seat]
        if mine.turn.dice is not None:
            self._kept(state, seq, mine.turn.dice, event.hold)
        elif not self._exact:
            before = self._solve(Position(mine.card.variant, mine.card))[0].value
            self._correction += before - self._value
            self._value = before
        self._position = Position(mine.card.variant, mine.card, event.dice, event.roll)
        self._options = self._solve(self._position)
        value = self._options[0].value
        self._throws.append(
            Throw(seq, event.turn, event.roll, tuple(event.dice), value - self._value)
        )
        self._value = value

    def _kept(
        self, state: GameState, seq: int, dice: tuple[int, ...], hold: tuple[int, ...]
    ) -> None:
        keep = tuple(sorted(dice[position] for position in hold))
        choice = next((option for option in self._options if option.keep == keep), None)
        if choice is None:
            # Holding all dice wastes a roll and is not among the options.
            at = self._position
            later = self._solve(Position(at.variant, at.card, at.dice, at.rolls + 1))
            choice = later[0]._replace(keep=keep, fill=None)
        self._chosen(state, seq, choice, tuple(hold))

    def _scored(self, state: GameState, seq: int, event: BoxScored) -> None:
        fill = Fill(Box(event.column, event.category), event.points, event.bonus, event.joker)
        choice = next((option for option in self._options if option.fill == fill), None)
        if choice is None:
            raise Unanalysable(f"{fill} is not an option in {self._position}")
        self._chosen(state, seq, choice)
        card = self._position.card
        self._value -= card.apply(fill).total - card.total

    def _chosen(
        self, state: GameState, seq: int, choice: "Option", hold: tuple[int, ...] = ()
    ) -> None:
        turn = state.seats[self._seat].turn.number
        best, worst = self._options[0], self._options[-1]
        spread = best.value - worst.value
        plain = plain_choice(self._position, self._options)
        by = self._mover(state)
        move = Move(seq, turn, self._position, choice, best, plain, spread, by, hold)
        self._moves.append(move)
        self._value = choice.value

    def _mover(self, state: GameState) -> By:
        mine = state.seats[self._seat]
        if mine.bot:
            return "player"
        if mine.turn.timed_out or not mine.auto:
            return "server" if mine.turn.timed_out else "player"
        return "server" if state.bot_at(self._seat) is None else "bot"

    def build(self, state: GameState) -> SeatLedger:
        card = state.seats[self._seat].card
        return SeatLedger(
            seat=self._seat,
            variant=card.variant,
            is_bot=state.seats[self._seat].bot,
            score=card.total,
            start=self._start,
            unplayed=0.0 if card.is_full else self._value,
            correction=self._correction,
            moves=tuple(self._moves),
            throws=tuple(self._throws),
        )
