"""Simulate players who look for a game: how long they wait, and how well they are matched."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import quantiles
from typing import NamedTuple, TypeVar

from games.platform.jobs.job import TICK_S
from games.record.ratings.model import MU, SIGMA
from games.tables.matchmaking.pairing import Pairing, Settings, Ticket, pair

WAVE = TICK_S
"""Seconds between waves of pairing. A real sweep adds a few milliseconds of its own."""
GIVES_UP = (60.0, 240.0)
"""An unpaired player leaves after a random time between these, in seconds."""
PLAYERS = 2000
"""The number of players. Each arrival is one of them."""
BLOCKED_SHARE = 0.05
BLOCKS = 20
"""A `BLOCKED_SHARE` of the players block this many others each."""

# The settings that players ask for, with invented weights: a few favourites and a long tail.
VARIANTS = {"yahtzee": 40, "yacht": 30, "yatzy": 20, "triple_yahtzee": 10}
JOKERS = {"forced": 85, "free": 10, "none": 5}
CLOCKS = {60: 55, 30: 20, 90: 12, None: 8, 86400: 5}
SIZES = {2: 50, None: 30, 4: 13, 3: 7}
RATED = {True: 65, False: 35}
POPULAR, RARE = 0.05, 0.01
"""Settings with at least the first share of all arrivals are popular; below the second, rare."""

T = TypeVar("T")


class Arrival(NamedTuple):
    """A ticket, and the time when its player leaves if unpaired."""

    ticket: Ticket
    until: float


class Result(NamedTuple):
    """The players who asked for settings of one popularity.

    waits: seconds, of the paired players. distances: rating points, of their tables.
    left: how many were not paired.
    """

    waits: list[float]
    distances: list[float]
    left: int


def arrivals(count: int, per_minute: float, rng: random.Random) -> list[Arrival]:
    """Return `count` arrivals of a Poisson process with this rate, starting at time 0."""
    ratings = [rng.gauss(MU, SIGMA) for _ in range(PLAYERS)]
    blocked = [
        frozenset(rng.sample(range(PLAYERS), BLOCKS))
        if rng.random() < BLOCKED_SHARE
        else frozenset()
        for _ in range(PLAYERS)
    ]
    now, found = 0.0, []
    for number in range(count):
        now += rng.expovariate(per_minute / 60)
        player = rng.randrange(PLAYERS)
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
    """Yield the time, tables and number of unpaired players of each wave, until nobody waits."""
    waiting: dict[int, Arrival] = {}
    arriving = iter([*people, None])
    following = next(arriving)
    now = 0.0
    while following or waiting:
        now += WAVE
        while following and following.ticket.created_at <= now:
            waiting[following.ticket.id] = following
            following = next(arriving)
        waiting = {id_: person for id_, person in waiting.items() if person.until > now}
        tables = pair([person.ticket for person in waiting.values()], now)
        for table in tables:
            for ticket in table.tickets:
                del waiting[ticket.id]
        yield now, tables, len(waiting)


def paired(people: Sequence[Arrival]) -> dict[str, Result]:
    """Return the results for popular, usual and rare settings."""
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
    """Return the percentile of the values; NaN if there are none."""
    if len(values) < 2:
        return values[0] if values else math.nan
    return max(values) if percent == 100 else quantiles(values, n=100)[percent - 1]
