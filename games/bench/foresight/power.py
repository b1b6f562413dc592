"""How often honest players are suspected, and after how many games cheats are found."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from games.bench.foresight.cheats import cautious, knows_all, knows_rolls, sometimes
from games.bench.foresight.honest import bot
from games.bench.foresight.tapes import Player, Tape, play
from games.bots.personalities import PERSONALITIES
from games.foresight.evidence import evidence
from games.foresight.index import GameForesight, foresight
from games.foresight.outcomes import Floats
from games.rules import Variant
from games.solver import roll_values

CAUTION = 0.5
"""Points that a cautious cheat gives up at most."""
SHARES = (0.5, 0.2, 0.1)
"""Shares of choices in which occasional cheats cheat."""
CLUB_PLAYER = "breeze"
MAX_GAMES = 2000
"""Cheats who need more games than this count as not found."""


class Sample(NamedTuple):
    """Games of one player: the scores, and the foresight of each game."""

    scores: Sequence[int]
    games: Sequence[GameForesight]

    @property
    def choices(self) -> float:
        """Choices that count, a game."""
        return float(np.mean([game.choices for game in self.games]))

    @property
    def loss(self) -> float:
        """Points given up by them, a game."""
        return float(np.mean([game.loss for game in self.games]))

    @property
    def surplus(self) -> float:
        """Mean surplus a game, in points."""
        return float(np.mean([game.surplus for game in self.games]))

    @property
    def error(self) -> float:
        """Standard error of the mean surplus, from the variances of fair dice."""
        return float(np.sum([game.variance for game in self.games]) ** 0.5 / len(self.games))

    @property
    def foresight_index(self) -> float:
        """The foresight index after one game, on average."""
        score = float(np.mean([game.score for game in self.games]))
        return score / self.choices**0.5 if self.choices else 0.0


def honest_players(seed: int) -> Mapping[str, Player]:
    """Return the bots of the ladder, best first."""
    return {id_: bot(id_, random_of(seed, id_)) for id_ in PERSONALITIES}


def cheats(variant: Variant, seed: int) -> Mapping[str, Player]:
    """Return players who know dice. Those who cheat now and then are else a club player."""
    most = {"knows 1 roll": knows_rolls(1), "knows 3 rolls": knows_rolls(3)}
    most["knows all rolls"] = knows_all(variant)
    found = dict(most)
    for name, cheat in most.items():
        found[f"{name}, gives up at most {CAUTION}"] = cautious(cheat, CAUTION)
    for share in SHARES:
        name = f"knows 1 roll, in {share:.0%} of choices"
        rng = random_of(seed, name)
        found[name] = sometimes(knows_rolls(1), bot(CLUB_PLAYER, rng), share, rng)
    return found


def random_of(seed: int, name: str) -> random.Random:
    """Return the random numbers of a player."""
    return random.Random(f"{seed} {name}")


def sample(variant: Variant, player: Player, games: int, seed: int) -> Sample:
    """Return games of a player. The same seed gives the same dice."""
    numbers = np.random.default_rng(seed)
    scores, found = [], []
    for _ in range(games):
        tape = Tape(variant, numbers)
        ledger = play(variant, player, tape)
        scores.append(ledger.score)
        found.append(foresight(ledger, tape, roll_values))
    return Sample(scores, found)


def paths(games: Sequence[GameForesight], length: int) -> Iterator[list[float]]:
    """Yield the evidence after each game of players who play `length` games, each game once."""
    for first in range(0, len(games) - length + 1, length):
        rows = np.array([game.evidence for game in games[first : first + length]])
        yield [evidence(sums) for sums in np.cumsum(rows, axis=0).tolist()]


def share_reaching(games: Sequence[GameForesight], length: int, limit: float) -> float:
    """Return the share of players whose evidence ever reaches `limit` in `length` games."""
    return float(np.mean([max(path) >= limit for path in paths(games, length)]))


def games_until(
    games: Sequence[GameForesight], limit: float, players: int, seed: int
) -> list[int | None]:
    """Return after how many games each of `players` reaches the limit; None for never.

    Each plays games drawn from `games` with replacement, `MAX_GAMES` at most.
    """
    numbers = np.random.default_rng(seed)
    rows = np.array([game.evidence for game in games])
    return [_until(rows, limit, numbers) for _ in range(players)]


def _until(rows: Floats, limit: float, numbers: np.random.Generator) -> int | None:
    sums = np.zeros(rows.shape[1])
    for number in range(1, MAX_GAMES + 1):
        sums += rows[numbers.integers(len(rows))]
        if evidence(sums.tolist()) >= limit:
            return number
    return None


def quantile(found: Sequence[int | None], share: float) -> int | None:
    """Return the number of games after which this share is found; None for more than MAX_GAMES."""
    ordered = sorted(MAX_GAMES + 1 if each is None else each for each in found)
    place = ordered[min(len(ordered) - 1, int(share * len(ordered)))]
    return None if place > MAX_GAMES else place
