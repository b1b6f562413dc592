"""What perfect play scores, and how soon skill shows, read from `statistics.json`.

`script/make statistics` writes that file, including the command line.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.core.rules import Variant

FILE = Path(__file__).with_name("statistics.json")


class BoxFigures(NamedTuple):
    """One box of the card: raw points, before a column's multiplier. `zero`: chance of 0 points."""

    column: int
    category: str
    mean: float
    sd: float
    zero: float


class Distribution(NamedTuple):
    """Chances of final scores. Entry n starts at score `first + n * step`."""

    first: int
    step: int
    chances: tuple[float, ...]


class Figures(NamedTuple):
    """Figures of perfect play of one variant from an empty card.

    `games`: None if the figures are exact, else the number of games simulated with estimated
    values; `error` is then the standard error of the mean. `quantiles`: for each share q, the
    smallest score that at most 1 - q of the games exceed. `at_least`: the chance of reaching a
    score. `upper_bonus`: the chance of each column's bonus, empty without such a bonus.
    `yahtzee_bonuses`: mean number of bonus Yahtzees per game, None in variants without them.
    """

    mean: float
    sd: float
    games: int | None
    error: float
    mode: int
    distribution: Distribution
    quantiles: tuple[tuple[float, int], ...]
    at_least: tuple[tuple[int, float], ...]
    boxes: tuple[BoxFigures, ...]
    upper_bonus: tuple[float, ...]
    yahtzee_bonuses: float | None

    @property
    def is_exact(self) -> bool:
        """Whether the figures are exact, not estimated from a sample."""
        return self.games is None


class SampleSize(NamedTuple):
    """Number of games needed to tell a player from perfect play, by two standard errors.

    The simulated player takes an option with a chance proportional to exp(value / temperature).
    `score`: mean score. `loss`: mean points lost per game, and `loss_sd` its standard deviation.
    `wins`: share of games won against perfect play, ties counted half. `by_results`, `by_scores`
    and `by_losses`: games needed when comparing wins, scores or points lost.
    """

    temperature: float
    score: float
    loss: float
    loss_sd: float
    loss_a_choice: float
    wins: float
    by_results: int
    by_scores: int
    by_losses: int


def key_of(variant: Variant) -> str:
    """Return the key of a variant with its switches in the file, such as "yahtzee-forced"."""
    return "-".join((variant.id, *variant.switches.values()))


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text())
    return stored


@cache
def figures(variant: Variant) -> Figures | None:
    """Return the figures of a variant with its switches, or None if not computed."""
    found = _stored().get(key_of(variant))
    return None if found is None else from_data(found["figures"])


@cache
def sample_sizes() -> tuple[SampleSize, ...]:
    """Return the games of Yahtzee needed to tell players from perfect play."""
    return tuple(SampleSize(**row) for row in _stored()["sample_sizes"]["rows"])


def from_data(data: dict[str, Any]) -> Figures:
    """Return the figures that `to_data` converted to `data`."""
    spread = data["distribution"]
    return Figures(
        mean=data["mean"],
        sd=data["sd"],
        games=data["games"],
        error=data["error"],
        mode=data["mode"],
        distribution=Distribution(spread["first"], spread["step"], tuple(spread["chances"])),
        quantiles=tuple((share, score) for share, score in data["quantiles"]),
        at_least=tuple((score, chance) for score, chance in data["at_least"]),
        boxes=tuple(BoxFigures(**box) for box in data["boxes"]),
        upper_bonus=tuple(data["upper_bonus"]),
        yahtzee_bonuses=data["yahtzee_bonuses"],
    )


def to_data(figures: Figures) -> dict[str, Any]:
    """Return figures as JSON values."""
    return {
        **figures._asdict(),
        "distribution": figures.distribution._asdict(),
        "boxes": [box._asdict() for box in figures.boxes],
    }
