"""Published average scores, to compare with ours."""

from typing import NamedTuple


class Source(NamedTuple):
    """A published average score, the strategy it belongs to, and where it was published."""

    score: str
    whose: str
    title: str
    url: str


VERHOEFF = (
    "T. Verhoeff and E. Scheffers, Solitaire Yahtzee: Optimal Player and Proficiency Test",
    "https://www-set.win.tue.nl/~wstomv/misc/yahtzee/",
)
YSOLVER = ("CaseyTewey/ysolver", "https://github.com/CaseyTewey/ysolver")
GLENN = (
    "J. Glenn, An Optimal Strategy for Yahtzee (Loyola College in Maryland, CS-TR-0002, 2006)",
    "",
)
HOLDERIED = ("F. Holderied, Yahtzee", "http://holderied.de/yahtzee")
YATZY_SOLVER = ("precisit/yatzy-solver", "https://github.com/precisit/yatzy-solver")
OPTIMALT = ("ansjob/optimalt-yatzy", "https://github.com/ansjob/optimalt-yatzy")
PAPE = ("Pape, arXiv 2601.00007 (2025)", "https://arxiv.org/abs/2601.00007")

SOURCES: dict[str, tuple[Source, ...]] = {
    "yahtzee-forced": (
        Source("254.5877", "Perfect play, official joker rule", *YSOLVER),
        Source("254.59", "Perfect play", *GLENN),
        Source("244.87", "A simple strategy that can be memorized", *GLENN),
        Source("241.8", "A self-taught neural network (median)", *PAPE),
        Source("218.05", "Always take the most points now", *GLENN),
    ),
    "yahtzee-free": (Source("254.5896", "Perfect play, free joker", *VERHOEFF),),
    "yahtzee-none": (
        Source("245.87", "Perfect play without bonus Yahtzees and jokers", *GLENN),
        Source(
            "245.9047", "The same, where five of a kind also counts as a full house", *HOLDERIED
        ),
    ),
    "yatzy": (
        Source("248.44", "Perfect play", *YATZY_SOLVER),
        Source("248.63", "Perfect play, with one pair scoring as two pairs", *OPTIMALT),
    ),
}
"""Sources by `figures.key_of`, highest score first."""
