"""What perfect play scores, and why skill is known long before results tell."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.analysis.skill import CLASS_LIMITS, MIN_DECISIONS, WINDOW, SkillClass
from games.bots.figures import ladder
from games.rules import VARIANTS, Variant, find_variant
from games.statistics.figures import (
    BoxFigures,
    Figures,
    command,
    figures,
    key_of,
    telling_command,
    telling_games,
)
from games.statistics.sources import SOURCES
from games.views.bot_cards import bot_cards
from games.views.shortcuts import page

USUAL = "yahtzee"


class Row(NamedTuple):
    """A category of the card on the page, with what is told of it in each column."""

    name: str
    columns: list[dict[str, Any]]


@require_safe
def statistics(request: HttpRequest, variant: str = USUAL) -> HttpResponse:
    """Show what perfect play scores in a variant, under one of its rules (`?joker=`)."""
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
        **({} if found is None else _told(chosen, found)),
    )


def _with_joker(variant: Variant, joker: str | None) -> Variant:
    """Return the variant under this rule, its default if none is asked for. Raises Http404."""
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


def _told(variant: Variant, found: Figures) -> dict[str, Any]:
    """Return what the page tells of figures that there are."""
    spread = found.distribution
    return {
        "chart": {
            "first": spread.first,
            "step": spread.step,
            "chances": list(spread.chances),
            "mean": round(found.mean, 1),
        },
        "quantiles": [_share_words(share) | {"score": score} for share, score in found.quantiles],
        "median": dict(found.quantiles)[0.5],
        "at_least": [(score, percent(chance)) for score, chance in found.at_least],
        "rows": _rows(variant, found),
        "upper_bonus": [percent(chance) for chance in found.upper_bonus],
        "command": command(variant),
        "sources": SOURCES.get(key_of(variant), ()),
        "bots": _bots(variant),
    }


def _bots(variant: Variant) -> list[tuple[str, float]]:
    """Return what the house's players score, the best first: by the default rules they play."""
    found = ladder(variant.id) if variant is VARIANTS[variant.id] else None
    if found is None:
        return []
    averages = {card.name: found.figures[card.id].average for card in bot_cards()}
    return sorted(averages.items(), key=lambda each: -each[1])


def _rows(variant: Variant, found: Figures) -> list[Row]:
    return [
        Row(category.name, [_box(box) for box in found.boxes if box.category == category.id])
        for category in variant.categories
    ]


def _box(box: BoxFigures) -> dict[str, Any]:
    return {"mean": box.mean, "sd": box.sd, "zero_percent": percent(box.zero)}


def _share_words(share: float) -> dict[str, str]:
    """Return a quantile's name: "1 in 100 games scores no more"."""
    if share == 0.5:
        return {"name": "median"}
    if share < 0.5:
        return {"name": f"lowest {100 * share:g} %: at most"}
    return {"name": f"highest {100 * (1 - share):.3g} %: more than"}


def percent(chance: float) -> str:
    """Return a chance in percent with as many digits as say something."""
    value = 100 * chance
    if not value:
        return "0"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}" if value >= 0.001 else f"{value:.1g}"


def as_known(games: int) -> str:
    """Return a number of games with the digits that are known: "29,000"."""
    if games > 99:
        games = round(games, 2 - len(str(games)))
    return f"{games:,}"


@require_safe
def skill(request: HttpRequest) -> HttpResponse:
    """Explain the skill index, and why results alone need so many more games."""
    return page(
        request,
        "statistics/skill.html",
        rows=[
            {"row": row, "needed": [as_known(games) for games in row[-3:]]}
            for row in telling_games()
        ],
        command=telling_command(),
        classes=[
            *((name.value, limit) for name, limit in CLASS_LIMITS),
            (SkillClass.BEGINNER.value, None),
        ],
        decisions=MIN_DECISIONS,
        window=WINDOW,
    )
