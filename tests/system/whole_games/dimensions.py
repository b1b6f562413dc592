"""In what whole games differ: the dimensions, their values, and what cannot be combined.

Data only: no Django, no input or output. A row names one value of each dimension. A new feature of
games adds a dimension or a value here; `covering` makes rows that combine it with everything else.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from zlib import crc32

Row = Mapping[str, str]
"""A whole game to play: a value for each dimension."""

DIMENSIONS: dict[str, tuple[str, ...]] = {
    # How the table came about.
    "opening": (
        "link",
        "lobby",
        "challenge",
        "company",
        "arena",
        "daily",
        "card",
    ),
    # Whether it is opened for a circle, whose members have come by its link.
    "circle": ("none", "opened for"),
    # What changes at the table before its game starts.
    "before": ("as opened", "another host", "another game", "another seat", "another operator"),
    "mode": ("turns", "rounds"),
    "dice": ("own", "same"),
    "seats": ("1", "2", "3", "4", "8", "16"),
    # How many of the seats have bots; `several`: half of them, `rest`: all but one.
    "bots": ("none", "one", "several", "rest"),
    # `house rules`: one of HOUSE_RULES. Maxi Yatzy has six dice.
    "variant": ("yacht", "yahtzee", "triple_yahtzee", "yatzy", "house rules", "maxi_yatzy"),
    "joker": ("no switch", "forced", "free", "none"),
    "people": ("accounts", "guests", "both"),
    "rated": ("casual", "rated"),
    "listed": ("private", "public"),
    "clock": ("none", "30", "60", "90", "day"),
    # Which of the people seal their seeds; `plain`: the server knows all, `none`: nobody has one.
    "seals": ("all", "some", "plain", "none"),
    "stand_in": ("no", "yes"),
    "end": ("full cards", "one resigns", "one is left", "staff"),
    # A turn that times out; or somebody who leaves, is played automatically, and comes back.
    "late": ("nobody", "a turn", "away"),
    "hints": ("none", "asked"),
    "watchers": ("none", "some"),
    "sockets": ("steady", "lost", "two tabs"),
    "views": ("changes", "whole", "both"),
    "again": ("no", "rematch", "after a cancelled start"),
    "talk": ("silent", "chatting"),
    "processes": ("one", "two and a worker"),
    "database": ("SQLite", "PostgreSQL and Redis"),
}


class Rule(NamedTuple):
    """Values that do not go together, and why: no row has one of the values of each dimension.

    `refused`: the site does not allow it. Otherwise it is left out here, and `reason` says why.
    """

    reason: str
    values: Mapping[str, frozenset[str]]
    refused: bool = True

    def forbids(self, row: Row) -> bool:
        """Whether a row, perhaps an incomplete one, has values that do not go together."""
        return all(row.get(name) in values for name, values in self.values.items())


def _rule(reason: str, *, refused: bool = True, **values: str | tuple[str, ...]) -> Rule:
    sets = {
        name: frozenset((value,) if isinstance(value, str) else value)
        for name, value in values.items()
    }
    return Rule(reason, sets, refused)


def _but(name: str, *values: str) -> tuple[str, ...]:
    """Return all values of a dimension but these."""
    return tuple(value for value in DIMENSIONS[name] if value not in values)


UNSOLVED = ("maxi_yatzy",)
"""Games without perfect play, and so without an analysis."""
UNOFFICIAL = ("house rules", "maxi_yatzy")
PAIRED = ("lobby", "challenge", "company", "arena")
"""Openings in which the server seats the players."""
ALONE = ("daily",)
BY_ONESELF = ("card", *ALONE)
"""Openings in which everybody has a table of their own; a card has several people."""
OTHERS_DICE = ("daily", "card")
"""Openings of games with dice that other games have, too."""
RESIGNING = ("one resigns", "one is left")
CHANGED_BY_TWO = ("another host", "another seat", "another operator")
"""Changes before the game that need somebody besides the host."""

RULES: tuple[Rule, ...] = (
    # The rules of the game.
    _rule(
        "it has no switch",
        variant=("yacht", "yatzy", *UNOFFICIAL),
        joker=_but("joker", "no switch"),
    ),
    _rule("it has a switch", variant=("yahtzee", "triple_yahtzee"), joker="no switch"),
    # Mode, dice and clock.
    _rule("rounds need a clock", mode="rounds", clock="none"),
    _rule(
        "in turns, seats with the same dice would know theirs from others",
        mode="turns",
        dice="same",
        opening=_but("opening", *BY_ONESELF),
    ),
    _rule("the lobby offers turns", opening=("lobby", "challenge", "company"), mode="rounds"),
    _rule("arenas play rounds only with the same dice", opening="arena", mode="rounds", dice="own"),
    _rule("it has the same dice for all", opening=OTHERS_DICE, dice="own"),
    _rule("who plays alone plays turns", opening=BY_ONESELF, mode="rounds"),
    _rule("who plays alone has no clock", opening=BY_ONESELF, clock=_but("clock", "none")),
    _rule("tournaments have a short clock", opening="arena", clock=("none", "day")),
    _rule(
        "dailies have the official rules",
        opening="daily",
        joker=("free", "none"),
    ),
    _rule("these games are never rated", variant=UNOFFICIAL, rated="rated"),
    _rule(
        "strangers and events play the official games",
        variant=UNOFFICIAL,
        opening=("lobby", "arena", "daily"),
    ),
    _rule("it is not solved", variant="maxi_yatzy", hints="asked"),
    _rule(
        "20 rounds of so many take a minute",
        refused=False,
        variant="maxi_yatzy",
        seats=("8", "16"),
    ),
    # Seats.
    _rule("in turns there are eight seats at most", mode="turns", seats="16"),
    _rule("the lobby pairs two to four", opening=("lobby", "company"), seats=("1", "8", "16")),
    _rule("a challenge is for two", opening="challenge", seats=_but("seats", "2")),
    _rule("tables of arenas have two to four seats", opening="arena", seats=("1", "8", "16")),
    _rule("one seat, for who plays alone", opening=ALONE, seats=_but("seats", "1")),
    _rule(
        "39 rounds of so many take a minute",
        refused=False,
        variant="triple_yahtzee",
        seats=("8", "16"),
    ),
    # Changes before the game.
    _rule(
        "only tables by link wait for their people",
        opening=_but("opening", "link"),
        before=_but("before", "as opened"),
    ),
    _rule("it takes two people", before=CHANGED_BY_TWO, seats="1"),
    _rule("it takes two people", before=CHANGED_BY_TWO, bots="rest"),
    _rule("it takes two people", before=CHANGED_BY_TWO, seats="2", bots="one"),
    _rule("no other seat is free", before="another seat", seats="2"),
    _rule("players on a device play casual games", before="another operator", rated="rated"),
    _rule("players on a device take turns", before="another operator", mode="rounds"),
    _rule("players on a device need a private table", before="another operator", listed="public"),
    # Bots and people.
    _rule("somebody has to sit there", seats="1", bots=_but("bots", "none")),
    _rule("the same as one bot", seats="2", bots=("several", "rest")),
    _rule("the same as one bot", seats="3", bots="several"),
    _rule("there are seven bots, each once at a table", seats="16", bots="rest"),
    _rule("company is bots", opening="company", bots=("none", "several")),
    _rule("company fills the table", opening="company", seats=_but("seats", "2"), bots="one"),
    _rule("people only", opening=("lobby", "challenge", "arena"), bots=_but("bots", "none")),
    _rule("people only", opening=BY_ONESELF, bots=_but("bots", "none")),
    _rule("one person is no two", people="both", seats="1"),
    _rule("one person is no two", people="both", bots="rest"),
    _rule("one person is no two", people="both", seats="2", bots="one"),
    _rule("only accounts can be challenged", opening="challenge", people="guests"),
    # Rated games.
    _rule("rated games need accounts", rated="rated", people=_but("people", "accounts")),
    _rule("rated games need a clock", rated="rated", clock="none"),
    _rule("rated games have two to eight seats", rated="rated", seats=("1", "16")),
    _rule("these games are casual", rated="rated", opening=("company", *OTHERS_DICE)),
    # Who may see the table.
    _rule("paired tables are listed", opening=PAIRED, listed="private"),
    _rule("dice of others are hidden", opening=OTHERS_DICE, listed="public"),
    _rule("the table of a circle is private", circle="opened for", listed="public"),
    _rule(
        "nobody chooses for whom these are",
        circle="opened for",
        opening=("lobby", "challenge", "company", "daily"),
    ),
    _rule(
        "tests of arenas and of cards play those of circles",
        refused=False,
        circle="opened for",
        opening=("arena", "card"),
    ),
    # Seeds.
    _rule("one person is no two", seals="some", seats="1"),
    _rule("one person is no two", seals="some", bots="rest"),
    _rule("one person is no two", seals="some", seats="2", bots="one"),
    _rule(
        "no seeds of players go into dice of others",
        opening=OTHERS_DICE,
        seals=_but("seals", "none"),
    ),
    _rule(
        "its start waits for the players' seeds for 23 hours",
        refused=False,
        opening="challenge",
        clock="day",
        seals="none",
    ),
    # Who plays for those who leave.
    _rule("in rated games nobody plays for you", rated="rated", stand_in="yes"),
    _rule("not in tournaments, nor alone", opening=("arena", *OTHERS_DICE), stand_in="yes"),
    _rule(
        "casual games of strangers have one",
        opening=("lobby", "challenge", "company"),
        rated="casual",
        stand_in="no",
    ),
    # Ends.
    _rule("the same as one who resigns", end="one is left", seats=("1", "2")),
    _rule("the same as one who resigns", end="one is left", bots="rest"),
    _rule("the same as one who resigns", end="one is left", seats="3", bots="one"),
    # Time.
    _rule("nothing times out", late="a turn", clock="none"),
    _rule(
        "the shortest clock is waited for, no other",
        refused=False,
        late="a turn",
        clock=("60", "90", "day"),
    ),
    _rule("the turn times out at the same moment", refused=False, late="away", clock="30"),
    _rule("nobody else could ask for it", late="away", seats="1"),
    _rule("nobody else could ask for it", late="away", opening="card"),
    _rule("nobody else could ask for it", late="away", bots="rest"),
    _rule("nobody else could ask for it", late="away", seats="2", bots="one"),
    # Hints.
    _rule("rated games have no hints", rated="rated", hints="asked"),
    _rule("tournaments have no hints", opening="arena", hints="asked"),
    _rule("shared dice have no hints", opening=OTHERS_DICE, hints="asked"),
    _rule("staff see no game that others may still play", opening=OTHERS_DICE, end="staff"),
    # Games before and after.
    _rule(
        "one game is played there",
        opening=("arena", *OTHERS_DICE),
        again=_but("again", "no"),
    ),
    _rule("staff close the table", end="staff", again="rematch"),
    _rule("leavers pause", rated="rated", end=RESIGNING, again="rematch"),
    _rule(
        "the start of a paired table is cancelled in tests of sockets and tournaments",
        refused=False,
        opening=_but("opening", "link"),
        again="after a cancelled start",
    ),
    _rule(
        "39 rounds are played once",
        refused=False,
        again="rematch",
        variant="triple_yahtzee",
    ),
    _rule(
        "who withholds a seed of a rated game pauses",
        rated="rated",
        again="after a cancelled start",
    ),
    _rule("no seal, no withheld seed", again="after a cancelled start", seals=("plain", "none")),
    _rule(
        "it is cancelled after a whole day",
        refused=False,
        again="after a cancelled start",
        clock="day",
    ),
    _rule(
        "nobody is left to start again",
        again="after a cancelled start",
        seats="1",
    ),
    # Installations.
    _rule("processes meet in Redis", processes="two and a worker", database="SQLite"),
    _rule(
        "tests/test_other_backends.py",
        refused=False,
        processes="one",
        database="PostgreSQL and Redis",
    ),
)
"""What cannot be combined. What follows from several rules is not listed."""

DAY_S = 86_400
BOTS = 7
"""How many bots there are."""

CLOSE = ("mode", "dice", "seals", "processes", "bots")
"""Dimensions of which every possible triple is covered, not only every pair."""


def bots_of(row: Row) -> int:
    """Return how many bots sit at the table of a row."""
    seats = int(row["seats"])
    several = min(seats // 2, BOTS)
    return {"none": 0, "one": 1, "several": several, "rest": seats - 1}[row["bots"]]


def people_of(row: Row) -> int:
    """Return how many people sit at the table of a row."""
    return int(row["seats"]) - bots_of(row)


ROUNDS = {
    **{"yacht": 12, "yahtzee": 13, "triple_yahtzee": 39, "yatzy": 15},
    **{"house rules": 11, "maxi_yatzy": 20},
}
HOUSE_RULES = (
    "generala",
    "yacht+no-four-of-a-kind+no-big-straight+bonus-35+order-lower-first",
    "yahtzee+no-three-of-a-kind+no-chance+five-alike-full-house+joker-none+rolls-2",
)
"""Small cards, which are solved in seconds."""


def variant_of(row: Row) -> str:
    """Return the id of the game of a row, or the text of its rules."""
    if row["variant"] != "house rules":
        return row["variant"]
    return HOUSE_RULES[crc32("".join(row.values()).encode()) % len(HOUSE_RULES)]


def switches_of(row: Row) -> dict[str, str]:
    """Return the house rules of a row."""
    return {} if row["joker"] == "no switch" else {"joker": row["joker"]}


def clock_of(row: Row) -> int | None:
    """Return the seconds a turn may take."""
    if row["clock"] == "none":
        return None
    return DAY_S if row["clock"] == "day" else int(row["clock"])


def settings_of(row: Row) -> dict[str, Any]:
    """Return what the lobby needs to know of a game."""
    return {"variant": variant_of(row), "switches": switches_of(row), "clock": clock_of(row)}


def effort(row: Row) -> float:
    """Return about how long a row takes: the turns of all its seats, in hundreds."""
    games = 1.5 if row["again"] == "rematch" else 1.0
    return games * ROUNDS[row["variant"]] * int(row["seats"]) / 100


def broken_rule(row: Row) -> Rule | None:
    """Return a rule that the row breaks, None if there is none."""
    return next((rule for rule in RULES if rule.forbids(row)), None)
