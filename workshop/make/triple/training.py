"""Fitted value iteration: simulate games, then fit each turn, last to first, to exact backups."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.triple import EXACT
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    THRESHOLD,
    UPPER,
    YAHTZEE,
    Floats,
    Ints,
)
from games.core.solver.triple.network import Network
from workshop.make.solver.random_streams import seeded, uniform
from workshop.make.solver.triple_simulation import play_games
from workshop.make.triple.backup import back_up
from workshop.make.triple.fit import Schedule, fit_turn
from workshop.make.triple.initial_network import initial_network

UNITS = 48
PLAN = "8000,20000,20000"
"""Games of each sweep."""
SCHEDULE = Schedule(epochs=20, rate=3e-3)
LATE_CARDS = 4000
"""Cards of a turn at most if no earlier turn of the site's play uses its weights."""
ASIDE, ANY = 0.4, 0.2
"""Shares of the sample cards that are one random turn off the games, and that are random."""
CLUSTERED = 0.4
"""How often a random card fills the category of the previous box in another column."""
LUCKY = 0.15
"""Share of the sample cards that get 50 in every filled Yahtzee box."""


class Step(NamedTuple):
    """A fitted turn: sweep, turn, cards, rms of the residuals, mean value."""

    sweep: int
    turn: int
    cards: int
    rms: float
    mean: float


def temperatures(games: int, rng: np.random.Generator) -> Floats:
    """Return the temperature of each turn of each game, (games, 39), for a variety of cards.

    60 % of the games are played optimally, 20 % with small mistakes in all turns, 20 % with a few
    large ones.
    """
    taus = np.zeros((games, BOXES))
    kind = rng.random(games)
    taus[kind < 0.2] = 3.0
    wild = (kind >= 0.2) & (kind < 0.4)
    taus[wild] = rng.choice([0.0, 40.0], p=[0.93, 0.07], size=(int(wild.sum()), BOXES))
    return taus


def sample_cards(states: Ints, turn: int, joker: str, rng: np.random.Generator) -> Ints:
    """Return distinct cards before a turn. `states`: (games, 40, 7), the cards of all turns."""
    # Some cards have one box filled at random in the turn before: comparing the options of a turn
    # needs the values of such cards. Some are filled at random throughout, so that no kind of card
    # is far from all samples: if its value were overestimated, play would seek it. Some have more
    # Yahtzees.
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
    """Fill `turns` random boxes of each card with random points, in place; return the cards."""
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


def new_network(seed: int) -> Network:
    """Return the network before training, with random hidden weights."""
    network = initial_network(UNITS)
    rng = np.random.default_rng([seed, 0])
    network.hidden[:] = rng.normal(0, 0.3, network.hidden[0].shape)
    return network


def sweep(network: Network, joker: str, number: int, games: int, seed: int) -> Iterator[Step]:
    """Simulate games that look ahead and fit all turns, in place. Yields each fitted turn."""
    rng = np.random.default_rng([seed, number])
    taus = temperatures(games, rng)
    played = play_games(network, joker, games, seed=1000 * seed + number, tau=taus, ahead=True)
    for turn in range(BOXES - 1, -1, -1):
        cards = sample_cards(played.states, turn, joker, rng)
        if turn > BOXES - EXACT + 1:
            cards = cards[rng.permutation(len(cards))[:LATE_CARDS]]
        values = back_up(cards, joker, network, EXACT, ahead=True)
        if number == 1 and turn < BOXES - 1:
            for part in network:
                part[turn] = part[turn + 1]
        rms = fit_turn(network, turn, cards, values, SCHEDULE, rng)
        yield Step(number, turn, len(cards), rms, float(values.mean()))
