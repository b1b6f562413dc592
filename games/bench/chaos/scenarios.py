"""Faults in the middle of games, and the proof that nothing was lost: `manage.py chaos`."""

from dataclasses import dataclass, field
from typing import Any

from games.bench.chaos import faults
from games.bench.chaos.faults import Damage, Scenario
from games.bench.loadtest.generator_process import Play, check_journal, seat_tables, verify_logs
from games.bench.loadtest.messages import Plan, Result
from games.bench.loadtest.report import percentile
from games.bench.loadtest.testbed import Stage, set_stage

# The promises: a restart costs less than 5 s; all agree within 15 s.
RETURN_MS = 5_000.0
AGREE_MS = 15_000.0
ALL_VARIANTS = "yacht,yahtzee,yatzy,triple_yahtzee"


@dataclass(frozen=True)
class Setting:
    """What a scenario needs. `servers`: 2 puts the players of each table on different ones."""

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
    """What a scenario led to. `problems`: what is wrong; `slow`: what took longer than promised,
    which on a busy machine may be the machine's fault.
    """

    name: str
    database: str
    rounds: int
    games: int
    result: Result = field(default_factory=Result)
    damage: Damage = field(default_factory=Damage)
    checked: dict[str, int] = field(default_factory=dict)
    verifylog: str = ""
    log_lines: list[int] = field(default_factory=list)
    tracebacks: int = 0
    problems: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the outcome for people."""
        result = self.result
        returns, spreads, latencies = result.returns, result.spreads, result.latencies
        return [
            f"chaos {self.name}: {self.rounds} rounds, {self.games} games at a time,"
            f" {result.seconds:.0f} s, stored in {self.database}",
            f"played       {result.moves:,} moves, {result.games_finished} games finished",
            f"connections  {result.reconnects} lost; back after "
            + summary(returns)
            + f"; everyone back after {', '.join(f'{s:.1f}' for s in self.damage.back_s)} s",
            f"exits        {', '.join(f'{s:.1f}' for s in self.damage.exit_s) or 'none'} s",
            f"commands     {result.resent} sent again, {result.old_answers} of them had been done;"
            f" {result.retried} told to try again",
            f"answers      {summary(latencies)}",
            f"seen by all  {summary(spreads)} after the mover; {result.gaps} gaps healed,"
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
        """Return the figures that are worth keeping."""
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
            "return_p50_ms": round(percentile(self.result.returns, 0.5)),
            "return_p95_ms": round(percentile(self.result.returns, 0.95)),
            "seen_by_all_max_ms": round(max(self.result.spreads, default=0.0)),
            "checked": self.checked,
            "tracebacks": self.tracebacks,
            "problems": self.problems,
            "slow": self.slow,
        }


def summary(milliseconds: list[float]) -> str:
    """Return p50, p95 and the maximum in words."""
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
    """Run one scenario of SETTINGS with `games` tables of two. Raises ValueError, RuntimeError."""
    setting = SETTINGS[name]
    redis = "own" if setting.redis else None
    with set_stage(database, redis, pinned=setting.servers == 1) as stage:
        if setting.own_postgres and stage.postgres is None:
            raise ValueError("this scenario kills its PostgreSQL: it must be its own")
        for _ in range(setting.servers):
            stage.add_server(server)
        plan = Plan(
            urls=[server.url for server in stage.servers],
            tables=seat_tables(games, 2, variants, stage.env),
            journal=stage.journal(),
            seconds=None,
            duplicates=setting.duplicates,
        )
        outcome = Outcome(name, stage.database, rounds, games)
        outcome.damage = Damage(rounds, pause_s)
        _play(plan, stage, setting.scenario, outcome)
        _check(plan, stage, outcome)
        return outcome


def _play(plan: Plan, stage: Stage, scenario: Scenario, outcome: Outcome) -> None:
    play = Play(plan, stage.directory, stage.other_core)
    try:
        play.wait_for("playing")
        scenario(play, stage, outcome.damage)
        play.finish()
        outcome.result = play.result()
    finally:
        play.stop()


def _check(plan: Plan, stage: Stage, outcome: Outcome) -> None:
    result = outcome.result
    outcome.slow += outcome.damage.slow
    problems, outcome.checked = check_journal(plan, stage.env)
    outcome.problems += problems
    if outcome.checked["games"] != outcome.checked["games finished"]:
        outcome.problems.append("not every game was finished")
    complaints, outcome.verifylog = verify_logs(stage.env)
    outcome.problems += complaints
    for server in stage.servers:
        outcome.log_lines.append(len(server.log.read_text(errors="replace").splitlines()))
        outcome.tracebacks += server.tracebacks()
    if percentile(result.returns, 0.95) > RETURN_MS:
        outcome.slow.append("p95 of the players were away for more than 5 s")
    if max(result.spreads, default=0.0) > AGREE_MS:
        outcome.slow.append("players of one table disagreed for more than 15 s")
