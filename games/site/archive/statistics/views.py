"""The page "How good am I?": ratings, accuracy, what perfect play scores, how soon skill shows."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver.score_figures import BoxFigures, Figures, figures, sample_sizes
from games.platform.language import in_percent
from games.record.ratings.model import MAX_A_DAY, MU
from games.site.archive.profiles.player_profile import Record, records_of
from games.site.archive.statistics.bot_views import main_bots
from games.site.shared.pages.front_game import front_first
from games.site.shared.pages.shortcuts import page, player_of
from games.site.study.analysis.grades import accuracy
from games.site.study.analysis.skill import WINDOW


class FigureRow(NamedTuple):
    """A category and its figures in each column."""

    name: str
    columns: list[dict[str, Any]]


@require_safe
def strength(request: HttpRequest, variant: str | None = None) -> HttpResponse:
    """Show how good the player is in a variant, with one of its joker rules (`?joker=`).

    Default: the variant that they have played most, else the visitor's first game.
    """
    player = player_of(request)
    records = [] if player is None else records_of(player)
    games = front_first(request)
    played = next((record.variant.id for record in records), games[0].id)
    asked = VARIANTS.get(variant or played)
    if asked is None:
        raise Http404("There is no such variant.")
    chosen = _with_joker(asked, request.GET.get("joker"))
    found = figures(chosen)
    return page(
        request,
        "statistics/strength.html",
        variant=chosen,
        variants=games,
        mine=_record_in(asked, records),
        bots=main_bots(asked.id),
        first=round(MU),
        most_a_day=MAX_A_DAY,
        window=WINDOW,
        jokers=_jokers(chosen),
        found=found,
        slips=_slips(),
        **({} if found is None else _figures_context(chosen, found)),
    )


@require_safe
def old_page(request: HttpRequest, part: str, variant: str | None = None) -> HttpResponse:
    """Lead from the address of a page that is now a part of this one."""
    path = reverse("strength") if variant is None else reverse("strength-of", args=[variant])
    query = request.META.get("QUERY_STRING", "")
    address = f"{path}{'?' if query else ''}{query}#{part}"
    return redirect(address, permanent=True, preserve_request=True)


def _record_in(variant: Variant, records: list[Record]) -> Record | None:
    """Return the player's record in a variant, that with own dice first, or None."""
    return min(
        (record for record in records if record.variant is variant),
        key=lambda record: record.pool,
        default=None,
    )


def _with_joker(variant: Variant, joker: str | None) -> Variant:
    """Return the variant with this joker rule, or with its default. Raises Http404."""
    if not joker:
        return variant
    switch = variant.switch_choices.get("joker")
    if switch is None or joker not in switch.values:
        raise Http404("There is no such rule.")
    return find_variant(variant.id, joker=joker)


def _jokers(variant: Variant) -> list[dict[str, Any]]:
    switch = variant.switch_choices.get("joker")
    if switch is None:
        return []
    here = variant.switches["joker"]
    return [{"choice": choice, "here": choice.value == here} for choice in switch.choices]


def _slips() -> list[dict[str, Any]]:
    """Return a row for each simulated player of Yahtzee who sometimes chooses wrong."""
    return [
        {
            "accuracy": accuracy(row.loss_a_choice, "yahtzee"),
            "loss": row.loss,
            "wins": 100 * row.wins,
            "needed": [
                round_games(games) for games in (row.by_results, row.by_scores, row.by_losses)
            ],
        }
        for row in sample_sizes()
    ]


def _figures_context(variant: Variant, found: Figures) -> dict[str, Any]:
    spread = found.distribution
    return {
        "chart": {
            "first": spread.first,
            "step": spread.step,
            "chances": list(spread.chances),
            "mean": round(found.mean, 1),
        },
        "quantiles": [(_quantile_name(share), score) for share, score in found.quantiles],
        "tenths": [dict(found.quantiles)[share] for share in (0.1, 0.9)],
        "at_least": [(score, percent(chance)) for score, chance in found.at_least],
        "rows": _rows(variant, found),
        "upper_bonus": [in_percent(100 * chance, 1) for chance in found.upper_bonus],
    }


def _rows(variant: Variant, found: Figures) -> list[FigureRow]:
    return [
        FigureRow(category.name, [_box(box) for box in found.boxes if box.category == category.id])
        for category in variant.categories
    ]


def _box(box: BoxFigures) -> dict[str, Any]:
    return {"mean": box.mean, "zero_percent": percent(box.zero)}


def _quantile_name(share: float) -> str:
    """Return the name of a quantile, such as "lowest 1%: at most"."""
    if share <= 0.5:
        return gettext("lowest %(percent)s: at most") % {"percent": in_percent(f"{100 * share:g}")}
    return gettext("highest %(percent)s: more than") % {
        "percent": in_percent(f"{100 * (1 - share):.3g}")
    }


def percent(chance: float) -> str:
    """Return a chance in percent with a sensible number of digits."""
    value = 100 * chance
    if not value:
        return "0"
    if value >= 1:
        return number_format(f"{value:.1f}")
    return _significant(value, 2 if value >= 0.001 else 1)


def _significant(value: float, digits: int) -> str:
    """Return a number with so many significant digits, written by locale."""
    return number_format(f"{value:.{digits}g}")


def round_games(games: int) -> str:
    """Return a number of games with two significant digits: "29,000"."""
    if games > 99:
        games = round(games, 2 - len(str(games)))
    return number_format(games, force_grouping=True)
