"""The template tag for the puzzle of the day: its dice and its question, to tap."""

from typing import Any

from django import template

from games.core.rules import Position
from games.platform.clock import utc_now
from games.site.events.puzzles.choosing import todays_puzzle

register = template.Library()


@register.inclusion_tag("puzzles/of_the_day.html", takes_context=True)
def puzzle_of_the_day(context: dict[str, Any]) -> dict[str, Any]:
    """Draw the puzzle of the day; on a site without puzzles, nothing."""
    found = todays_puzzle(utc_now())
    if found is None:
        return {}
    position = Position.parse(found.position)
    return {
        "variant": position.variant,
        "dice": position.dice,
        "rolls_left": position.rolls_left,
        "request": context.get("request"),
    }
