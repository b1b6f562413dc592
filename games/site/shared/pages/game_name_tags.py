"""Template tags for the names of games in running text."""

from django import template

from games.core.rules import VARIANTS

register = template.Library()
TRADE_MARK = "Yahtzee"


@register.simple_tag
def game_name(variant: str) -> str:
    return VARIANTS[variant].name


@register.simple_tag
def names_trade_mark() -> bool:
    """Whether this site calls a game or a box Yahtzee."""
    games = (variant.name for variant in VARIANTS.values())
    boxes = (each.name for variant in VARIANTS.values() for each in variant.categories)
    return any(TRADE_MARK in name for name in (*games, *boxes))
