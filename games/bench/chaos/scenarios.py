"""Inject faults during games and check that nothing was lost: `manage.py chaos`."""

from dataclasses import dataclass, field
from typing import Any

from games.bench.chaos import faults
from games.bench.chaos.faults import Observations, Scenario
from games.bench.loadtest.generator_process import (
    GeneratorProcess,
    check_journal,
    seat_tables,
    verify_logs,
)
from games.bench.loadtest.messages import Plan, Result
from games.bench.loadtest.report import percentile
from games.bench.loadtest.testbed import Testbed, open_testbed

# The promises of README.md: a restart costs a player less than 5 s; all agree within 15 s.
MAX_RECONNECT_MS = 5_000.0
MAX_SPREAD_MS = 15_000.0
ALL_VARIANTS = "yacht,yahtzee,yatzy,triple_yahtzee"


@dataclass(frozen=True)
class Setting:
    """What a scenario needs. With two servers, the players of each table are on different ones."""

    scenario: Scenario
    servers: int = 1
    redis: bool = False
    duplicates: bool = False
    own_postgres: bool = False


SETTINGS = {
    "kill": Setting(faults.kill),
    "restart": Setting(faults.restart, servers=2, redis=True),
    "redis": Setting(faults.redis, servers=2, redis=True),
    "redis-pause": Setting(faults.redis_pause, servers=2, redis=True),
    "postgres": Setting(faults.postgres, own_postgres=True),
    "duplicates": Setting(faults.duplicates, servers=2, redis=True, duplicates=True),
}


@dataclass
class Outcome:
    """The result of a scenario.

    problems: what is wrong. slow: what took longer than promised, perhaps on a busy machine.
    """

    name: str
    database: str
    rounds: int
    games: int
    result: Result = field(default_factory=Result)
    observed: Observations = field(default_factory=Observations)
    checked: dict[str, int] = field(default_factory=dict)
    verifylog: str = ""
    log_lines: list[int] = field(default_factory=list)
    tracebacks: int = 0
    problems: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the lines of the text report."""
        result = self.result
        observed = self.observed
        return [
            f"chaos {self.name}: {self.rounds} rounds, {self.games} games at once,"
            f" {result.seconds:.0f} s, stored in {self.database}",
            f"played       {result.moves:,} moves, {result.games_finished} games finished",
            f"connections  {result.reconnects} lost; reconnected after "
            + summary(result.reconnect_ms)
            + f"; all reconnected after {', '.join(f'{s:.1f}' for s in observed.back_s)} s",
            f"exits        {', '.join(f'{s:.1f}' for s in observed.exit_s) or 'none'} s",
            f"commands     {result.resent} sent again, of which {result.old_answers} were"
            f" committed already; {result.retried} refused as busy and retried",
            f"answers      {summary(result.latency_ms)}",
            f"seen by all  {summary(result.spread_ms)} after the mover; {result.gaps} gaps filled,"
            f" {result.repeats} repeats ignored",
            "checked      "
            + ", ".join(f"{value:,} {name}" for name, value in self.checked.items()),
            f"verifylog    {self.verifylog}",
            f"server logs  {self.log_lines} lines, {self.tracebacks} tracebacks",
            *(f"PROBLEM      {problem}" for problem in self.problems[:20]),
            *(f"SLOW         {problem}" for problem in self.slow),
            f"verdict      {len(self.problems)} problems, {len(self.slow)} too slow",
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "name": self.name,
            "rounds": self.rounds,
            "games": self.games,
            "seconds": round(self.result.seconds, 1),
            "moves": self.result.moves,
            "games_finished": self.result.games_finished,
            "reconnects": self.result.reconnects,
            "resent": self.result.resent,
            "old_answers": self.result.old_answers,
            "return_p50_ms": round(percentile(self.result.reconnect_ms, 0.5)),
            "return_p95_ms": round(percentile(self.result.reconnect_ms, 0.95)),
            "seen_by_all_max_ms": round(max(self.result.spread_ms, default=0.0)),
            "checked": self.checked,
            "tracebacks": self.tracebacks,
            "problems": self.problems,
            "slow": self.slow,
        }


def summary(milliseconds: list[float]) -> str:
    """Return p50, p95 and the maximum as text."""
    if not milliseconds:
        return "none"
    p50, p95 = percentile(milliseconds, 0.5), percentile(milliseconds, 0.95)
    return f"p50 {p50:,.0f} ms, p95 {p95:,.0f} ms, max {max(milliseconds):,.0f} ms"


def chaos(
    name: str,
    rounds: int,
    games: int,
    server: str = "daphne",
    database: str | None = None,
    pause_s: float = 5.0,
    variants: str = "yacht",
) -> Outcome:
    """Run one scenario of SETTINGS with `games` tables of two.

    Raises ValueError for a scenario that cannot use the given database, and RuntimeError if a
    process fails.
    """
    setting = SETTINGS[name]
    redis = "own" if setting.redis else None
    with open_testbed(database, redis, pinned=setting.servers == 1) as testbed:
        if setting.own_postgres and testbed.postgres is None:
            raise ValueError(
                "this scenario kills PostgreSQL, so it must start its own: omit --database"
            )
        for _ in range(setting.servers):
            testbed.add_server(server)
        plan = Plan(
            urls=[server.url for server in testbed.servers],
            tables=seat_tables(games, 2, variants, testbed.env),
            journal=testbed.journal(),
            seconds=None,
            duplicates=setting.duplicates,
        )
        outcome = Outcome(name, testbed.database, rounds, games)
        outcome.observed = Observations(rounds, pause_s)
        _play(plan, testbed, setting.scenario, outcome)
        _check(plan, testbed, outcome)
        return outcome


def _play(plan: Plan, testbed: Testbed, scenario: Scenario, outcome: Outcome) -> None:
    generator = GeneratorProcess(plan, testbed.directory, testbed.other_core)
    try:
        generator.wait_for("playing")
        scenario(generator, testbed, outcome.observed)
        generator.finish()
        outcome.result = generator.result()
    finally:
        generator.stop()


def _check(plan: Plan, testbed: Testbed, outcome: Outcome) -> None:
    result = outcome.result
    outcome.slow += outcome.observed.slow
    problems, outcome.checked = check_journal(plan, testbed.env)
    outcome.problems += problems
    if outcome.checked["games"] != outcome.checked["games finished"]:
        outcome.problems.append("not every game was finished")
    log_problems, outcome.verifylog = verify_logs(testbed.env)
    outcome.problems += log_problems
    for server in testbed.servers:
        outcome.log_lines.append(len(server.log.read_text(errors="replace").splitlines()))
        outcome.tracebacks += server.tracebacks()
    if percentile(result.reconnect_ms, 0.95) > MAX_RECONNECT_MS:
        outcome.slow.append("the p95 of reconnecting is more than 5 s")
    if max(result.spread_ms, default=0.0) > MAX_SPREAD_MS:
        outcome.slow.append("the players of a table saw different states for more than 15 s")
