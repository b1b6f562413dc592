"""How unlikely a player's surplus is by chance, however often somebody looks. Pure.

If choices do not depend on coming dice, then for each tilt the product of the factors of all
choices is a martingale with mean 1, and so is the mean of these products. By Ville's inequality,
the probability that it ever exceeds N is at most 1/N (J. Ville, "Étude critique de la notion de
collectif", 1939; G. Shafer, "Testing by betting", J. R. Stat. Soc. A 184, 2021).
"""

import math
from collections.abc import Sequence

LOOK_AT = 4.0
"""Players whose evidence ever reached this are shown to staff: 1 honest player in 10,000."""
STRONG_AT = 6.0
"""Evidence that at most one honest player in a million ever reaches."""


def evidence(sums: Sequence[float]) -> float:
    """Return the evidence: the decimal logarithm of the mean of the products.

    `sums`: for each tilt the sum of the logarithms of the factors of all choices so far.
    """
    most = max(sums)
    mean = math.fsum(math.exp(each - most) for each in sums) / len(sums)
    return (most + math.log(mean)) / math.log(10)


def standard_score(score: float, choices: int) -> float:
    """Return the foresight index: mean 0 and standard deviation 1 for honest players.

    `score`: the sum of the standardised surpluses. `choices`: how many there are.
    """
    return score / math.sqrt(choices) if choices else 0.0
