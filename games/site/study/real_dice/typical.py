"""What a typical player scores, read from `typical.json`, which `script/make typical` writes.

A typical player chooses like the bot `TYPICAL`.
"""

import json
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any

from games.core.rules import Variant
from games.core.solver.score_figures import key_of

FILE = Path(__file__).with_name("typical.json")
TYPICAL = "breeze"
PERCENTILES = 101
"""Totals in the file for each game: the lowest, those that 1%, 2%, ... of the games do not
exceed,
and the highest."""


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(FILE.read_text())
    return stored


def typical_totals(variant: Variant) -> list[int] | None:
    """Return the percentiles of totals, ascending; None for rules that were not simulated."""
    found = _stored().get(key_of(variant))
    return None if found is None else found["percentiles"]


def share_of_typical(variant: Variant, total: int) -> float | None:
    """Return the share of typical games that this total reaches or exceeds, to a hundredth."""
    totals = typical_totals(variant)
    if totals is None:
        return None
    return max(bisect_right(totals, total) - 1, 0) / (PERCENTILES - 1)
