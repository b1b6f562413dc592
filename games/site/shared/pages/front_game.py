"""Which game comes first: the one that people of a visitor's language play."""

from collections.abc import Iterable
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, Variant, find_variant
from games.platform.language.addresses import language_of_address
from games.platform.language.known_games import known_game, known_official_game
from games.platform.site_settings.current import site_language

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
    """Return the official game that comes first on pages about one game."""
    return known_official_game(_language_of(request))


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
        known = known_game(_language_of(request))
        others = [*MORE_GAMES.values(), *map(find_variant, NAMED)]
        first = [known, *(game for game in first if game is not known)]
        more += [game for game in others if game.id != known.id]
    return Offer(first, more, kept or [])


def _is_long(variant: Variant) -> bool:
    return variant.minutes is not None and variant.minutes > LONG_MINUTES


def _language_of(request: HttpRequest) -> str:
    """Return the language of the page's address, else the one that the visitor has chosen, that of
    the site, or the first one that the browser asks for. The site need not speak it.
    """
    header = request.headers.get("Accept-Language", "")
    wanted = [language_of_address(request), request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)]
    wanted += [site_language(), *(tag for tag, _ in parse_accept_lang_header(header))]
    return next(filter(None, wanted), "")
