"""The template tag for a row of dice, drawn with the sprite of the page."""

from collections.abc import Sequence

from django import template

register = template.Library()


@register.inclusion_tag("shared/dice.html")
def dice(faces: Sequence[int], counts: Sequence[bool] | None = None) -> dict[str, object]:
    """Draw dice. Dice that do not count, according to `counts`, are faint."""
    return {"dice": list(zip(faces, counts or (True,) * len(faces), strict=True))}
