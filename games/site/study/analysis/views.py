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
from games.site.shared.pages.shortcuts import page

DEFAULT = next(iter(VARIANTS.values()))
FIELDS = 5
"""Number of fields in the text of a position."""


@require_safe
def board(request: HttpRequest, rules: str = "", text: str = "") -> HttpResponse:
    """Show the board, empty or with the position in the URL.

    `rules` is the first field of a position's text; `text` is the others, separated by "_" or
    spaces, or the whole text. An invalid position gives an empty board and an error message.
    """
    base = _base(rules)
    position = _empty(base)
    error = ""
    if rules:
        try:
            position = _read(rules, text)
        except InvalidPosition as reason:
            error = translated(reason)
    shown = {
        "variants": [_variant_data(each) for each in dict.fromkeys((*VARIANTS.values(), base))],
        "position": str(position),
        "named": bool(text and not error),
    }
    return page(request, "analysis/board.html", 404 if error else 200, shown=shown, error=error)


def _empty(variant: Variant) -> Position:
    return Position(variant, Scorecard(variant))


def _base(rules: str) -> Variant:
    """Return the game, or the house rules, that the first field of a position names."""
    text = rules.partition(":")[0]
    found = find_variant(text) if is_readable(text) else DEFAULT
    return found if is_exact(found) or found.id in VARIANTS else DEFAULT


def _read(rules: str, text: str) -> Position:
    """Return the position in a URL. Raises InvalidPosition."""
    if not text:
        _, *fields = str(_empty(_base(rules))).split(" ")
        return Position.parse(" ".join((rules, *fields)))
    spaced = text if " " in text else text.replace("_", " ")
    return Position.parse(spaced if spaced.count(" ") == FIELDS - 1 else f"{rules} {spaced}")


def _variant_data(variant: Variant) -> dict[str, Any]:
    """Return the data of a variant for the board's script."""
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
