"""The bots of the ladder as players of tapes. They do not look at coming dice."""

import random

from games.core.bots import figures
from games.core.bots.choice import sample
from games.core.bots.personalities import PERSONALITIES
from games.core.bots.utility import options as utility_options
from games.core.rules import Position
from games.core.solver import Option
from games.site.study.foresight.index import hold_of
from workshop.make.bots.tapes import Chosen, Player, Tape


def bot(id_: str, rng: random.Random) -> Player:
    """Return a bot of the ladder."""
    # Polaris plays for points, because it is alone.
    personality = PERSONALITIES[id_]

    def choose(position: Position, found: tuple[Option, ...], turn: int, tape: Tape) -> Chosen:
        if personality.makes_mistakes:
            temperature = figures.temperature(id_, position.variant.id)
            option = sample(found, temperature, rng.random())
        elif personality.has_utility:
            liked = utility_options(position, personality)[0]
            option = next(each for each in found if _same(each, liked))
        else:
            option = found[0]
        return Chosen(option, hold_of(position, option))

    return choose


def _same(one: Option, other: Option) -> bool:
    return (one.keep, one.fill) == (other.keep, other.fill)
