"""The rules of a game as data, for the scorecard in the browser. Pure.

static/js/real_dice/rules.js applies them. The points of every roll come from the same functions as
those of games on the site, so that there is nothing to keep in step.
"""

from typing import Any

import msgspec

from games.core.engine import sheet
from games.core.rules import Variant
from games.core.rules.point_lists import points_of_jokers, points_of_rolls


def rule_data(variant: Variant) -> dict[str, Any]:
    """Return rules as JSON values.

    `points[n]` has a list for each category: the points of each different roll
    (`Variant.all_rolls`) at the number of the roll for which `tables` names n. `jokers[n]` has the
    points of a joker of each face, or null. `needs`: the box that must hold points before another
    one scores any.
    """
    both = list(zip(points_of_rolls(variant), points_of_jokers(variant), strict=True))
    different = [each for at, each in enumerate(both) if each not in both[:at]]
    return {
        "id": variant.id,
        "name": variant.name,
        "switches": dict(variant.switches),
        "version": variant.version,
        "sheet": msgspec.to_builtins(sheet(variant)),
        "par": variant.par,
        "order": variant.order,
        "joker": variant.joker,
        "yahtzee_bonus": variant.yahtzee_bonus,
        "needs": {each.id: each.needs for each in variant.categories if each.needs},
        "saves_rolls": variant.saves_rolls,
        "served_win": variant.served_win,
        "tables": [different.index(each) for each in both],
        "points": [points for points, _ in different],
        "jokers": [joker for _, joker in different],
    }
