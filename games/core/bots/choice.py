"""The move of a bot and the pause before it: pure functions of its observation, so that two workers
agree on them. The pause is longer when two choices are close, as a person's is.

A personality that makes mistakes samples from all choices: one that is d points worse than the best
is exp(-d / temperature) times as likely (softmax). The others maximise points, their own utility
(`utility`) or their chance to win.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.core.bots import figures
from games.core.bots.personalities import Personality, find_personality
from games.core.engine import GameState, Roll, Score
from games.core.rules import Position
from games.core.rules.scoring import held_positions
from games.core.solver import Option

LEAST_MS = 600
MAX_MS = 1600
FIRST_ROLL_MS = 700
"""Pause before the first roll of a turn, where there is nothing to choose."""
CLOSE = 3.0
"""Difference in points at which two choices are no longer close."""
NEAR_TIE = 1e-4
"""A personality that plays to win chooses by points among choices whose win probability is this
close to the best. A lead or a deficit that nothing can change makes all choices near-ties."""


def pause_ms(ranked: Sequence[Option], draw: float) -> int:
    """Return the pause in milliseconds before a bot takes one of these choices, best first.

    `draw` is the uniform number (0 to 1) of the observation, so the same moment has the same pause.
    """
    # The far digits are independent of the choice that `draw` makes.
    jitter = draw * 997 % 1
    if len(ranked) < 2:
        return round(FIRST_ROLL_MS + 200 * jitter)
    gap = max(0.0, ranked[0].value - ranked[1].value)
    doubt = 1 / (1 + (gap / CLOSE) ** 2)
    span = MAX_MS - LEAST_MS
    return round(LEAST_MS + span * (0.25 + 0.75 * doubt) * (0.5 + 0.5 * jitter))


if TYPE_CHECKING:
    from games.core.winning import WinOption


class Observation(NamedTuple):
    """Everything that a bot knows: the game without secret, seeds or commitment, and its seat.

    `draw` is a uniform number (0 to 1) that depends on the game's secret and seeds, the seat, the
    turn and the roll (`FairDice.bot_draw`). Nobody can compute it before the secret is revealed,
    and it says nothing about any dice.
    """

    state: GameState
    seat: int
    draw: float

    @property
    def position(self) -> Position:
        """The bot's own card and dice."""
        mine = self.state.seats[self.seat]
        turn = mine.turn
        return Position(self.state.variant, mine.card, turn.dice, turn.rolls, turn.saved)


def observe(state: GameState, seat: int, draw: float) -> Observation:
    """Return what the bot in this seat knows, with its uniform number for this moment."""
    blind = state._replace(commitment="", seeds=(), secret=None, sealing=None)
    return Observation(blind, seat, draw)


def choose_with_pause(state: GameState, seat: int, draw: float) -> tuple[Roll | Score, int]:
    """Return the next action of the bot that plays this seat, and the pause before it (ms).

    The seat must be one that may act now. `draw` is uniform (0 to 1).
    """
    personality = find_personality(state.bot_at(seat) or "")
    observation = observe(state, seat, draw)
    ranked = rank_options(observation, personality)
    choice = pick(ranked, personality, observation)
    return action_of(state, seat, choice), pause_ms(ranked, observation.draw)


def choose(state: GameState, seat: int, draw: float) -> Roll | Score:
    """Return the next action of the bot that plays this seat, which may act now."""
    return choose_with_pause(state, seat, draw)[0]


def action_of(state: GameState, seat: int, choice: Option) -> Roll | Score:
    """Return the engine's action for a choice."""
    turn, stand_in = state.seats[seat].turn, not state.seats[seat].bot
    if choice.fill is not None:
        category, column = choice.fill.box.category, choice.fill.box.column
        return Score(turn.number, turn.rolls, category, column, stand_in=stand_in)
    hold = () if turn.dice is None else held_positions(turn.dice, choice.keep or ())
    return Roll(turn.number, turn.rolls, hold, stand_in=stand_in)


def pick(ranked: Sequence[Option], personality: Personality, observation: Observation) -> Option:
    """Return the choice of this personality among `ranked`, best first."""
    if not personality.makes_mistakes:
        return ranked[0]
    variant = observation.position.variant
    return sample(ranked, figures.temperature(personality.id, variant.id), observation.draw)


def rank_options(observation: Observation, personality: Personality) -> Sequence[Option]:
    """Return the choices ranked by this personality, best first.

    A personality that plays to win ranks by win probability, and near-ties by points. The values
    are still points. With the same dice for everybody it ranks by points.
    """
    # Pages never need these.
    from games.core import winning  # noqa: PLC0415
    from games.core.bots import utility  # noqa: PLC0415
    from games.core.solver import is_exact, is_ready, one_turn, options  # noqa: PLC0415

    position = observation.position
    if not is_ready(position.variant):
        return one_turn.options(position)
    if position.dice is None:
        return options(position)
    if personality.has_utility:
        return utility.options(position, personality)
    # Win probabilities assume that the seats' dice are independent. They rank the last boxes only,
    # and before that the compiler, which takes long to load, is not needed.
    independent = observation.state.dice == "own"
    late = is_exact(position.variant) and len(position.card.open_boxes) <= winning.EXACT_BOXES
    if personality.plays_to_win and independent and late and winning.is_ready(position.variant):
        ranked = winning.options(observation.state, observation.seat)
        return [Option(each.keep, each.fill, each.value) for each in near_ties_by_points(ranked)]
    return options(position)


def near_ties_by_points(ranked: "Sequence[WinOption]") -> "list[WinOption]":
    """Return the choices, best win probability first. Choices within `NEAR_TIE` of the best are
    sorted by points. Choices without a win probability keep their order.
    """
    best = ranked[0].win
    if best is None:
        return list(ranked)
    near = [each for each in ranked if best - (each.win or 0.0) <= NEAR_TIE]
    others = [each for each in ranked if best - (each.win or 0.0) > NEAR_TIE]
    # Round to the solver's precision, so that equal choices keep the solver's order.
    return sorted(near, key=lambda each: -round(each.value, 9)) + others


def sample(ranked: Sequence[Option], temperature: float, draw: float) -> Option:
    """Return a choice sampled from the softmax of the values. `draw` is uniform (0 to 1)."""
    best = ranked[0].value
    weights = [math.exp((option.value - best) / temperature) for option in ranked]
    left = draw * sum(weights)
    for option, weight in zip(ranked, weights, strict=True):
        left -= weight
        if left < 0:
            return option
    return ranked[0]
