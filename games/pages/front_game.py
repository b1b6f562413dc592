"""Which game comes first: the one that people of a visitor's language play."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from games.rules import VARIANTS, Variant

FAVOURITE = "yahtzee"
"""Known in most countries, in Germany under another name."""
FAVOURITES = dict.fromkeys(("da", "fi", "is", "nb", "nn", "no", "sv"), "yatzy")
"""By language, where it is another one than `FAVOURITE`."""
LONG_MINUTES = 20
"""A game of two that takes longer is none for a first visit."""


class Offer(NamedTuple):
    """All games, in the order in which they are offered. `more`: those behind "More games"."""

    first: list[Variant]
    more: list[Variant]


def front_game(request: HttpRequest) -> Variant:
    """Return the game to show first to this visitor."""
    return VARIANTS[FAVOURITES.get(_language_of(request), FAVOURITE)]


def offered_games(request: HttpRequest) -> Offer:
    """Return all games, the visitor's first and long ones apart."""
    front = front_game(request)
    games = sorted(VARIANTS.values(), key=lambda variant: variant is not front)
    return Offer([game for game in games if not _is_long(game)], list(filter(_is_long, games)))


def _is_long(variant: Variant) -> bool:
    return variant.minutes is not None and variant.minutes > LONG_MINUTES


def _language_of(request: HttpRequest) -> str:
    """Return the language that the visitor has chosen, else the first one that the browser asks
    for, without its region. The site need not speak it.
    """
    header = request.headers.get("Accept-Language", "")
    wanted = [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [tag for tag, _ in parse_accept_lang_header(header)]
    return next((tag.partition("-")[0].lower() for tag in wanted if tag), "")
