"""Pools of results: each variant has one for own dice, and one for the same dice for everybody.

Ratings, records, tallies and leaderboards are separate for each pool, because with the same dice
luck decides less, and the same strength wins more often. A pool's id is the `pool` of `Rating`,
`Tally` and counted scorecards. For own dice it is the id of the variant.
"""

from django.utils.translation import gettext

from games.core.rules import VARIANTS, Variant, name_of

_SAME = ":same"
HOUSE = "house"
"""The pool of all games that are none of the official ones. No board shows it."""


def pool_of(variant: str, dice: str) -> str:
    """Return the id of the pool of games of a variant. `dice`: "own" or "same"."""
    pool = variant if variant in VARIANTS else HOUSE
    return f"{pool}{_SAME}" if dice == "same" else pool


POOLS: dict[str, Variant] = {
    pool_of(id_, dice): variant for dice in ("own", "same") for id_, variant in VARIANTS.items()
}
"""The variant of each pool."""
SAME_DICE_POOLS = tuple(pool for pool in POOLS if pool.endswith(_SAME))


def dice_of_pool(pool: str) -> str:
    """Return "own" or "same"."""
    return "same" if pool.endswith(_SAME) else "own"


def variant_of_pool(pool: str) -> str:
    """Return the id of the variant of a pool, or HOUSE."""
    return pool.removesuffix(_SAME)


def pool_name(pool: str) -> str:
    """Return the name of a pool as players see it, in the active language."""
    return _name(POOLS[pool].name, dice_of_pool(pool))


def game_name(variant: str, dice: str) -> str:
    """Return the name of a game as players see it, in the active language."""
    return _name(name_of(variant), dice)


def _name(name: str, dice: str) -> str:
    if dice == "own":
        return name
    return gettext("%(variant)s, same dice") % {"variant": name}
