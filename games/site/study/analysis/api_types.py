"""Types of the API's answers about analyses, positions and dice."""

from typing import Annotated, Literal

import msgspec

from games.core.engine import OptionView
from games.core.engine.fields import (
    MAX_DICE,
    Dice,
    DieIndex,
    Face,
    Points,
    RollNumber,
    SeatNumber,
    Seq,
    TurnNumber,
)
from games.core.protocol.frames import RulesId, prepare_structs
from games.core.rules.scoring import ROLLS_PER_TURN
from games.site.shared.answers.types import Body, Code, Share, VariantId

Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Kept = Annotated[tuple[Face, ...], msgspec.Meta(max_length=MAX_DICE)]
PositionText = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=400, description="A card and dice in one line; see docs/rules.md."
    ),
]
Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]


class Choice(Body, frozen=True):
    """Keep these faces and roll the others (`keep`), or fill a box (`box`); the other is null."""

    keep: Kept | None
    box: OptionView | None


class Move(Body, frozen=True):
    """A choice made for a seat.

    `seq`: the event that recorded it. `roll`: rolls made before it. `total`: points on the card
    before it. `value` and `best_value`: expected points to come with this choice and with the best
    one, including the points of the box. `by`: the player, a bot that stood in for them, or the
    server (out of time, or absent). `counted`: whether it counts towards the player's accuracy.
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
    """A roll, and how many expected points better than the average roll it was."""

    seq: Seq
    turn: TurnNumber
    roll: RollNumber
    dice: Dice
    luck: float


class PerfectRoll(Body, frozen=True):
    """A roll of perfect play; the dice at `hold` were kept from the roll before."""

    hold: Annotated[tuple[DieIndex, ...], msgspec.Meta(max_length=MAX_DICE)]
    dice: Dice


class PerfectTurn(Body, frozen=True):
    """A turn of perfect play with the same dice."""

    rolls: tuple[PerfectRoll, ...]
    box: OptionView


class Grades(Body, frozen=True):
    """Number of counted choices per grade."""

    best: Points
    fine: Points
    inaccuracy: Points
    mistake: Points
    blunder: Points


class Finest(Body, frozen=True):
    """The player's best choice: its index in `moves`, what a greedy player would choose there
    (`plain`), and the expected points that the better choice gained.
    """

    move: Points
    plain: Choice
    gain: float


class SeatAnalysis(Body, frozen=True):
    """Analysis of a seat: `score + unplayed = start + luck + correction - loss - other_loss`.

    `start`: expected points of perfect play from an empty card. `unplayed`: expected points still
    to come if the game ended early. `correction`: change of estimated values between turns, 0 if
    values are exact. `loss`: points lost by the player's choices. `other_loss`: points lost by
    choices made on their behalf. `accuracy`: 100 for perfect play. `adjusted`: the score with
    average luck. `margin`: lead over the mean of the others; `adjusted_margin`: the luck-adjusted
    lead (both null in a solo game, or if a card was not filled). `perfect`: the score of perfect
    play with the same dice. `costliest` and `luckiest`: indexes in `moves` and `rolls`. `finest`:
    the best choice, null if there is none worth telling. `chances`: the seat's chance to win after
    each event, from seq 1 on; empty in a solo game.
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
    # Older analyses lack these until they are repeated.
    chances: tuple[Chance, ...] = ()
    finest: Finest | None = None


class GameAnalysis(Body, frozen=True):
    """The analysis of a game.

    `status`: "ready"; "pending" shortly after the end, and while a newer version of the analysis
    has not come to this game; "none" if the game is running, has no result, is damaged, or cannot
    be analysed. `seats` is empty unless it is "ready". `exact`: false if values are estimated.
    """

    game: Code
    variant: RulesId
    status: Literal["ready", "pending", "none"]
    exact: bool
    seats: tuple[SeatAnalysis, ...]


class Option(Body, frozen=True):
    """An option, the expected points to come with it, and its loss against the best option."""

    keep: Kept | None
    box: OptionView | None
    value: float
    loss: float


class PositionValue(Body, frozen=True):
    """The value of a position and all its options, best first. `total`: points so far."""

    position: str
    exact: bool
    total: Points
    value: float
    options: tuple[Option, ...]


class CategoryPoints(Body, frozen=True):
    """A category and the points the dice score there."""

    category: str
    points: Points


class BestTurn(Body, frozen=True):
    """The dice to keep if only this turn counted (all: stop), and the expected score."""

    keep: Kept
    expected: float


class DiceWorth(Body, frozen=True):
    """The value of a roll on an empty card, in points before a column's multiplier.

    `boxes`: the score in each category, best first. `turn`: the best play of this turn.
    """

    variant: VariantId
    dice: Dice
    rolls: RollNumber
    best: CategoryPoints
    boxes: tuple[CategoryPoints, ...]
    turn: BestTurn


class PositionQuery(Body, frozen=True):
    """The position."""

    text: PositionText


class DiceQuery(Body, frozen=True):
    """The number of rolls made so far."""

    rolls: Annotated[int, msgspec.Meta(ge=1, le=ROLLS_PER_TURN)] = 1


prepare_structs(__name__)
