"""Template tags for the names of games in running text."""

from django import template

from games.core.rules import VARIANTS
from games.platform.language.refusals import listed

register = template.Library()
TRADE_MARK = "Yahtzee"


@register.simple_tag
def game_name(variant: str) -> str:
    return VARIANTS[variant].name


@register.simple_tag
def game_names() -> str:
    """Return the names for the description of a page, which search engines show: without those that
    are a trade mark.
    """
    names = [variant.name for variant in VARIANTS.values()]
    return str(listed([name for name in names if TRADE_MARK not in name]))


@register.simple_tag
def names_trade_mark() -> bool:
    """Whether this site calls a game or a box Yahtzee."""
    boxes = (each.name for variant in VARIANTS.values() for each in variant.categories)
    games = (variant.name for variant in VARIANTS.values())
    return any(TRADE_MARK in name for name in (*games, *boxes))
