"""Fitted value iteration: play, then fit the turns from the last to the first to exact backups."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from games.solver.compiled import compiled
from games.solver.randomness import seeded, uniform
from games.solver.triple.backup import back_up
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
from games.solver.triple.fit import Schedule, fit_turn
from games.solver.triple.network import Network
from games.solver.triple.simulate import play_games
from games.solver.triple.start import first_network

UNITS = 32
PLAN = "8000,36000"
"""Games of each sweep."""
SCHEDULE = Schedule(epochs=20, rate=3e-3)
EXACT = 5
"""With so few open boxes or fewer the values to be fitted are exact."""
ASIDE = 0.5
"""Share of the sample cards that are a step away from those played."""
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
    """Return different cards before a turn, from cards (games, 39, 7) before all turns.

    Half of them are one step aside: any box filled with any points. Values are asked for such cards
    when the options of a turn are compared. Some cards have more luck with Yahtzees.
    """
    cards = states[:, turn].copy()
    if turn:
        aside = rng.random(len(cards)) < ASIDE
        cards[aside] = states[aside, turn - 1]
        cards[aside] = step_aside(cards[aside], int(rng.integers(2**31)))
    if joker != "none":
        lucky = rng.random(len(cards)) < LUCKY
        for column in range(COLUMNS):
            scored = (cards[:, column] >> YAHTZEE & 1).astype(bool) & lucky
            cards[scored, 2 * COLUMNS] |= 1 << column
    return np.unique(cards, axis=0)


@compiled
def step_aside(cards: Ints, seed: int) -> Ints:
    """Return the cards with one more box filled, any box with any points."""
    random = seeded(seed, 0)
    for card in cards:
        box = int(BOXES * uniform(random))
        while card[box // CATEGORIES] >> (box % CATEGORIES) & 1:
            box = int(BOXES * uniform(random))
        column, category = divmod(box, CATEGORIES)
        card[column] |= 1 << category
        if category < UPPER:
            dice = int(6 * uniform(random))
            card[COLUMNS + column] = min(card[COLUMNS + column] + dice * (category + 1), THRESHOLD)
        elif category == YAHTZEE:
            card[2 * COLUMNS] |= int(2 * uniform(random)) << column
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
        values = back_up(cards, joker, network, EXACT)
        if number == 1 and turn < BOXES - 1:
            for part in network:
                part[turn] = part[turn + 1]
        rms = fit_turn(network, turn, cards, values, SCHEDULE, rng)
        yield Step(number, turn, len(cards), rms, float(values.mean()))
