"""Whether what a process uses grows: the slope of samples, and how sure it is."""

from collections.abc import Sequence
from statistics import mean

# Samples next to each other are alike (memory grows in steps), so only their blocks are compared.
BLOCKS = 10
# The quantile of Student's t distribution with BLOCKS - 2 degrees of freedom, one-sided 99 %.
T_99 = 2.896


def growth_per_hour(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of (seconds, value) per hour, by least squares over the means of BLOCKS
    stretches of time, and the value that it exceeds with 99 % certainty.

    Raises ValueError for fewer samples than blocks.
    """
    if len(samples) < BLOCKS:
        raise ValueError("too few samples")
    size = len(samples) / BLOCKS
    blocks = [samples[round(n * size) : round((n + 1) * size)] for n in range(BLOCKS)]
    times = [mean(at for at, _ in block) / 3600 for block in blocks]
    values = [mean(value for _, value in block) for block in blocks]
    middle_t, middle_v = mean(times), mean(values)
    spread = sum((at - middle_t) ** 2 for at in times)
    slope = (
        sum((at - middle_t) * (v - middle_v) for at, v in zip(times, values, strict=True)) / spread
    )
    rest = sum(
        (v - middle_v - slope * (at - middle_t)) ** 2 for at, v in zip(times, values, strict=True)
    )
    error = (rest / (BLOCKS - 2) / spread) ** 0.5
    return slope, slope - T_99 * error
