"""Random numbers for simulations: seeded, and independent of the number of threads.

The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
2014). It is for simulations only; the dice of games come from `games.core.engine.fairness`.
"""

import numpy as np
import numpy.typing as npt

from games.core.rules.scoring import FACES
from games.core.solver.compiled import compiled

State = npt.NDArray[np.uint64]
"""(1,): the state of a generator."""


@compiled
def seeded(seed: int, stream: int) -> State:
    """Return a generator: the same for the same seed and stream, different for others."""
    state = np.empty(1, dtype=np.uint64)
    state[0] = np.uint64(seed)
    state[0] = advance(state) ^ (np.uint64(stream) * np.uint64(0xD1342543DE82EF95))
    return state


@compiled
def advance(state: State) -> np.uint64:
    """Return the next 64 random bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = state[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(bits ^ (bits >> np.uint64(31)))


@compiled
def uniform(state: State) -> float:
    """Return a number from 0 up to but not including 1."""
    return float(advance(state) >> np.uint64(11)) * 2.0**-53


@compiled
def die(state: State) -> int:
    """Return the face of a die, counted from 0."""
    return int(uniform(state) * FACES)
