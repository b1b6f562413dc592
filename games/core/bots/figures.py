"""Measurements of the bots: temperatures, averages, losses and win rates against each other.

`script/make ladder` writes them to `ladder.json`, with its command lines.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.core.rules import base_of

UNMEASURED = "yatzy"
FILE = Path(__file__).with_name("ladder.json")


class Figures(NamedTuple):
    """One personality in one variant, over `games` simulated solo games.

    `loss`: expected points lost per turn against perfect play. `error`: the standard error of the
    average. `rating`: on the scale of people's ratings. `temperature`: None for personalities that
    make no mistakes.
    """

    average: float
    error: float
    sd: float
    loss: float
    games: int
    rating: int
    temperature: float | None


class Ladder(NamedTuple):
    """A variant's figures by personality.

    `ahead` is the win rate (0 to 1) of the row against the column; a tie counts half.
    """

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
    return Ladder(figures, stored["ahead"])


def temperature(personality: str, variant_id: str) -> float:
    """Return the softmax temperature of a personality in this variant, in points. House rules have
    that of their base; other games have that of Yatzy, whose scores are most like theirs.
    """
    found = _stored()["temperatures"]
    return float(found.get(base_of(variant_id), found[UNMEASURED])[personality])


def rating(personality: str, variant_id: str) -> int | None:
    """Return a personality's measured rating, which never changes; None if it was not measured."""
    found = ladder(variant_id)
    return None if found is None else found.figures[personality].rating
