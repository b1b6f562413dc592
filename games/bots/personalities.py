"""Who the house's players are. Data only; how they choose from it is in `choosing`."""

from typing import NamedTuple


class Personality(NamedTuple):
    """One of the house's players.

    `share` is how much of perfect play's average it gives away by slips: its temperature in each
    variant is set so that it does (`manage.py bot_ladder`). The others bend what they play for,
    without slips: `bonus` adds so many points for each point that an upper box lies above three of
    its face (and takes as many away below), `nerve` is the exponent, a point, of the utility whose
    mean they maximise within a turn: above 0 they gamble, below 0 they hate to. `to_win`: in its
    last boxes it plays for its chance to win, against what the others may still reach.
    """

    id: str
    name: str
    title: str
    line: str
    share: float = 0.0
    bonus: float = 0.0
    nerve: float = 0.0
    to_win: bool = False

    @property
    def slips(self) -> bool:
        """Whether it draws lots between choices, the better ones more often."""
        return self.share > 0

    @property
    def bends(self) -> bool:
        """Whether it plays for something else than points."""
        return self.bonus != 0 or self.nerve != 0


_ALL = (
    Personality(
        "polaris",
        "Polaris",
        "Perfect",
        "Knows what every choice is worth, and always takes the best one.",
        to_win=True,
    ),
    Personality(
        "skipper",
        "Skipper",
        "Expert",
        "Forty years at sea. Slips now and then, and never by much.",
        share=0.02,
    ),
    Personality(
        "gull",
        "Gull",
        "Bonus hunter",
        "Picks up every five and six for the upper boxes, and leaves the rest to others.",
        bonus=2.0,
    ),
    Personality(
        "anchor",
        "Anchor",
        "Cautious",
        "Would rather have fifteen points for sure than fifty perhaps.",
        nerve=-0.12,
    ),
    Personality(
        "marlin",
        "Marlin",
        "Gambler",
        "Would sooner roll again than settle, and lives for five alike.",
        nerve=0.05,
    ),
    Personality(
        "breeze",
        "Breeze",
        "Club player",
        "Plays for fun, and well enough. Takes a wrong turn now and then.",
        share=0.07,
    ),
    Personality(
        "pip",
        "Pip",
        "Beginner",
        "First week on board, and happy with every pair.",
        share=0.18,
    ),
)

PERSONALITIES: dict[str, Personality] = {each.id: each for each in _ALL}
"""The house's players by id, in the order in which they are shown."""

DEFAULT = "breeze"
"""Who plays if nobody in particular was asked for."""
STAND_IN = "skipper"
"""Who plays for somebody who has left."""


def find_personality(id_: str) -> Personality:
    """Return the personality of this id; for one that no version has any more, the default."""
    return PERSONALITIES.get(id_, PERSONALITIES[DEFAULT])
