"""What an experiment found, as text and as JSON."""

from dataclasses import dataclass, field
from typing import Any

from workshop.lab.loadtest.messages import Result
from workshop.lab.loadtest.report import percentile


@dataclass
class Outcome:
    """The result of an experiment.

    facts: what it measured and counted, by name. problems: what is wrong. slow: what took longer
    than promised, perhaps on a busy machine. histories: the files with what the players did.
    """

    name: str
    title: str
    database: str
    seed: int
    seconds: float
    results: list[Result] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    verifylog: str = ""
    problems: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    histories: list[str] = field(default_factory=list)

    def total(self, name: str) -> int:
        """Return the sum of a count of all generators."""
        return sum(getattr(result, name) for result in self.results)

    @property
    def reconnect_ms(self) -> list[float]:
        """The milliseconds from the loss of each connection until the next welcome."""
        return [value for result in self.results for value in result.reconnect_ms]

    def lines(self) -> list[str]:
        return [
            f"chaos {self.name}: {self.title}",
            f"run          --seed {self.seed} --seconds {self.seconds:g}, in {self.database}",
            f"played       {self.total('moves'):,} moves, {self.total('games_finished')} games",
            f"connections  {self.total('reconnects')} lost;"
            f" back after {summary(self.reconnect_ms)}",
            f"commands     {self.total('resent')} sent again, of which {self.total('old_answers')}"
            f" were done already; {self.total('retried')} refused as busy and retried",
            f"updates      {self.total('gaps')} gaps filled,"
            f" {self.total('repeats')} repeats ignored",
            *(f"{name:<12} {value}" for name, value in self.facts.items()),
            "checked      "
            + ", ".join(f"{value:,} {name}" for name, value in self.checked.items()),
            f"verifylog    {self.verifylog}",
            *(f"PROBLEM      {problem}" for problem in self.problems[:20]),
            *(f"SLOW         {problem}" for problem in self.slow),
            f"verdict      {len(self.problems)} problems, {len(self.slow)} too slow",
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seed": self.seed,
            "seconds": self.seconds,
            "moves": self.total("moves"),
            "games_finished": self.total("games_finished"),
            "reconnects": self.total("reconnects"),
            "resent": self.total("resent"),
            "old_answers": self.total("old_answers"),
            "return_p95_ms": round(percentile(self.reconnect_ms, 0.95)),
            "facts": self.facts,
            "checked": self.checked,
            "problems": self.problems,
            "slow": self.slow,
        }


def summary(milliseconds: list[float]) -> str:
    """Return p50, p95 and the maximum as text."""
    if not milliseconds:
        return "none"
    p50, p95 = percentile(milliseconds, 0.5), percentile(milliseconds, 0.95)
    return f"p50 {p50:,.0f} ms, p95 {p95:,.0f} ms, max {max(milliseconds):,.0f} ms"
