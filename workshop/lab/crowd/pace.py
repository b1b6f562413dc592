"""The pace of people: all chances and times of a crowd, from one seed.

Times are lognormal, as response times of people are (van der Linden, "A lognormal model for
response times on test items", 2006). The figures below are assumptions, not measurements: change
them here.
"""

import math
import random
from dataclasses import dataclass
from itertools import cycle

ROLL_S = 4.0
"""From one roll at a table to the next, on average."""
SPREAD = 0.6
"""Sigma of the logarithm: half of the gaps are below 3.3 s, one in twenty above 9 s."""
SCORE_SHARE = 0.6
"""Which part of a gap passes before a box is filled; in the rest the next player picks up."""
ROLLS_AGAIN = 0.85
"""How often somebody who may roll again does: 2.6 rolls a turn."""
BEST_BOX = 0.8
"""How often somebody fills the box with the most points, instead of any."""
ROUNDS_SHARE = 0.65
"""In rounds all think at once, and wait for the slowest: everybody takes this times the number of
seats as long, so that such a table rolls as often as others."""
TAP_S = 0.5
"""Between two taps that hold a die. A browser shows each to the others (`select`)."""
TALK_SHARE = 0.03
"""After which share of the actions somebody says something or reacts."""
CHAT_SHARE = 0.5
"""The share of lines among these; the rest are reactions."""
LOSSES_AN_HOUR = 0.02
"""How often a person loses the connection."""
REMATCH_S = 6.0
"""How long people look at a result before they ask for another game."""
READ_S = 25.0
"""How long somebody looks at a page before they open the next one."""
SPECTATORS = 0.05
READERS = 0.01
ROUNDS_EVERY = 4
"""Every fourth table plays rounds, the others in turns."""
SIZES = (2, 3, 4)
GAMES = ("yacht", "yahtzee", "triple_yahtzee", "yatzy", "generala", "maxi_yatzy")

LINES = ("Good luck!", "Nice one", "Oh no", "My turn to get lucky", "So close…", "Again?")
REACTIONS = ("clap", "fire", "laugh", "wow", "luck", "nice_roll", "so_close", "ouch", "thanks")


def lognormal(rng: random.Random, mean: float, sigma: float = SPREAD) -> float:
    """Return a lognormal time with this mean."""
    return rng.lognormvariate(math.log(mean) - sigma * sigma / 2, sigma)


@dataclass(frozen=True)
class People:
    """How many of a number of people sit at tables, watch, and read pages."""

    seated: int
    watching: int
    reading: int

    @classmethod
    def of(cls, people: int) -> "People":
        watching, reading = (max(1, round(people * share)) for share in (SPECTATORS, READERS))
        return cls(people - watching - reading, watching, reading)

    def tables(self) -> list[int]:
        """Return the number of seats of each table. Nobody sits alone."""
        sizes: list[int] = []
        left = self.seated
        for size in cycle(SIZES):
            if left <= max(SIZES) + 1:
                break
            sizes.append(size)
            left -= size
        return [*sizes, left] if left <= max(SIZES) else [*sizes, left - 2, 2]


class Pace:
    """Draws the times of a crowd. roll_s: as ROLL_S; a test is faster."""

    def __init__(self, seed: int, roll_s: float = ROLL_S) -> None:
        self.rng = random.Random(seed)
        self.roll_s = roll_s
        self._speed = roll_s / ROLL_S

    def gap(self, seats: int = 0) -> float:
        """Return the time between two rolls; in rounds, at a table with so many seats."""
        slower = max(1.0, seats * ROUNDS_SHARE) if seats else 1.0
        return lognormal(self.rng, self.roll_s * slower)

    def before(self, move: str, roll: int, seats: int = 0) -> float:
        """Return how long somebody thinks before a move. roll: how many they have made."""
        gap = self.gap(seats)
        if move == "score":
            return gap * SCORE_SHARE
        return gap if roll else gap * (1 - SCORE_SHARE)

    def rolls_again(self) -> bool:
        return self.rng.random() < ROLLS_AGAIN

    def taps(self, count: int, gap: float) -> list[float]:
        """Return when so many dice are held, in the time before a roll."""
        step = min(TAP_S * self._speed, gap / (count + 1))
        return [step * number for number in range(1, count + 1)]

    def talks(self) -> bool:
        return self.rng.random() < TALK_SHARE

    def until_rematch(self) -> float:
        return lognormal(self.rng, REMATCH_S * self._speed)

    def until_page(self) -> float:
        return lognormal(self.rng, READ_S * self._speed)

    def until_loss(self) -> float:
        return self.rng.expovariate(LOSSES_AN_HOUR / 3600)
