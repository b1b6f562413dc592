"""How many games it takes to order two players, with own dice, the same dice, and by skill."""

import random
from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import numpy as np

from games.foresight.outcomes import Floats
from games.rules import Variant
from games.statistics.figures import Order
from make.bots.tape_players import bot
from make.bots.tapes import Tape, play

PLAYERS = ("polaris", "skipper", "breeze", "pip")
"""The bots that make mistakes, and the one that makes none; best first."""


def orders(variant: Variant, games: int, seed: int) -> tuple[Order, ...]:
    """Return the figures of each pair of neighbours among `PLAYERS`, each alone on the same deals.

    `games`: the number of deals. Raises ValueError for fewer than two.
    """
    if games < 2:
        raise ValueError("a spread needs two games or more")
    numbers = np.random.default_rng(seed)
    deals = [Tape(variant, numbers) for _ in range(games)]
    played = {id_: results(variant, id_, deals, seed) for id_ in PLAYERS}
    return tuple(
        order(better, worse, played[better], played[worse]) for better, worse in pairwise(PLAYERS)
    )


def results(variant: Variant, id_: str, deals: Sequence[Tape], seed: int) -> Floats:
    """Return the score and the points lost of a bot on each deal: (deals, 2)."""
    player = bot(id_, random.Random(f"{seed} {id_}"))
    ledgers = (play(variant, player, deal) for deal in deals)
    return np.array([(ledger.score, ledger.loss) for ledger in ledgers])


def order(better: str, worse: str, one: Floats, other: Floats) -> Order:
    """Return the figures of a pair from their results on the same deals, see `results`.

    The difference of their strengths is that of the points lost: luck has mean zero.
    """
    difference = float((other[:, 1] - one[:, 1]).mean())
    spreads = (
        float(np.hypot(one[:, 0].std(ddof=1), other[:, 0].std(ddof=1))),
        float((one[:, 0] - other[:, 0]).std(ddof=1)),
        float((other[:, 1] - one[:, 1]).std(ddof=1)),
    )
    own, same, skill = (ceil((2 * spread / difference) ** 2) for spread in spreads)
    return Order(better, worse, difference, *spreads, own, same, skill)
