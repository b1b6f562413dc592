"""Foresight in the admin."""

import math
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.platform.admin.checked import ReadOnly
from games.site.study.foresight.counting import VERSION
from games.site.study.foresight.evidence import LOOK_AT, STRONG_AT, standard_score
from games.site.study.foresight.models import Foresight

MAX_SHOWN_ODDS = 9
"""Odds beyond 1 in 10**9 are not told apart."""


@admin.register(Foresight)
class ForesightAdmin(ReadOnly):
    """Players whose choices fitted coming dice more than chance explains. Only staff see them."""

    list_display = (
        "player",
        "index",
        "a_game",
        "given_up",
        "games",
        "choices",
        "by_chance",
        "peak_by_chance",
        "strong",
    )
    search_fields = ("player__name",)
    list_select_related = ("player",)
    ordering = ("-peak", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Foresight]:
        """Return only the players above the threshold, without the person who looks. The others are
        nobody's business.
        """
        strange = super().get_queryset(request).filter(peak__gte=LOOK_AT, version=VERSION)
        return strange.exclude(player=request.user.pk)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        words = {"title": FORESIGHT_TITLE, "subtitle": FORESIGHT_NOTE}
        return super().changelist_view(request, words | (extra_context or {}))

    @admin.display(description="foresight index", ordering="score")
    def index(self, row: Foresight) -> str:
        """The index: standard deviations from what honest players have on average."""
        return f"{standard_score(row.score, row.choices):+.1f}"

    @admin.display(description="surplus a game")
    def a_game(self, row: Foresight) -> str:
        """The mean surplus in points, and its standard error."""
        return f"{row.surplus / row.games:+.1f} ± {math.sqrt(row.variance) / row.games:.1f}"

    @admin.display(description="given up a game")
    def given_up(self, row: Foresight) -> str:
        return f"{row.loss / row.games:.1f}"

    @admin.display(description="now, by chance", ordering="evidence")
    def by_chance(self, row: Foresight) -> str:
        """The largest possible share of honest players with so much evidence at a given time."""
        return _one_in(row.evidence)

    @admin.display(description="ever, by chance", ordering="peak")
    def peak_by_chance(self, row: Foresight) -> str:
        """The largest possible share of honest players who ever reach so much evidence."""
        return _one_in(row.peak)

    @admin.display(boolean=True, ordering="peak")
    def strong(self, row: Foresight) -> bool:
        """Whether at most one honest player in a million ever reaches so much evidence."""
        return row.peak >= STRONG_AT


FORESIGHT_TITLE = "Players whose choices fitted coming dice"
FORESIGHT_NOTE = (
    "A reason to look at their games, never an accusation: among very many players, chance alone "
    "puts some here."
)


def _one_in(evidence: float) -> str:
    """Return the odds that evidence stands for, such as "1 in 10,000"."""
    if evidence >= MAX_SHOWN_ODDS:
        return f"under 1 in {10**MAX_SHOWN_ODDS:,}"
    return f"1 in {10 ** max(evidence, 0.0):,.0f}"
