"""The figures of the statistics pages, read from the file that they were computed into.

`statistics.json` beside this file is written by `manage.py make_statistics`; its command line is
in it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.rules import Variant

FILE = Path(__file__).with_name("statistics.json")


class BoxFigures(NamedTuple):
    """One box of the card: raw points, before a column's multiplier. `zero`: chance of none."""

    column: int
    category: str
    mean: float
    sd: float
    zero: float


class Distribution(NamedTuple):
    """Chances of final scores: entry n is that of `first + n * step` up to the next entry."""

    first: int
    step: int
    chances: tuple[float, ...]


class Figures(NamedTuple):
    """Perfect play of one variant, from an empty card.

    `games` is None where the figures are exact, else how many games were simulated with estimated
    values; `error` is then the standard error of the mean. `quantiles` holds for each share q the
    smallest score that at most 1 - q of the games exceed, `at_least` the chance of reaching a
    score. `upper_bonus` is the chance of each column's bonus, empty in a variant that has none;
    `yahtzee_bonuses` how many bonus Yahtzees a game has, None in a variant that has none.
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
        """Whether these are the chances themselves, and no sample."""
        return self.games is None


class Telling(NamedTuple):
    """How soon a player is told from perfect play, by two standard errors.

    He is an imagined one who takes an option with a chance proportional to
    exp(value / temperature). `score`: his mean; `loss`: points that his choices lose a game, and
    their standard deviation; `wins`: how often he is ahead of perfect play, half of the ties
    counted. `by_`: after so many games by who won, by scores, by what the choices lost.
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
    """Return the name of a variant with its switches in the file: "yahtzee-forced"."""
    return "-".join((variant.id, *variant.switches.values()))


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text())
    return stored


def command(variant: Variant) -> str:
    """Return the command line that computed a variant's figures."""
    return str(_stored()[key_of(variant)]["command"])


@cache
def figures(variant: Variant) -> Figures | None:
    """Return the figures of a variant with its switches, None if they were not computed."""
    found = _stored().get(key_of(variant))
    return None if found is None else from_data(found["figures"])


@cache
def telling_games() -> tuple[Telling, ...]:
    """Return after how many games of Yahtzee players are told from perfect play."""
    return tuple(Telling(**row) for row in _stored()["telling"]["rows"])


def telling_command() -> str:
    """Return the command line that measured `telling_games`."""
    return str(_stored()["telling"]["command"])


def from_data(data: dict[str, Any]) -> Figures:
    """Return the figures whose `to_data` is `data`."""
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
