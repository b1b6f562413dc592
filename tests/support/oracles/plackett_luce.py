"""Algorithm 4 of Weng and Lin (2011), JMLR 12, page 280, for teams of one player."""

import math
from collections.abc import Sequence


def plackett_luce(
    ratings: Sequence[tuple[float, float]], places: Sequence[int], elo: float, tau: float
) -> list[tuple[float, float]]:
    seats = range(len(ratings))
    mu = [mu for mu, _ in ratings]
    variance = [sigma**2 + tau**2 for _, sigma in ratings]
    # Ours: the performance variance of the whole table is that of a duel, at every size.
    c = math.sqrt(sum(variance) + elo**2)
    strength = [math.exp(m / c) for m in mu]
    rated = []
    for i in seats:
        omega = delta = 0.0
        for q in seats:
            if places[q] <= places[i]:
                left = sum(strength[s] for s in seats if places[s] >= places[q])
                tied = sum(places[s] == places[q] for s in seats)
                chance = strength[i] / left
                omega += ((i == q) - chance) / tied
                delta += chance * (1 - chance) / tied
        shrink = max(1 - variance[i] / c**2 * delta, 0.0001)
        rated.append((mu[i] + variance[i] / c * omega, math.sqrt(variance[i] * shrink)))
    return rated
