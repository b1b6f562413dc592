"""What a browser needs for bots: where the table of a game is, and how each bot plays."""

from typing import Any

from django.urls import reverse

from games.core.bots import PERSONALITIES
from games.core.bots.figures import temperature
from games.core.rules import Variant
from games.core.solver import portable_files


def values_of(variant: Variant) -> dict[str, Any] | None:
    """Return the address of a game's table and how many bytes it sends; None without a table yet.
    Never solves anything.
    """
    size = portable_files.bytes_of(variant)
    if size is None:
        return None
    name = portable_files.name_of(variant)
    return {"address": reverse("offline-values", args=[name]), "bytes": size}


def bots_of(variant: Variant) -> list[dict[str, Any]]:
    """Return how each bot plays a game, the best first: the `level` of bot.js. A temperature of 0:
    no mistakes.
    """
    return [
        {
            "id": each.id,
            "temperature": temperature(each.id, variant.id) if each.makes_mistakes else 0,
            "upper_weight": each.upper_weight,
            "risk": each.risk,
        }
        for each in PERSONALITIES.values()
    ]
