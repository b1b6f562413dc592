"""What to measure, and what the processes of a run exchange."""

from dataclasses import dataclass

from workshop.lab.crowd.pace import ROLL_S
from workshop.lab.loadtest.messages import Plan, Player, Result


@dataclass(frozen=True)
class Options:
    """What to measure. The names are those of the command's options.

    processes, hashed: as in workshop/lab/loadtest. one_process: SQLite, with the worker inside.
    joins: how many people come in a second. roll_s: from one roll at a table to the next.
    fast_s: for how long tables may play fast, until each is somewhere in its game.
    seconds, profile: how long to measure, and then to sample the server. flames: where to draw it.
    """

    people: int
    seconds: float = 60.0
    profile: float = 30.0
    joins: float = 100.0
    roll_s: float = ROLL_S
    fast_s: float = 120.0
    warmup: float = 5.0
    processes: int = 1
    hashed: bool = True
    one_process: bool = False
    database: str | None = None
    redis: str | None = "own"
    verifylog: bool = True
    flames: str = ""


class CrowdPlan(Plan, kw_only=True):
    """What the generator does. watchers, readers: people without a seat, and people on pages.

    window: for how many seconds to measure. profile: then to be sampled.
    """

    watchers: list[Player]
    readers: list[Player]
    joins: float
    roll_s: float
    fast_s: float
    window: float
    profile: float


class CrowdResult(Result, kw_only=True):
    """What the generator counted.

    counts: what people did while measuring. sampled: the same, while the server was sampled.
    lag_ms: how late timers of the generator were (99 %). answers: pages by status.
    """

    counts: dict[str, int] = {}
    sampled: dict[str, int] = {}
    lag_ms: float = 0.0
    answers: dict[str, int] = {}
