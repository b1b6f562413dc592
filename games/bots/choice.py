"""(what the table shows, a lot to draw, a personality) -> the move. Pure: so two workers agree.

Whoever slips draws among all choices, the better ones more often: a choice that is worth d points
less than the best one is exp(-d / temperature) times as likely. The others take what is best in
their own eyes (`bending`).
"""

import hashlib
import math
from collections.abc import Sequence
from typing import NamedTuple

from games.bots.figures import temperature
from games.bots.pacing import thinking_ms
from games.bots.personalities import Personality, find_personality
from games.engine import GameState, Roll, Score
from games.rules import Position
from games.rules.dice import held_positions
from games.solver import Option


class Sight(NamedTuple):
    """All that a bot knows: the table without what its dice are proven by, its own seat, and a
    number to draw lots with (0 to 1), which the moment gives: code of the game, seat, turn, roll.
    """

    table: GameState
    seat: int
    lot: float

    @property
    def position(self) -> Position:
        """The bot's own card and dice."""
        mine = self.table.seats[self.seat]
        return Position(self.table.variant, mine.card, mine.turn.dice, mine.turn.rolls)


def sight_of(state: GameState, seat: int) -> Sight:
    """Return what the bot at this seat sees."""
    mine = state.seats[seat]
    moment = f"{state.code}/{seat}/{mine.turn.number}/{mine.turn.rolls}"
    return Sight(state._replace(commitment="", seeds=(), secret=None), seat, _lot(moment))


def _lot(moment: str) -> float:
    return int.from_bytes(hashlib.sha256(moment.encode()).digest()[:8], "big") / 2**64


def think(state: GameState, seat: int) -> tuple[Roll | Score, int]:
    """Return what the bot that plays this seat, which may act now, does next, and how many
    milliseconds it seems to think about it.
    """
    personality = find_personality(state.plays(seat) or "")
    sight = sight_of(state, seat)
    ranked = options_of(sight, personality)
    choice = pick(ranked, personality, sight)
    return action_of(state, seat, choice), thinking_ms(ranked, sight.lot)


def choose(state: GameState, seat: int) -> Roll | Score:
    """Return what the bot that plays this seat, which may act now, does next."""
    return think(state, seat)[0]


def action_of(state: GameState, seat: int, choice: Option) -> Roll | Score:
    """Return a choice as the action that the game understands."""
    turn, stand_in = state.seats[seat].turn, not state.seats[seat].bot
    if choice.fill is not None:
        category, column = choice.fill.box.category, choice.fill.box.column
        return Score(turn.number, turn.rolls, category, column, stand_in=stand_in)
    hold = () if turn.dice is None else held_positions(turn.dice, choice.keep or ())
    return Roll(turn.number, turn.rolls, hold, stand_in=stand_in)


def pick(ranked: Sequence[Option], personality: Personality, sight: Sight) -> Option:
    """Return which of the choices, best first, this personality makes."""
    if not personality.slips:
        return ranked[0]
    variant = sight.position.variant
    return draw(ranked, temperature(personality.id, variant.id), sight.lot)


def options_of(sight: Sight, personality: Personality) -> Sequence[Option]:
    """Return the choices with what they are worth to this personality, best first.

    The values of who plays to win are points, but their order is that of the chances to win.
    """
    # The compiled code behind it costs a second at the first use: pages never need it.
    from games import winning  # noqa: PLC0415
    from games.bots import utility  # noqa: PLC0415
    from games.solver import options  # noqa: PLC0415

    position = sight.position
    if position.dice is None:
        return options(position)
    if personality.bends:
        return utility.options(position, personality)
    if personality.to_win and winning.is_ready(position.variant):
        ranked = winning.options(sight.table, sight.seat)
        return [Option(each.keep, each.fill, each.value) for each in ranked]
    return options(position)


def draw(ranked: Sequence[Option], degrees: float, lot: float) -> Option:
    """Return one of the choices, best first, by `lot` (0 to 1): the softmax of their values."""
    best = ranked[0].value
    weights = [math.exp((option.value - best) / degrees) for option in ranked]
    left = lot * sum(weights)
    for option, weight in zip(ranked, weights, strict=True):
        left -= weight
        if left < 0:
            return option
    return ranked[0]
