"""The experiments of `script/lab chaos`, by name. docs/reliability.md describes them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from workshop.lab.chaos import (
    client_faults,
    long_run,
    message_faults,
    ordinary_play,
    process_faults,
    races,
    service_faults,
    storage_faults,
)
from workshop.lab.chaos.lab import Lab
from workshop.lab.fuzz.run import environment

# All clients come from one address, and play faster than people.
UNLIMITED = {"SOCKETS_PER_ADDRESS": "0"}


@dataclass(frozen=True)
class Experiment:
    """A fault, and what it needs.

    database: "any", "own" for a PostgreSQL that may be broken, or "sqlite" unless asked otherwise.
    rooms, seconds: how many tables play, and how long the fault lasts, unless asked otherwise.
    rounds: whether it can also be done to a larger site, whose tables play rounds with bots.
    env: variables of all processes.
    """

    title: str
    run: Callable[[Lab], None]
    database: Literal["any", "own", "sqlite"] = "any"
    redis: bool = False
    rooms: int = 25
    seconds: float = 60.0
    rounds: bool = False
    env: dict[str, str] = field(default_factory=dict)


EXPERIMENTS = {
    "E1": Experiment(
        "servers killed with SIGKILL", process_faults.kill_servers, redis=True, rounds=True
    ),
    "E2": Experiment("death between commit and ack", process_faults.die_after_commit, rounds=True),
    "E3": Experiment("death between lock and commit", process_faults.die_before_commit),
    "E4": Experiment(
        "duplicated and late commands", message_faults.duplicated_commands, redis=True
    ),
    "E5": Experiment(
        "servers restarted in turn", process_faults.restart_in_turn, redis=True, rounds=True
    ),
    "E6": Experiment("Redis killed", service_faults.redis_killed, redis=True, rounds=True),
    "E7": Experiment("Redis paused", service_faults.redis_paused, redis=True, rounds=True),
    "E8": Experiment(
        "hints lost, repeated, reordered", message_faults.lossy_hints, redis=True, rounds=True
    ),
    "E9": Experiment(
        "PostgreSQL restarted", service_faults.postgres_restarted, database="own", rounds=True
    ),
    "E10": Experiment("locked row, slow PostgreSQL", service_faults.row_locked, database="own"),
    "E11": Experiment(
        "PostgreSQL and Redis unreachable",
        service_faults.unreachable,
        database="own",
        redis=True,
        rounds=True,
    ),
    "E12": Experiment("half-open clients", client_faults.half_open_clients, env=UNLIMITED),
    "E13": Experiment("slow readers", client_faults.slow_readers, env=UNLIMITED, rooms=5),
    "E14": Experiment("floods, and a slow PostgreSQL", client_faults.floods, database="own"),
    "E15": Experiment("bad input", client_faults.bad_input, env=environment()),
    "E16": Experiment("races for one move", races.races, redis=True, rooms=4),
    "E17": Experiment("everybody returns at once", client_faults.herd, rooms=250, env=UNLIMITED),
    "E18": Experiment("full disk", storage_faults.full_disk, database="sqlite"),
    "E19": Experiment(
        "four processes and backups on SQLite",
        storage_faults.busy_file,
        database="sqlite",
        redis=True,
    ),
    "E20": Experiment("soak, with jumps of the clock", long_run.soak, seconds=600.0),
    "E21": Experiment("no fault", ordinary_play.ordinary_rounds, redis=True, rounds=True, rooms=6),
}
