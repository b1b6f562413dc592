"""The rules of Yacht, Yahtzee, Triple Yahtzee and Yatzy: dice, variants, points, scorecards.

Uses only the standard library and `games.core.refusal`. All values are immutable; there is no input
or output.

>>> from games.core.rules import Position, Scorecard, find_variant
>>> yahtzee = find_variant("yahtzee", joker="free")
>>> yahtzee.points("full_house", (2, 2, 5, 5, 5))
25
>>> card = Scorecard(yahtzee).fill("yahtzee", [4, 4, 4, 4, 4]).fill("fours", [4, 4, 4, 1, 2])
>>> card.outcome("large_straight", [4, 4, 4, 4, 4])
Fill(box=Box(column=0, category='large_straight'), points=40, bonus=100, joker=True)
>>> card = card.fill("large_straight", [4, 4, 4, 4, 4])
>>> card.total
202
>>> card.options([1, 2, 3, 4, 6])["small_straight"]
30
>>> card.best([1, 2, 3, 4, 6])[0]
(Box(column=0, category='small_straight'), 30)
>>> print(Position(yahtzee, card, (1, 2, 3, 4, 6), rolls=2))
yahtzee:joker=free -,-,-,12,-,-,-,-,-,-,40,50,- 1 12346 2
"""

from games.core.rules.choices import HOUSE_ROLLS
from games.core.rules.errors import (
    IllegalBox,
    InvalidDice,
    InvalidPosition,
    InvalidRules,
    RulesError,
    UnknownCategory,
    UnknownSwitch,
    UnknownVariant,
)
from games.core.rules.house_rules import (
    MOST_BOXES,
    RULES_LENGTH,
    find_rules,
    find_variant,
    is_house_rules,
    is_readable,
    name_of,
    notes_of,
)
from games.core.rules.more_games import KNOWN_AS, MORE_GAMES, NAMED
from games.core.rules.position import Position
from games.core.rules.scorecard import Scorecard
from games.core.rules.scoring import Dice, check_dice
from games.core.rules.variant import (
    Box,
    BoxLike,
    Category,
    Fill,
    Options,
    Switch,
    SwitchChoice,
    Variant,
    base_of,
    configure_names,
)
from games.core.rules.variants import VARIANTS

__all__ = [
    "HOUSE_ROLLS",
    "KNOWN_AS",
    "MORE_GAMES",
    "MOST_BOXES",
    "NAMED",
    "RULES_LENGTH",
    "VARIANTS",
    "Box",
    "BoxLike",
    "Category",
    "Dice",
    "Fill",
    "IllegalBox",
    "InvalidDice",
    "InvalidPosition",
    "InvalidRules",
    "Options",
    "Position",
    "RulesError",
    "Scorecard",
    "Switch",
    "SwitchChoice",
    "UnknownCategory",
    "UnknownSwitch",
    "UnknownVariant",
    "Variant",
    "base_of",
    "check_dice",
    "configure_names",
    "find_rules",
    "find_variant",
    "is_house_rules",
    "is_readable",
    "name_of",
    "notes_of",
]
