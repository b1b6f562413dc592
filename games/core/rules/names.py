"""The names that a site gives to games in place of their usual ones, for example to avoid trade
marks.
"""

from collections.abc import Mapping

_chosen: dict[str, str] = {}


def configure_names(names: Mapping[str, str]) -> None:
    """Set the names of this process, by the id of the game, or that of a box with "-box" after it.
    House rules follow their base.
    """
    _chosen.clear()
    _chosen.update(names)


def chosen_name(variant_id: str) -> str | None:
    """Return the name that the site gives to a game, house rules or a box, or None."""
    if variant_id in _chosen:
        return _chosen[variant_id]
    base = base_of(variant_id)
    return f"{_chosen[base]}+" if base != variant_id and base in _chosen else None


def base_of(variant_id: str) -> str:
    """Return the id of the game on which house rules are based; of a game, its own."""
    return variant_id.partition("+")[0]
