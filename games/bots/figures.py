"""What was measured of the house's players: temperatures, averages, losses, who beats whom.

`ladder.json` beside this file is written by `manage.py bot_ladder`, whose command lines are in it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).with_name("ladder.json")


class Figures(NamedTuple):
    """One personality in one variant, over `games` simulated games alone.

    `loss` is what it gives away a turn against perfect play, in expected points; `error` the
    standard error of the average; `rating` is on the scale of people's ratings; `temperature` is
    None unless it slips.
    """

    average: float
    error: float
    sd: float
    loss: float
    games: int
    rating: int
    temperature: float | None


class Ladder(NamedTuple):
    """A variant's figures by personality, and how often (0 to 1) the one in the row is ahead of
    the one in the column, half of the ties counted; and the command line that measured it.
    """

    command: str
    figures: dict[str, Figures]
    ahead: dict[str, dict[str, float]]


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text())
    return stored


@cache
def ladder(variant_id: str) -> Ladder | None:
    """Return the figures of a variant, None if it was not measured."""
    stored = _stored()["variants"].get(variant_id)
    if stored is None:
        return None
    figures = {id_: Figures(**found) for id_, found in stored["figures"].items()}
    return Ladder(stored["command"], figures, stored["ahead"])


def temperature(personality: str, variant_id: str) -> float:
    """Return how warm a personality that slips is in this variant, in points."""
    return float(_stored()["temperatures"][variant_id][personality])


def rating(personality: str, variant_id: str) -> int | None:
    """Return a personality's rating, which is measured and never moves; None if it was not."""
    found = ladder(variant_id)
    return None if found is None else found.figures[personality].rating
