"""The joker rule: another Yahtzee when every Yahtzee box is filled.

The Yahtzee box is the category `yahtzee`. The variant's switch `joker` chooses the rule: `forced`
(the printed rule of Yahtzee), `free` or `none`. docs/rules.md explains all three.
"""

from games.rules.boxes import Fill
from games.rules.dice import Dice, are_alike
from games.rules.variant import Variant

BONUS = 100
YAHTZEE = 50

# A Yahtzee scores as usual in the other lower boxes.
JOKER_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40}

Entries = tuple[int | None, ...]
"""Points of each box in the order of `Variant.boxes`; None is open."""


def in_force(variant: Variant, entries: Entries, dice: Dice) -> bool:
    """Whether these dice fall under the joker rule on a card with these entries."""
    return (
        are_alike(dice)
        and variant.switches.get("joker", "none") != "none"
        and None not in yahtzee_entries(variant, entries)
    )


def yahtzee_entries(variant: Variant, entries: Entries) -> list[int | None]:
    """Points of the Yahtzee box of each column."""
    return [
        entry
        for box, entry in zip(variant.boxes, entries, strict=True)
        if box.category == "yahtzee"
    ]


def fills(variant: Variant, entries: Entries, dice: Dice, roll: int | None = None) -> list[Fill]:
    """Return the fills allowed for dice that fall under the joker rule, in card order."""
    candidates = _candidates(variant, entries, dice, roll)
    if variant.switches["joker"] == "free":
        return candidates
    matching = variant.categories[dice[0] - 1].id
    lower = [fill for fill in candidates if fill.joker]
    return [fill for fill in candidates if fill.box.category == matching] or lower or candidates


def _candidates(variant: Variant, entries: Entries, dice: Dice, roll: int | None) -> list[Fill]:
    """Return a fill for each open box, as a joker where the matching upper box is filled."""
    bonus = BONUS if set(yahtzee_entries(variant, entries)) == {YAHTZEE} else 0
    size = len(variant.categories)
    found = []
    for index, fill in enumerate(variant.plain_fills(dice, roll)):
        if entries[index] is not None:
            continue
        column, place = divmod(index, size)
        is_lower = variant.categories[place].section == "lower"
        joker = is_lower and entries[column * size + dice[0] - 1] is not None
        points = JOKER_POINTS.get(fill.box.category, fill.points) if joker else fill.points
        found.append(Fill(fill.box, points, bonus, joker))
    return found
