"""Imagined players press Play: how long do they wait, and how even are their games?"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import quantiles
from typing import NamedTuple, TypeVar

from games.matchmaking.pairing import Pairing, Settings, Ticket, pair
from games.ratings import MU, SIGMA

WAVE = 3.0
"""Seconds between waves."""
GIVES_UP = (60.0, 240.0)
"""Seconds after which an unpaired player leaves: somewhere between these."""
REGULARS = 2000
"""Players there are; each may come again once he plays or has left."""
BLOCKED_SHARE = 0.05
BLOCKS = 20
"""So many others does one of the `BLOCKED_SHARE` block."""

# What people ask for, with weights: made up, but as usual with few favourites and a long tail.
VARIANTS = {"yahtzee": 40, "yacht": 30, "yatzy": 20, "triple_yahtzee": 10}
JOKERS = {"forced": 85, "free": 10, "none": 5}
CLOCKS = {60: 55, 30: 20, 90: 12, None: 8, 86400: 5}
SIZES = {2: 50, None: 30, 4: 13, 3: 7}
RATED = {True: 65, False: 35}
POPULAR, RARE = 0.05, 0.01
"""Settings asked for by at least this share of all are popular; by less than that, rare."""

T = TypeVar("T")


class Arrival(NamedTuple):
    """A ticket, and when its player would stop waiting."""

    ticket: Ticket
    until: float


class Result(NamedTuple):
    """What became of those who asked for settings of one popularity.

    `waits` in seconds are of the paired, `distances` in rating points of their tables.
    """

    waits: list[float]
    distances: list[float]
    left: int


def arrivals(count: int, a_minute: float, rng: random.Random) -> list[Arrival]:
    """Return `count` arrivals, a Poisson process of so many a minute from time 0."""
    ratings = [rng.gauss(MU, SIGMA) for _ in range(REGULARS)]
    blocked = [
        frozenset(rng.sample(range(REGULARS), BLOCKS))
        if rng.random() < BLOCKED_SHARE
        else frozenset()
        for _ in range(REGULARS)
    ]
    now, found = 0.0, []
    for number in range(count):
        now += rng.expovariate(a_minute / 60)
        player = rng.randrange(REGULARS)
        ticket = Ticket(
            number, player, _settings(rng), _pick(SIZES, rng), ratings[player], now, blocked[player]
        )
        found.append(Arrival(ticket, now + rng.uniform(*GIVES_UP)))
    return found


def _settings(rng: random.Random) -> Settings:
    variant = _pick(VARIANTS, rng)
    has_joker = "yahtzee" in variant
    switches = (("joker", _pick(JOKERS, rng)),) if has_joker else ()
    return Settings(variant, switches, _pick(CLOCKS, rng), _pick(RATED, rng))


def _pick(weights: dict[T, int], rng: random.Random) -> T:
    return rng.choices(list(weights), list(weights.values()))[0]


def waves(people: Sequence[Arrival]) -> Iterator[tuple[float, list[Pairing], int]]:
    """Yield, for each wave until nobody is left, its time, its tables, and how many then wait."""
    waiting: dict[int, Arrival] = {}
    coming = iter([*people, None])
    following = next(coming)
    now = 0.0
    while following or waiting:
        now += WAVE
        while following and following.ticket.created_at <= now:
            waiting[following.ticket.id] = following
            following = next(coming)
        waiting = {id_: person for id_, person in waiting.items() if person.until > now}
        tables = pair([person.ticket for person in waiting.values()], now)
        for table in tables:
            for ticket in table.tickets:
                del waiting[ticket.id]
        yield now, tables, len(waiting)


def run(people: Sequence[Arrival]) -> dict[str, Result]:
    """Return the results by popularity of the settings: popular, usual, rare."""
    shares = Counter(person.ticket.settings for person in people)

    def popularity(settings: Settings) -> str:
        share = shares[settings] / len(people)
        return "popular" if share >= POPULAR else "rare" if share < RARE else "usual"

    results = {name: Result([], [], 0) for name in ("popular", "usual", "rare")}
    for now, tables, _ in waves(people):
        for table in tables:
            result = results[popularity(table.settings)]
            result.waits.extend(now - ticket.created_at for ticket in table.tickets)
            result.distances.append(table.distance)
    asked = Counter(popularity(person.ticket.settings) for person in people)
    return {
        name: result._replace(left=asked[name] - len(result.waits))
        for name, result in results.items()
    }


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that so many percent do not exceed; not a number if there is none."""
    if len(values) < 2:
        return values[0] if values else math.nan
    return max(values) if percent == 100 else quantiles(values, n=100)[percent - 1]
