"""What happens in one simulated site: its processes, tables and people, and what goes wrong when.

A seed decides it all. A plan is plain data, so that a failing one can be cut down to a short story.
"""

import random
from dataclasses import dataclass, field
from typing import Literal, get_args

from games.core.rules import VARIANTS

Kind = Literal[
    "hints lost",
    "hints repeated",
    "hints late",
    "layer slow",
    "layer down",
    "layer restarted",
    "cut off",
    "database slow",
    "database fails",
    "answers lost",
    "database gone",
    "crash",
    "drain",
    "freeze",
    "busy",
    "clock jumps",
    "lines cut",
    "lines slow",
]

QUIET_S = 18.0
"""After the last trouble the site has so long to come to rest, while people play on."""
AGREED_S = 15.0
"""After so long all processes and browsers agree, and nothing is stuck."""
HERE_S = 3.0
"""Who has been connected for so long is there for every process that asks."""
SHORT_CLOCK_S = 30


@dataclass(frozen=True)
class Trouble:
    """What goes wrong from `at` until `until` (seconds), and how much. `who`: the process, if only
    one is concerned.
    """

    at: float
    until: float
    kind: Kind
    who: str = ""
    amount: float = 0.0


@dataclass(frozen=True)
class Habits:
    """What a person does: how fast (seconds between two moves), and how likely, at each of them,
    they come back through another server, send a command again, resign, or open a second tab.
    """

    pace_s: float = 0.4
    reconnects: float = 0.01
    repeats: float = 0.1
    resigns: float = 0.0
    dawdles: float = 0.0
    withholds: float = 0.0
    lies: float = 0.0
    whole: bool = False


@dataclass(frozen=True)
class Table:
    """A room, its people and bots."""

    variant: str
    mode: Literal["turns", "rounds"]
    dice: Literal["own", "same"]
    clock: int | None
    people: tuple[Habits, ...]
    bots: int = 0
    sealed: bool = True
    rated: bool = False
    stand_ins: bool = False
    spectators: int = 0


@dataclass(frozen=True)
class Plan:
    """See the module. `play_s`: how long there may be trouble."""

    seed: int
    servers: int
    workers: int
    play_s: float
    tables: tuple[Table, ...]
    troubles: tuple[Trouble, ...] = field(default=())

    @property
    def end_s(self) -> float:
        """When the site has come to rest."""
        return max((each.until for each in self.troubles), default=self.play_s) + QUIET_S

    def parts_processes(self, now: float) -> bool:
        """Whether processes may be out of touch with each other or with people now, or soon."""
        return any(
            each.at - 2.0 < now < each.until + _PARTING[each.kind]
            for each in self.troubles
            if each.kind in _PARTING
        )


def make_plan(seed: int) -> Plan:
    rng = random.Random(f"plan {seed}")
    if seed % 2 == 0:
        return _FAMILIES[seed // 2 % len(_FAMILIES)](seed, rng)
    servers = rng.choice((1, 2, 2, 3, 3))
    workers = rng.choice((1, 2))
    play_s = rng.choice((10.0, 20.0, 30.0, 60.0))
    tables = tuple(_table(rng) for _ in range(rng.choice((1, 1, 2))))
    # Only some kinds in each run: where everything goes wrong at once, nothing gets far.
    kinds = rng.sample(_KINDS, rng.randint(0, 3)) + rng.sample(_BETWEEN, rng.randint(0, 3))
    troubles = [_trouble(rng, kind, play_s, servers, workers) for kind in kinds for _ in range(2)]
    some = [each for each in troubles if rng.random() < 0.7]
    return Plan(seed, servers, workers, play_s, tables, tuple(sorted(some, key=lambda one: one.at)))


def _torn_plan(seed: int, rng: random.Random) -> Plan:
    """Return a plan with many processes and people in one round, and hints that hardly get through:
    most mistakes where processes meet have been of this kind.
    """
    habits = Habits(pace_s=0.1, reconnects=0.005)
    table = Table("yacht", "rounds", "own", SHORT_CLOCK_S, (habits,) * 6, 2)
    troubles = (
        Trouble(0.5, 30.0, "hints lost", "server 1", rng.uniform(0.05, 0.5)),
        Trouble(0.5, 30.0, "layer slow", "server 1", rng.uniform(0.3, 2.0)),
        Trouble(0.5, 30.0, "hints late", "server 1", rng.uniform(0.05, 1.5)),
    )
    return Plan(seed, 3, 2, 30.0, (table,), tuple(rng.sample(troubles, rng.randint(2, 3))))


def _short_games(seed: int, rng: random.Random) -> Plan:
    """Return a plan with one short game after another, whose hints come late."""
    habits = Habits(pace_s=0.01, resigns=0.25, reconnects=0.01)
    table = Table("yacht", "turns", "own", SHORT_CLOCK_S, (habits,) * 2, sealed=rng.random() < 0.3)
    late = Trouble(0.1, 15.0, "hints late", "server 1", rng.uniform(0.5, 1.5))
    slow = Trouble(0.1, 15.0, "layer slow", "server 1", rng.uniform(0.3, 2.0))
    return Plan(seed, 3, 1, 15.0, (table,), (late, slow))


def _alone(seed: int, rng: random.Random) -> Plan:
    """Return a plan in which processes hear nothing of each other, and people change often."""
    habits = Habits(pace_s=0.03, reconnects=rng.choice((0.02, 0.1)), repeats=0.3)
    people = (habits,) * rng.choice((1, 2))
    variant = rng.choice(("yacht", "triple_yahtzee"))
    table = Table(variant, "turns", "own", SHORT_CLOCK_S, people, sealed=False)
    down = Trouble(0.1, 15.0, "layer down", "server 1")
    return Plan(seed, rng.choice((2, 3)), 1, 15.0, (table,), (down,))


def unheard_people(seed: int) -> Plan:
    """Return a plan in which no process hears at first who is connected to another one, and the
    host starts as soon as processes hear each other again.
    """
    table = Table("yacht", "rounds", "own", SHORT_CLOCK_S, (Habits(reconnects=0.0),) * 4)
    deaf = Trouble(0.01, 6.0, "hints lost", "server 1", 1.0)
    return Plan(seed, 3, 1, 15.0, (table,), (deaf,))


def names_of(servers: int, workers: int) -> list[str]:
    found = [f"server {number}" for number in range(1, servers + 1)]
    return found + [f"worker {number}" for number in range(1, workers + 1)]


def _table(rng: random.Random) -> Table:
    mode: Literal["turns", "rounds"] = rng.choice(("turns", "rounds", "rounds"))
    rated = rng.random() < 0.2
    people = rng.choice((1, 2, 2, 3, 4))
    bots = 0 if rated else rng.choice((0, 0, 1, 2))
    return Table(
        rng.choice(sorted(VARIANTS)),
        mode,
        rng.choice(("own", "same")) if mode == "rounds" else "own",
        SHORT_CLOCK_S if mode == "rounds" or rated else rng.choice((None, SHORT_CLOCK_S)),
        tuple(_habits(rng) for _ in range(people)),
        bots,
        sealed=rng.random() < 0.6,
        rated=rated,
        stand_ins=not rated and rng.random() < 0.3,
        spectators=rng.choice((0, 0, 1)),
    )


def _habits(rng: random.Random) -> Habits:
    return Habits(
        pace_s=rng.choice((0.02, 0.02, 0.2, 0.6)),
        reconnects=rng.choice((0.0, 0.01, 0.05)),
        repeats=rng.choice((0.0, 0.1, 0.3)),
        resigns=rng.choice((0.0, 0.0, 0.0, 0.0, 0.002, 0.1)),
        dawdles=rng.choice((0.0, 0.0, 0.02)),
        withholds=rng.choice((0.0, 0.0, 0.2)),
        lies=rng.choice((0.0, 0.3)),
        whole=rng.random() < 0.3,
    )


_KINDS: list[Kind] = list(get_args(Kind))
_PARTING: dict[Kind, float] = {
    "hints lost": 1.0,
    "hints late": 2.0,
    "layer slow": 2.0,
    "layer down": 8.0,
    "layer restarted": 8.0,
    "cut off": 8.0,
    "crash": 3.0,
    "drain": 3.0,
    "freeze": 2.0,
    "busy": 2.0,
    "lines cut": 2.0,
    "lines slow": 3.0,
}
"""What keeps processes from asking each other who is there, and for how many seconds afterwards."""
_BETWEEN: list[Kind] = ["busy", "layer slow", "hints late", "hints lost"]
"""What makes processes learn of each other late: most often where mistakes meet."""
_AMOUNTS: dict[Kind, tuple[float, float]] = {
    "hints lost": (0.05, 0.6),
    "hints repeated": (0.1, 0.6),
    "hints late": (0.01, 1.5),
    "layer slow": (0.05, 2.0),
    "database slow": (0.02, 0.6),
    "database fails": (0.02, 0.3),
    "answers lost": (0.02, 0.3),
    "busy": (0.0005, 0.005),
    "clock jumps": (-40.0, 40.0),
    "lines cut": (0.05, 0.5),
    "lines slow": (0.05, 1.0),
}


def _trouble(rng: random.Random, kind: Kind, play_s: float, servers: int, workers: int) -> Trouble:
    names = names_of(servers, workers)
    at = rng.uniform(0.5, play_s - 1.0)
    lasts = rng.uniform(0.1, 8.0) if rng.random() < 0.7 else play_s - at
    amount = rng.uniform(*_AMOUNTS.get(kind, (0.0, 0.0)))
    return Trouble(at, min(at + lasts, play_s), kind, rng.choice(names), amount)


_FAMILIES = (_torn_plan, _short_games, _alone)
"""Plans for what is rare where everything is up to chance."""
