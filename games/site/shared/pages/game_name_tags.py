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
    return str(listed([variant.name for variant in VARIANTS.values()]))


@register.simple_tag
def names_trade_mark() -> bool:
    """Whether this site calls a game or a box Yahtzee."""
    boxes = (each.name for variant in VARIANTS.values() for each in variant.categories)
    return any(TRADE_MARK in name for name in (game_names(), *boxes))
