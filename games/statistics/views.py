"""Statistics of perfect play, and the page that explains the skill index."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.accounts.bot_cards import bot_cards
from games.analysis.skill import CLASS_LIMITS, MIN_DECISIONS, WINDOW, SkillClass
from games.bots.figures import ladder
from games.bots.personalities import PERSONALITIES
from games.language import in_percent
from games.pages.shortcuts import page
from games.rules import VARIANTS, Variant, find_variant
from games.statistics.figures import (
    BoxFigures,
    Figures,
    command,
    figures,
    key_of,
    orders,
    orders_command,
    sample_size_command,
    sample_sizes,
)
from games.statistics.sources import SOURCES

DEFAULT_VARIANT = "yahtzee"


class FigureRow(NamedTuple):
    """A category and its figures in each column."""

    name: str
    columns: list[dict[str, Any]]


@require_safe
def statistics(request: HttpRequest, variant: str = DEFAULT_VARIANT) -> HttpResponse:
    """Show the scores under perfect play of a variant, with one of its joker rules (`?joker=`)."""
    if variant not in VARIANTS:
        raise Http404("There is no such variant.")
    chosen = _with_joker(VARIANTS[variant], request.GET.get("joker"))
    found = figures(chosen)
    return page(
        request,
        "statistics/statistics.html",
        variant=chosen,
        variants=VARIANTS.values(),
        jokers=_jokers(chosen),
        found=found,
        **({} if found is None else _figures_context(chosen, found)),
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


def _figures_context(variant: Variant, found: Figures) -> dict[str, Any]:
    """Return the template context for the figures of a variant."""
    spread = found.distribution
    return {
        "chart": {
            "first": spread.first,
            "step": spread.step,
            "chances": list(spread.chances),
            "mean": round(found.mean, 1),
        },
        "quantiles": [_quantile_name(share) | {"score": score} for share, score in found.quantiles],
        "median": dict(found.quantiles)[0.5],
        "at_least": [(score, percent(chance)) for score, chance in found.at_least],
        "rows": _rows(variant, found),
        "upper_bonus": [in_percent(100 * chance, 1) for chance in found.upper_bonus],
        "command": command(variant),
        "sources": [
            source._replace(score=number_format(source.score))
            for source in SOURCES.get(key_of(variant), ())
        ],
        "bots": _bots(variant),
    }


def _bots(variant: Variant) -> list[tuple[str, float]]:
    """Return the bots' averages, best first. They are measured with the default rules only."""
    found = ladder(variant.id) if variant is VARIANTS[variant.id] else None
    if found is None:
        return []
    averages = {card.name: found.figures[card.id].average for card in bot_cards()}
    return sorted(averages.items(), key=lambda each: -each[1])


def _rows(variant: Variant, found: Figures) -> list[FigureRow]:
    return [
        FigureRow(category.name, [_box(box) for box in found.boxes if box.category == category.id])
        for category in variant.categories
    ]


def _box(box: BoxFigures) -> dict[str, Any]:
    return {"mean": box.mean, "sd": box.sd, "zero_percent": percent(box.zero)}


def _quantile_name(share: float) -> dict[str, str]:
    """Return the name of a quantile, such as {"name": "lowest 1 %: at most"}."""
    if share == 0.5:
        return {"name": gettext("median")}
    if share < 0.5:
        return {
            "name": gettext("lowest %(percent)s: at most")
            % {"percent": in_percent(f"{100 * share:g}")}
        }
    return {
        "name": gettext("highest %(percent)s: more than")
        % {"percent": in_percent(f"{100 * (1 - share):.3g}")}
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


@require_safe
def skill(request: HttpRequest) -> HttpResponse:
    """Explain the skill index, and why results alone need far more games."""
    return page(
        request,
        "statistics/skill.html",
        rows=[
            {"row": row, "needed": [round_games(games) for games in row[-3:]]}
            for row in sample_sizes()
        ],
        command=sample_size_command(),
        orders=[
            {
                "better": PERSONALITIES[row.better].name,
                "worse": PERSONALITIES[row.worse].name,
                "difference": row.difference,
                "needed": [round_games(games) for games in (row.own, row.same, row.skill)],
            }
            for row in orders()
        ],
        orders_command=orders_command(),
        classes=[
            *((name.value, limit) for name, limit in CLASS_LIMITS),
            (SkillClass.BEGINNER.value, None),
        ],
        decisions=MIN_DECISIONS,
        window=WINDOW,
    )
