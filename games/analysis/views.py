"""The analysis board, and puzzles made from the mistakes in a game."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.accounts.bot_cards import bots_json
from games.accounts.names import DELETED_NAME
from games.analysis.grades import grade_limits
from games.engine import sheet, view
from games.history.record import read_record
from games.history.views import find_or_404
from games.language import translated
from games.pages.shortcuts import page, player_of
from games.rules import VARIANTS, InvalidPosition, Position, Scorecard, Variant

DEFAULT = next(iter(VARIANTS.values()))
FIELDS = 5
"""Number of fields in the text of a position."""


@require_safe
def board(request: HttpRequest, rules: str = "", text: str = "") -> HttpResponse:
    """Show the board, empty or with the position in the URL.

    `rules` is the first field of a position's text; `text` is the others, separated by "_" or
    spaces, or the whole text. An invalid position gives an empty board and an error message.
    """
    variant = rules.partition(":")[0]
    position = _empty(VARIANTS.get(variant, DEFAULT))
    error = ""
    if rules:
        try:
            position = _read(rules, text)
        except InvalidPosition as reason:
            error = translated(reason)
    shown = {
        "variants": [_variant_data(each) for each in VARIANTS.values()],
        "position": str(position),
        "named": bool(text and not error),
    }
    return page(request, "analysis/board.html", 404 if error else 200, shown=shown, error=error)


def _empty(variant: Variant) -> Position:
    return Position(variant, Scorecard(variant))


def _read(rules: str, text: str) -> Position:
    """Return the position in a URL. Raises InvalidPosition."""
    if not text:
        _, *fields = str(_empty(VARIANTS.get(rules.partition(":")[0], DEFAULT))).split(" ")
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


@require_safe
def practice(request: HttpRequest, code: str) -> HttpResponse:
    """Show the costly choices of a seat (`?seat=`, default: the viewer's) as puzzles."""
    found = find_or_404(code)
    if not found.is_over or found.is_hidden or found.game.is_damaged:
        return redirect("game", found.game.code)
    record = read_record(found, gettext(DELETED_NAME))
    viewer = player_of(request)
    mine = [card.seat for card in found.cards if viewer is not None and card.player_id == viewer.pk]
    asked = request.GET.get("seat", "")
    seats = range(len(found.cards))
    chosen = next((seat for seat in seats if str(seat) == asked), mine[0] if mine else 0)
    variant = record.state.variant
    shown = {
        "sheet": msgspec.to_builtins(sheet(variant)),
        "seats": msgspec.to_builtins(view(record.state).seats),
        "avatars": [found.avatar(card.seat) for card in found.cards],
        "seat": chosen,
        "mine": mine[0] if mine else None,
        "limits": [{"grade": name, "below": limit} for name, limit in grade_limits(variant.id)],
    }
    return page(
        request,
        "analysis/practice.html",
        code=found.game.code,
        variant=variant,
        shown=shown,
        bots_json=bots_json(),
    )
