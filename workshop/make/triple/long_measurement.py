"""A simulation of Triple Yahtzee, as the site plays it, that can be stopped and continued.

The state is a file with one JSON line for each block of games.
"""

import hashlib
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from games.core.solver.triple import EXACT
from games.core.solver.triple.weights import path_of, read
from workshop.make.solver.triple_simulation import play_games
from workshop.make.triple.evaluation import luck_adjusted

BLOCK = 160
"""Games of a block, a multiple of the lanes of a simulation."""
SEED = 20260401


class OtherGames(ValueError):
    """The file belongs to another joker rule, other weights or other code."""


class Mean(NamedTuple):
    """Mean weighted points, their standard error, and the same without the luck of the rolls."""

    games: int
    mean: float
    error: float
    adjusted: float
    adjusted_error: float


def measure(joker: str, games: int, path: Path) -> Iterator[Mean]:
    """Play blocks until the file has `games` games; yield the mean of all after each block.

    Raises `OtherGames`.
    """
    network, label = read(path_of(joker)), label_of(joker)
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if any(row["of"] != label for row in rows):
        raise OtherGames(f"{path} is not of {label}")
    if rows:
        yield mean_of(rows)
    while len(rows) * BLOCK < games:
        first = len(rows) * BLOCK
        played = play_games(network, joker, BLOCK, seed=SEED, exact=EXACT, ahead=True, first=first)
        adjusted = luck_adjusted(played)
        rows.append(
            {
                "of": label,
                "totals": int(played.totals.sum()),
                "squares": int((played.totals**2).sum()),
                "adjusted": float(adjusted.sum()),
                "adjusted_squares": float((adjusted**2).sum()),
            }
        )
        with path.open("a") as file:
            file.write(json.dumps(rows[-1]) + "\n")
        yield mean_of(rows)


def label_of(joker: str) -> str:
    """Return what identifies the games: joker rule, weights, seed and number of exact boxes."""
    digest = hashlib.sha256(path_of(joker).read_bytes()).hexdigest()[:12]
    return f"{joker} {digest} seed {SEED} exact {EXACT}"


def mean_of(rows: list[dict[str, Any]]) -> Mean:
    count = len(rows) * BLOCK
    sums = {name: sum(row[name] for row in rows) for name in rows[0] if name != "of"}

    def error(total: float, squares: float) -> float:
        return sqrt(max(squares - total * total / count, 0.0) / (count - 1) / count)

    return Mean(
        count,
        sums["totals"] / count,
        error(sums["totals"], sums["squares"]),
        sums["adjusted"] / count,
        error(sums["adjusted"], sums["adjusted_squares"]),
    )
