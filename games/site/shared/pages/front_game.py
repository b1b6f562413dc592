"""Which game comes first: the one that people of a visitor's language play."""

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant

FAVOURITE = "yahtzee"
"""Known in most countries, in Germany under another name."""
FAVOURITES = dict.fromkeys(("da", "fi", "is", "nb", "nn", "no", "sv"), "yatzy")
"""By language, where it is another one than `FAVOURITE`."""
LONG_MINUTES = 20
"""A game of two that takes longer is none for a first visit."""


class Offer(NamedTuple):
    """All games, in the order in which they are offered. `more`: those behind "More games".
    `kept`: the rules that the visitor keeps, with their names.
    """

    first: list[Variant]
    more: list[Variant]
    kept: list[tuple[str, Variant]]


def front_game(request: HttpRequest) -> Variant:
    return VARIANTS[FAVOURITES.get(_language_of(request), FAVOURITE)]


def front_first(request: HttpRequest, ids: Iterable[str] = VARIANTS) -> list[Variant]:
    """Return official games in the order of a page's links, the visitor's first. `ids`: those that
    the page has. Its first one is what the page opens on.
    """
    front = front_game(request)
    return sorted((VARIANTS[id_] for id_ in ids), key=lambda variant: variant is not front)


def offered_games(
    request: HttpRequest, kept: list[tuple[str, Variant]] | None = None, official: bool = False
) -> Offer:
    """Return all games, the visitor's first and long ones apart. `kept`: see `Offer`. `official`:
    only games that can be rated.
    """
    games = front_first(request)
    first = [game for game in games if not _is_long(game)]
    more = [game for game in games if _is_long(game)]
    if not official:
        more += [*MORE_GAMES.values(), *map(find_variant, NAMED)]
    return Offer(first, more, kept or [])


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
