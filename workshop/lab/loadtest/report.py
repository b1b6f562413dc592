"""The figures of a load test, as text and as JSON."""

from dataclasses import asdict, dataclass, field
from typing import Any

from workshop.lab.loadtest.messages import Result


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a `share` (0 to 1) of the values lie; 0.0 if there are none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


GROWTH_S = 600.0
"""What grew in a shorter test says nothing."""


@dataclass
class Report:
    """The result of one `script/lab loadtest`. Times are in ms unless the name has another unit."""

    server: str
    database: str
    rooms: int
    players: int
    rate: float
    seconds: float
    moves: int = 0
    moves_per_second: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    longest: float = 0.0
    rematch_p50: float = 0.0
    server_us_per_move: float = 0.0
    moves_per_cpu_second: float = 0.0
    server_cpu_percent: float = 0.0
    server_rss_mb: float = 0.0
    postgres_us_per_move: float | None = None
    redis_us_per_move: float | None = None
    generator_cpu_percent: float = 0.0
    ceiling_moves_per_second: float | None = None
    other_cpu_percent: float = 0.0
    games_finished: int = 0
    checked: dict[str, int] = field(default_factory=dict)
    verifylog: str = ""
    growth_per_hour: dict[str, dict[str, float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def add_result(self, result: Result) -> None:
        self.moves = result.moves
        self.moves_per_second = result.moves / result.seconds
        self.p50 = percentile(result.latency_ms, 0.5)
        self.p99 = percentile(result.latency_ms, 0.99)
        self.longest = max(result.latency_ms, default=0.0)
        self.rematch_p50 = percentile(result.rematch_ms, 0.5)
        self.generator_cpu_percent = result.cpu_percent
        self.games_finished = result.games_finished

    def add_costs(
        self, server_s: float, postgres_s: float | None, redis_s: float | None, rss_mb: float
    ) -> None:
        """Add the CPU seconds that all servers, PostgreSQL and Redis used while measuring."""
        moves = max(1, self.moves)
        self.server_us_per_move = server_s * 1e6 / moves
        self.moves_per_cpu_second = self.moves / server_s if server_s else 0.0
        self.server_cpu_percent = 100 * server_s / self.seconds
        self.server_rss_mb = rss_mb
        if postgres_s is not None:
            self.postgres_us_per_move = postgres_s * 1e6 / moves
        if redis_s is not None:
            self.redis_us_per_move = redis_s * 1e6 / moves

    def as_json(self) -> dict[str, Any]:
        return {
            name: round(value, 2) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }

    def lines(self) -> list[str]:
        pace = f"{self.rate:g} moves/s, Poisson" if self.rate else "as fast as possible"
        ceiling = self.ceiling_moves_per_second
        postgres, redis = self.postgres_us_per_move, self.redis_us_per_move
        return [
            f"{self.rooms} rooms of {self.players}, {pace}, {self.seconds:g} s, on {self.server}",
            f"stored in    {self.database}, committed before each answer",
            f"moves        {self.moves_per_second:,.0f} per second ({self.moves:,} measured)",
            f"latency      p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms, max {self.longest:.1f} ms"
            + ("  (from the moment each move was due)" if self.rate else ""),
            f"server       {self.server_us_per_move:.0f} µs CPU per move, "
            f"{self.server_cpu_percent:.0f} % of one core, {self.server_rss_mb:.0f} MB; "
            f"{self.moves_per_cpu_second:,.0f} moves per CPU second",
            "postgres     "
            + ("not measured" if postgres is None else f"{postgres:.0f} µs per move")
            + ("" if redis is None else f"; redis {redis:.0f} µs per move"),
            f"generator    {self.generator_cpu_percent:.0f} % of one core; "
            + (f"its own ceiling: {ceiling:,.0f} moves/s" if ceiling else "ceiling not measured"),
            f"other jobs   {self.other_cpu_percent:.0f} % of one core",
            f"rematch      p50 {self.rematch_p50:.0f} ms; {self.games_finished} games finished",
            "checked      "
            + ", ".join(f"{value:,} {name}" for name, value in self.checked.items()),
            f"verifylog    {self.verifylog}",
            *(
                f"growth       {name}, in an hour: "
                + ", ".join(f"{value:+.1f} {what}" for what, value in growth.items())
                for name, growth in self.growth_per_hour.items()
                if self.seconds >= GROWTH_S
            ),
            *(f"PROBLEM      {problem}" for problem in self.problems[:20]),
            f"verdict      {len(self.problems)} problems",
        ]
