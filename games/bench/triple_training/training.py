"""Fitted value iteration: play, then fit the turns from the last to the first to exact backups."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from games.bench.solver.random_streams import seeded, uniform
from games.bench.solver.triple_simulation import play_games
from games.bench.triple_training.backup import back_up
from games.bench.triple_training.fit import Schedule, fit_turn
from games.bench.triple_training.initial_network import first_network
from games.solver.compiled import compiled
from games.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    THRESHOLD,
    UPPER,
    YAHTZEE,
    Floats,
    Ints,
)
from games.solver.triple.network import Network

UNITS = 48
PLAN = "8000,20000,20000"
"""Games of each sweep."""
SCHEDULE = Schedule(epochs=20, rate=3e-3)
EXACT = 6
"""With so few open boxes or fewer the values to be fitted are exact."""
FEW = 4000
"""Most cards of a turn with fewer open boxes: they do not matter to the turns before."""
ASIDE, ANY = 0.4, 0.2
"""Shares of the sample cards that are a step away from those played, and that are any at all."""
CLUSTERED = 0.4
"""How often a card of any kind fills a category again that it has just filled."""
LUCKY = 0.15
"""Share of the sample cards that are given 50 in every filled Yahtzee box."""


class Step(NamedTuple):
    """A turn that has been fitted: sweep, turn, cards, rms of the residuals, mean value."""

    sweep: int
    turn: int
    cards: int
    rms: float
    mean: float


def temperatures(games: int, rng: np.random.Generator) -> Floats:
    """Return how freely each turn of each game is played, (games, 39), to see many kinds of card.

    Six in ten games are as good as can be, two have small errors throughout and two gross ones.
    """
    taus = np.zeros((games, BOXES))
    kind = rng.random(games)
    taus[kind < 0.2] = 3.0
    wild = (kind >= 0.2) & (kind < 0.4)
    taus[wild] = rng.choice([0.0, 40.0], p=[0.93, 0.07], size=(int(wild.sum()), BOXES))
    return taus


def sample_cards(states: Ints, turn: int, joker: str, rng: np.random.Generator) -> Ints:
    """Return different cards before a turn, from those (games, 40, 7) before all turns.

    Some are a step aside: any box filled with any points. Values are asked for such cards when the
    options of a turn are compared. Some are filled at random, so that no kind of card is so far
    from all samples that its value is a wild guess: if too high, play would seek it. Some have more
    luck with Yahtzees.
    """
    cards = states[:, turn].copy()
    kind, seed = rng.random(len(cards)), int(rng.integers(2**31))
    if turn:
        aside, anything = kind < ASIDE, kind > 1 - ANY
        cards[aside] = states[aside, turn - 1]
        cards[aside] = fill_any(cards[aside], 1, seed)
        cards[anything] = fill_any(np.zeros_like(cards[anything]), turn, seed + 1)
    if joker != "none":
        lucky = rng.random(len(cards)) < LUCKY
        for column in range(COLUMNS):
            scored = (cards[:, column] >> YAHTZEE & 1).astype(bool) & lucky
            cards[scored, 2 * COLUMNS] |= 1 << column
    return np.unique(cards, axis=0)


@compiled
def fill_any(cards: Ints, turns: int, seed: int) -> Ints:
    """Return the cards after some boxes more were filled, any boxes with any points."""
    random = seeded(seed, 0)
    for card in cards:
        fifties = uniform(random)
        category = -1
        for _ in range(turns):
            column = int(COLUMNS * uniform(random))
            if category < 0 or uniform(random) > CLUSTERED:
                category = int(CATEGORIES * uniform(random))
            while card[column] >> category & 1:
                column = int(COLUMNS * uniform(random))
                category = int(CATEGORIES * uniform(random))
            card[column] |= 1 << category
            if category < UPPER:
                dice = max(int(6 * uniform(random)), int(4 * uniform(random)))
                total = card[COLUMNS + column] + dice * (category + 1)
                card[COLUMNS + column] = min(total, THRESHOLD)
            elif category == YAHTZEE and uniform(random) < fifties:
                card[2 * COLUMNS] |= 1 << column
    return cards


def fresh_network(seed: int) -> Network:
    """Return the network that training begins with."""
    network = first_network(UNITS)
    rng = np.random.default_rng([seed, 0])
    network.hidden[:] = rng.normal(0, 0.3, network.hidden[0].shape)
    return network


def sweep(network: Network, joker: str, number: int, games: int, seed: int) -> Iterator[Step]:
    """Improve the weights in place by one round of play and fitting, a turn at a time."""
    rng = np.random.default_rng([seed, number])
    taus = temperatures(games, rng)
    states = play_games(network, joker, games, seed=seed * 1000 + number, tau=taus).states
    for turn in range(BOXES - 1, -1, -1):
        cards = sample_cards(states, turn, joker, rng)
        if turn > BOXES - EXACT:
            cards = cards[rng.permutation(len(cards))[:FEW]]
        values = back_up(cards, joker, network, EXACT)
        if number == 1 and turn < BOXES - 1:
            for part in network:
                part[turn] = part[turn + 1]
        rms = fit_turn(network, turn, cards, values, SCHEDULE, rng)
        yield Step(number, turn, len(cards), rms, float(values.mean()))
