"""Learning from mistakes: the costly choices of a seat in a finished game, as puzzles."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.core.engine import sheet, view
from games.core.rules import Variant
from games.people.accounts.names import DELETED_NAME
from games.site.events.puzzles.showing import position_data
from games.site.shared.pages.shortcuts import page, player_of
from games.site.study.analysis.finished_game import FoundGame, find_or_404, read_record
from games.site.study.analysis.game_analysis import is_analysed
from games.site.study.analysis.grades import Grade, grade_limits
from games.site.study.analysis.models import SeatAnalysis

MOST = 10
GOOD = (Grade.BEST, Grade.FINE)


@require_safe
def practice(request: HttpRequest, code: str) -> HttpResponse:
    """Show the costly choices of a seat (`?seat=`, default: the viewer's), the costliest first."""
    found = find_or_404(request, code)
    if not found.is_over or found.is_open or found.game.is_damaged:
        return redirect("game", found.game.code)
    record = read_record(found, gettext(DELETED_NAME))
    viewer = player_of(request)
    mine = [card.seat for card in found.cards if viewer is not None and card.player_id == viewer.pk]
    asked = request.GET.get("seat", "")
    seats = view(record.state).seats
    chosen = next(
        (seat for seat in seats if str(seat.seat) == asked), seats[mine[0] if mine else 0]
    )
    variant = record.state.variant
    puzzles = costly_choices(found, chosen.seat)
    return page(
        request,
        "puzzles/practice.html",
        code=found.game.code,
        variant=variant,
        seats=seats,
        chosen=chosen,
        shown=_shown(variant, puzzles, pending=not is_analysed(found.game)),
    )


def costly_choices(found: FoundGame, seat: int) -> list[dict[str, Any]]:
    """Return a seat's own choices that lost most, as puzzles. Empty before the analysis."""
    row = SeatAnalysis.objects.filter(game=found.game, seat=seat).first()
    if row is None or not is_analysed(found.game):
        return []
    moves = [
        move
        for move in row.data["moves"]
        if move["by"] == "player" and move["counted"] and move["grade"] not in GOOD
    ]
    moves.sort(key=lambda move: -move["loss"])
    return [
        {"code": str(move["seq"]), "played": move["choice"], "lost": move["loss"]}
        | position_data(move["position"])
        for move in moves[:MOST]
    ]


def _shown(variant: Variant, puzzles: list[dict[str, Any]], pending: bool) -> dict[str, Any]:
    return {
        "sheet": msgspec.to_builtins(sheet(variant)),
        "variant": variant.id,
        "theme": "",
        "streak": False,
        "chosen": False,
        "guest": False,
        "record": None,
        "puzzle": puzzles[0] if puzzles else None,
        "practice": {
            "puzzles": puzzles,
            "pending": pending,
            # A choice that loses less is right.
            "right_below": dict(grade_limits(variant.id))[Grade.FINE],
        },
    }
