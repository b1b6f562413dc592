"""The joker rule: another Yahtzee when every Yahtzee box is filled.

The Yahtzee box is the category `yahtzee`. `Variant.joker` is the rule: `forced` (the printed rule),
`free` or `none`; `Variant.yahtzee_bonus` is what each further Yahtzee adds. docs/rules.md explains
them.
"""

from games.core.rules.boxes import Fill
from games.core.rules.dice import Dice, are_alike
from games.core.rules.variant import Variant

YAHTZEE = 50
"""Points in a Yahtzee box for which further Yahtzees earn a bonus."""

Entries = tuple[int | None, ...]
"""Points of each box in the order of `Variant.boxes`; None is open."""


def in_force(variant: Variant, entries: Entries, dice: Dice) -> bool:
    """Whether these dice are a joker, or earn a bonus, on a card with these entries."""
    return (
        are_alike(dice)
        and variant.counts_further_yahtzees
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
    if variant.joker != "forced":
        return candidates
    matching = variant.categories[dice[0] - 1].id
    lower = [fill for fill in candidates if fill.joker]
    return [fill for fill in candidates if fill.box.category == matching] or lower or candidates


def _candidates(variant: Variant, entries: Entries, dice: Dice, roll: int | None) -> list[Fill]:
    """Return a fill for each open box, as a joker where the matching upper box is filled."""
    bonus = variant.yahtzee_bonus if set(yahtzee_entries(variant, entries)) == {YAHTZEE} else 0
    size = len(variant.categories)
    found = []
    for index, fill in enumerate(variant.plain_fills(dice, roll)):
        if entries[index] is not None:
            continue
        column, place = divmod(index, size)
        category = variant.categories[place]
        matching = entries[column * size + dice[0] - 1]
        joker = variant.joker != "none" and category.section == "lower" and matching is not None
        instead = category.joker_score if joker else None
        points = fill.points if instead is None else instead(dice, roll or variant.rolls_per_turn)
        found.append(Fill(fill.box, points, bonus, joker))
    return found
