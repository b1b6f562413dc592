"""The network before training: each open box is worth its average."""

import numpy as np

from games.core.solver.triple.cards import CATEGORIES, COLUMNS, UPPER_BONUS
from games.core.solver.triple.features import CHANCE_FEATURES, CHANCES, REACHED
from games.core.solver.triple.network import Network, empty_network

AVERAGES = np.array([2, 5, 9, 12, 16, 19, 22, 13, 23, 29, 33, 17, 22])
"""Points of each box in solitaire Yahtzee under perfect play, rounded (docs/solver.md)."""


def initial_network(units: int) -> Network:
    """Return weights that add the averages of open boxes and a guess at each upper bonus."""
    network = empty_network(units)
    for column in range(COLUMNS):
        boxes = slice(column * CATEGORIES, (column + 1) * CATEGORIES)
        network.linear[:, boxes] = (column + 1) * AVERAGES
        features = CHANCE_FEATURES + column * CHANCES
        for place in range(REACHED + 2, CHANCES):
            chance = 1 / (1 + np.exp(-(place - CHANCES / 2) / 4))
            network.linear[:, features + place] = (column + 1) * UPPER_BONUS * chance
    return network
