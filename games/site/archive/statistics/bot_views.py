"""The bots page: who they are, how strong, and how often they beat each other."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.core.bots import PERSONALITIES
from games.core.bots.figures import Figures, Ladder, ladder
from games.core.rules import VARIANTS
from games.people.accounts.bot_accounts import BotCard, bot_cards
from games.site.shared.pages.front_game import front_first
from games.site.shared.pages.shortcuts import page


class Rung(NamedTuple):
    """A bot on the ladder. `row` has its win rates, in the order of the ladder."""

    bot: BotCard
    figures: Figures
    row: list["WinRateCell"]


class WinRateCell(NamedTuple):
    """The win rate of the row's bot against another, in percent; None against itself."""

    other: str
    percent: float | None
    shade: str


@require_safe
def bots(request: HttpRequest, variant: str | None = None) -> HttpResponse:
    games = front_first(request)
    chosen = VARIANTS.get(variant or games[0].id)
    found = None if chosen is None else ladder(chosen.id)
    if chosen is None or found is None:
        raise Http404("There are no bots for this variant.")
    return page(
        request,
        "statistics/bots.html",
        variant=chosen,
        variants=games,
        groups=[[rung for rung in rungs(found) if is_main(rung) is main] for main in (True, False)],
        rungs=rungs(found),
    )


def rungs(found: Ladder) -> list[Rung]:
    """Return the bots, weakest first."""
    cards = [card for card in bot_cards() if card.id in found.figures]
    cards.sort(key=lambda card: found.figures[card.id].average)
    return [
        Rung(
            card,
            found.figures[card.id],
            [_cell(other, found.ahead[card.id].get(other.id)) for other in cards],
        )
        for card in cards
    ]


def is_main(rung: Rung) -> bool:
    """Whether the bot differs from the others by strength alone, not by style."""
    return not PERSONALITIES[rung.bot.id].has_utility


def main_bots(variant: str) -> list[Rung]:
    """Return the bots of a variant that differ by strength alone, weakest first."""
    found = ladder(variant)
    return [] if found is None else [rung for rung in rungs(found) if is_main(rung)]


def _cell(other: BotCard, ahead: float | None) -> WinRateCell:
    if ahead is None:
        return WinRateCell(other.name, None, "self")
    # Luck keeps most win rates within 20 percentage points of 50 %.
    step = min(4, round(abs(ahead - 0.5) * 20))
    return WinRateCell(other.name, 100 * ahead, f"{'up' if ahead >= 0.5 else 'down'}-{step}")
