"""Which game the readers of a language know: `KNOWN_GAMES` in the settings."""

from django.conf import settings

from games.core.rules import VARIANTS, Variant, find_variant

FAVOURITE = "yahtzee"
"""Known in most countries, under many names."""


def known_game(language: str) -> Variant:
    """Return the game that forms for a table begin with. `language`: a tag such as "sv" or "pt-BR",
    also of a language that the site does not speak, or "".
    """
    games: dict[str, str] = settings.KNOWN_GAMES
    tag = language.lower()
    return find_variant(games.get(tag) or games.get(tag.partition("-")[0]) or FAVOURITE)


def known_official_game(language: str) -> Variant:
    """Return the official game that comes first where no other can be played: it has bots,
    lessons, leaderboards and a daily.
    """
    return VARIANTS.get(known_game(language).id) or VARIANTS[FAVOURITE]
