"""What the API answers about how a game was played, and about what positions are worth."""

from typing import Annotated, Literal

import msgspec

from games.api.types import Body, Code, VariantId
from games.engine import OptionView
from games.engine.fields import (
    MOST_DICE,
    Dice,
    DieIndex,
    Face,
    Points,
    RollNumber,
    SeatNumber,
    Seq,
    TurnNumber,
)

Share = Annotated[float, msgspec.Meta(ge=0, le=100)]
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Kept = Annotated[tuple[Face, ...], msgspec.Meta(max_length=MOST_DICE)]
PositionText = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=400, description="A card and dice in one line: see docs/rules.md."
    ),
]
Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]


class Choice(Body, frozen=True):
    """To keep these faces and roll the others (`keep`), or to fill a box; the other one is null."""

    keep: Kept | None
    box: OptionView | None


class Move(Body, frozen=True):
    """A choice of a seat.

    `seq`: of the event that it led to; `roll`: rolls made when it was due; `total`: points on the
    card then. `value` and `best_value`: expected points still to come after the choice and after
    the best one, those of the box included. `by`: who chose, the player, a bot that stood in for
    him, or the server (out of time, or absent). `counted`: whether it tells of the player's skill.
    """

    seq: Seq
    turn: TurnNumber
    roll: RollNumber
    position: PositionText
    total: Points
    choice: Choice
    best: Choice
    value: float
    best_value: float
    loss: float
    grade: Grade
    by: Literal["player", "bot", "server"]
    counted: bool


class Throw(Body, frozen=True):
    """A roll, and by how many expected points it was better than the average roll."""

    seq: Seq
    turn: TurnNumber
    roll: RollNumber
    dice: Dice
    luck: float


class PerfectRoll(Body, frozen=True):
    """Dice that perfect play would have seen; those at `hold` had been kept."""

    hold: Annotated[tuple[DieIndex, ...], msgspec.Meta(max_length=MOST_DICE)]
    dice: Dice


class PerfectTurn(Body, frozen=True):
    """A turn of perfect play on the same dice."""

    rolls: tuple[PerfectRoll, ...]
    box: OptionView


class Grades(Body, frozen=True):
    """How many counted choices have each name."""

    best: Points
    fine: Points
    inaccuracy: Points
    mistake: Points
    blunder: Points


class SeatAnalysis(Body, frozen=True):
    """How a seat was played: `score + unplayed = start + luck + correction - loss - other_loss`.

    `start`: what perfect play expects from an empty card; `unplayed`: what was still to come when
    the game ended early; `correction`: by how much estimated values revised themselves, 0 if exact.
    `loss`: points given away by the player's choices, `other_loss` by those made for him.
    `accuracy`: 100 for perfect play. `adjusted`: the score with average luck; `margin`: points
    ahead of the mean of the others, `adjusted_margin`: with everybody's luck even (null when alone,
    or when a card stayed open). `perfect`: the score of perfect play with the very same dice.
    `costliest` and `luckiest`: places in `moves` and `rolls`. `chances`: how likely the seat was to
    win after each event of the log, from seq 1 on; empty for who played alone.
    """

    seat: SeatNumber
    bot: bool
    score: Points
    start: float
    luck: float
    loss: float
    other_loss: float
    unplayed: float
    correction: float
    counted: Points
    loss_per_decision: float | None
    accuracy: Share | None
    grades: Grades
    hints: Points
    adjusted: float
    margin: float | None
    adjusted_margin: float | None
    perfect: Points
    perfect_turns: tuple[PerfectTurn, ...]
    costliest: tuple[Points, ...]
    luckiest: tuple[Points, ...]
    moves: tuple[Move, ...]
    rolls: tuple[Throw, ...]
    # Analyses of before this was added have none until they are done anew.
    chances: tuple[Chance, ...] = ()


class GameAnalysis(Body, frozen=True):
    """How a game was played. `seats` is empty unless `status` is "ready": "pending" soon will be,
    "none" is of games that run, have no result, or cannot be judged. `exact` is false where values
    are estimated.
    """

    game: Code
    variant: VariantId
    status: Literal["ready", "pending", "none"]
    exact: bool
    seats: tuple[SeatAnalysis, ...]


class Option(Body, frozen=True):
    """A choice, the expected points still to come after it, and how many fewer than the best."""

    keep: Kept | None
    box: OptionView | None
    value: float
    loss: float


class PositionValue(Body, frozen=True):
    """What a position is worth, `total` being its points so far, and every choice, best first."""

    position: str
    exact: bool
    total: Points
    value: float
    options: tuple[Option, ...]


class CategoryPoints(Body, frozen=True):
    """A category and what the dice score there."""

    category: str
    points: Points


class BestTurn(Body, frozen=True):
    """What to keep in a turn that is played for itself (all five: stop), and what it expects."""

    keep: Kept
    expected: float


class DiceWorth(Body, frozen=True):
    """What five dice are worth on an empty card: at once in each category, best first, and in a
    single turn. Points before a column's multiplier.
    """

    variant: VariantId
    dice: Dice
    rolls: RollNumber
    best: CategoryPoints
    boxes: tuple[CategoryPoints, ...]
    turn: BestTurn


class PositionQuery(Body, frozen=True):
    """Which position."""

    text: PositionText


class DiceQuery(Body, frozen=True):
    """How many rolls have been made."""

    rolls: RollNumber = 1
