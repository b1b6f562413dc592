"""What is known of the choices of a finished game while others may still play its dice: the ledger
of the dice that were rolled. It needs no secret, and tells nothing of dice that nobody has rolled.
"""

from typing import Any

from django.core.cache import cache

from games.core.rules import find_variant
from games.core.solver import is_exact, is_supported
from games.record.log.models import Game
from games.record.log.verifying import Unreadable, read_log
from games.record.solving.requests import is_ready
from games.site.study.analysis.game_analysis import VERSION
from games.site.study.analysis.ledger import Unanalysable, read_ledgers
from games.site.study.analysis.summary import seat_data

KEPT_S = 86_400

Seats = list[dict[str, Any]]


def seen_choices(game: Game) -> Seats | None:
    """Return the analysis of each seat of a finished game as JSON values, without perfect play.
    Empty if it cannot be analysed; None while the table of its rules is not computed.

    The first call loads the solver, which takes a second, and a game some tenths; then it is kept.
    """
    if game.status != Game.Status.FINISHED or game.is_damaged:
        return []
    variant = find_variant(game.variant, **game.switches)
    if not is_supported(variant):
        return []
    if is_exact(variant) and not is_ready(variant):
        return None
    key = f"seen-choices-{VERSION}-{game.code}"
    found: Seats | None = cache.get(key)
    if found is None:
        found = _analyse(game, is_exact(variant))
        cache.set(key, found, KEPT_S)
    return found


def _analyse(game: Game, exact: bool) -> Seats:
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    try:
        log = [logged.event for logged in read_log(game.pk)]
        ledgers = read_ledgers(log, solver.options, exact)
    except (Unreadable, Unanalysable):
        return []
    return [
        seat_data(ledger, None, [other for other in ledgers if other is not ledger], hints=0)
        for ledger in ledgers
    ]


def losses_of(game_id: int) -> float | None:
    """Return the points that the choices of the player of a finished game for one gave up; None if
    that is not known, or not yet. It needs no secret.
    """
    seats = seen_choices(Game.objects.get(pk=game_id))
    return float(seats[0]["loss"]) if seats else None
