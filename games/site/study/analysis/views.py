"""The analysis board."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.core.engine import sheet
from games.core.rules import (
    VARIANTS,
    InvalidPosition,
    Position,
    Scorecard,
    Variant,
    find_variant,
    is_readable,
)
from games.core.solver import is_exact
from games.platform.language import translated
from games.site.shared.pages.front_game import front_first
from games.site.shared.pages.shortcuts import page

FIELDS = 5
"""Number of fields in the text of a position."""


@require_safe
def board(request: HttpRequest, rules: str = "", text: str = "") -> HttpResponse:
    """Show the board, empty or with the position in the URL.

    `rules` is the first field of a position's text; `text` is the others, separated by "_" or
    spaces, or the whole text. An invalid position gives an empty board and an error message.
    """
    games = front_first(request)
    base = _base(rules, games[0])
    position = _empty(base)
    error = ""
    if rules:
        try:
            position = _read(rules, text, base)
        except InvalidPosition as reason:
            error = translated(reason)
    shown = {
        "variants": [_variant_data(each) for each in dict.fromkeys((*games, base))],
        "position": str(position),
        "named": bool(text and not error),
    }
    return page(request, "analysis/board.html", 404 if error else 200, shown=shown, error=error)


def _empty(variant: Variant) -> Position:
    return Position(variant, Scorecard(variant))


def _base(rules: str, default: Variant) -> Variant:
    text = rules.partition(":")[0]
    found = find_variant(text) if is_readable(text) else default
    return found if is_exact(found) or found.id in VARIANTS else default


def _read(rules: str, text: str, base: Variant) -> Position:
    """Return the position in a URL. Raises InvalidPosition."""
    if not text:
        _, *fields = str(_empty(base)).split(" ")
        return Position.parse(" ".join((rules, *fields)))
    spaced = text if " " in text else text.replace("_", " ")
    return Position.parse(spaced if spaced.count(" ") == FIELDS - 1 else f"{rules} {spaced}")


def _variant_data(variant: Variant) -> dict[str, Any]:
    switches = [
        {
            "id": switch.id,
            "name": switch.name,
            "choices": [{"value": each.value, "name": each.name} for each in switch.choices],
        }
        for switch in variant.switch_choices.values()
    ]
    points = zip(variant.categories, variant.possible_points, strict=True)
    return {
        "id": variant.id,
        "name": variant.name,
        "sheet": msgspec.to_builtins(sheet(variant)),
        "switches": switches,
        "points": {category.id: sorted(possible) for category, possible in points},
    }
