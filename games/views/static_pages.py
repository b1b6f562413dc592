"""Pages that only tell something: help, rules, how the dice are proven, robots.txt."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.accounts.leavers import FIRST_PAUSE
from games.live import AWAY_S
from games.ratings import MIN_TURNS
from games.rules import VARIANTS, Variant
from games.views.shortcuts import page

# The highest card that can be, without bonus Yahtzees (docs/rules.md).
HIGHEST = {"yacht": 297, "yahtzee": 375, "triple_yahtzee": 2250, "yatzy": 374}
ROBOTS = "User-agent: *\nDisallow: /r/\nDisallow: /g/\nDisallow: /account/\nDisallow: /admin/\n"


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of all variants, from the same data that the games are played with."""
    return page(request, "help/rules.html", variants=[_told(v) for v in VARIANTS.values()])


def _told(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "name": variant.name,
        "upper": [c for c in variant.categories if c.section == "upper"],
        "lower": [c for c in variant.categories if c.section == "lower"],
        "rounds": variant.rounds,
        "columns": variant.columns if len(variant.columns) > 1 else (),
        "bonus": variant.upper_bonus,
        "switches": list(variant.switch_choices.values()),
        "highest": HIGHEST.get(variant.id),
    }


@require_safe
def help_(request: HttpRequest) -> HttpResponse:
    """Tell how to play in a minute, the keys, and what happens to who is away or leaves."""
    return page(
        request,
        "help/help.html",
        away_seconds=round(AWAY_S),
        min_turns=MIN_TURNS,
        first_pause=FIRST_PAUSE // timedelta(minutes=1),
    )


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Explain how anybody can check that nobody chose the dice."""
    return page(request, "help/fair.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Ask search engines to leave rooms, games and accounts alone."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
