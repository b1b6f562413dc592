"""The personalities of the bots, as data. `choice` has the code that chooses for them."""

from typing import NamedTuple


class Personality(NamedTuple):
    """One bot.

    `loss_share` is the share of perfect play's average score that it loses by mistakes;
    `script/make ladder` sets its temperature in each variant accordingly. The others make no
    mistakes, but some maximise a utility (see `utility`). `upper_weight`: the points added for each
    point of an upper box above par, and subtracted for each point below. `risk`: the exponent per
    point; above 0 the bot seeks risk, below 0 it avoids it. `plays_to_win`: in its last boxes it
    maximises its chance to win instead of points, unless everybody has the same dice.
    """

    id: str
    name: str
    title: str
    line: str
    loss_share: float = 0.0
    upper_weight: float = 0.0
    risk: float = 0.0
    plays_to_win: bool = False

    @property
    def makes_mistakes(self) -> bool:
        """Whether it samples from its choices instead of taking the best."""
        return self.loss_share > 0

    @property
    def has_utility(self) -> bool:
        """Whether it maximises a utility other than points."""
        return self.upper_weight != 0 or self.risk != 0


_ALL = (
    Personality(
        "polaris",
        "Polaris",
        "Perfect",
        "Knows the value of every choice and always takes the best.",
        plays_to_win=True,
    ),
    Personality(
        "skipper",
        "Skipper",
        "Expert",
        "Forty years at sea. Rarely slips, and never by much.",
        loss_share=0.02,
    ),
    Personality(
        "gull",
        "Gull",
        "Bonus hunter",
        "Collects fives and sixes for the upper bonus.",
        upper_weight=2.0,
    ),
    Personality(
        "anchor",
        "Anchor",
        "Cautious",
        "Prefers fifteen safe points to a risky fifty.",
        risk=-0.12,
    ),
    Personality(
        "marlin",
        "Marlin",
        "Gambler",
        "Always wants one more roll, and dreams of five of a kind.",
        risk=0.05,
    ),
    Personality(
        "breeze",
        "Breeze",
        "Club player",
        "Plays for fun, and quite well. Makes a mistake now and then.",
        loss_share=0.07,
    ),
    Personality(
        "pip",
        "Pip",
        "Beginner",
        "First week on board. Happy with any pair.",
        loss_share=0.18,
    ),
)

PERSONALITIES: dict[str, Personality] = {each.id: each for each in _ALL}
"""The bots by id, in the order in which they are shown."""

DEFAULT = "breeze"
"""The bot that plays when none is named."""
STAND_IN = "skipper"
"""The bot that plays for a player who has left."""


def find_personality(id_: str) -> Personality:
    """Return the personality with this id, the default if it no longer exists."""
    return PERSONALITIES.get(id_, PERSONALITIES[DEFAULT])
