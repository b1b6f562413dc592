"""The figures of a crowd, as text and as JSON."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from workshop.lab.crowd.costs import Costs
from workshop.lab.crowd.plan import CrowdResult
from workshop.lab.crowd.steps import COUNTED, by_step
from workshop.lab.loadtest.report import percentile

FULL_CORE = 0.8
"""Which part of a core people may use: the rest is for peaks."""
SPARE_PERCENT = 80.0
"""With a busier core, the generator is late itself."""
LATE_MS = 5.0
OTHERS_PERCENT = 10.0
"""When other programs use more of the server's core, moves wait for them."""
TOP = 10
FINE = ("200", "503")
"""The status of pages: read, or refused because the site has too much to do."""


@dataclass
class Step:
    """A step of work. us: CPU of a person in a second; each_us: of one; None if nobody did it."""

    name: str
    share: float
    us: float
    times_a_second: float | None
    each_us: float | None
    people_a_core: float


@dataclass
class CrowdReport:
    """The result of a run. us: CPU in µs, of a person in a second, for each part of the site."""

    site: str
    database: str
    people: int
    seated: int
    watching: int
    reading: int
    tables: int
    seconds: float
    sampled_s: float = 0.0
    us: dict[str, float] = field(default_factory=dict)
    people_a_core: float = 0.0
    server_percent: float = 0.0
    server_core_percent: float | None = None
    other_core_percent: float | None = None
    generator_percent: float = 0.0
    generator_late_ms: float = 0.0
    moves_per_second: float = 0.0
    rolls_of_a_table: float = 0.0
    latency_ms: dict[str, float] | None = None
    why_no_latency: str = ""
    per_person: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    join_ms: float = 0.0
    server_mb: float = 0.0
    memory_kb: float = 0.0
    steps: list[Step] = field(default_factory=list)
    top: list[tuple[str, float]] = field(default_factory=list)
    parts: list[tuple[str, float]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    reconnects: int = 0
    games_finished: int = 0
    checked: dict[str, int] = field(default_factory=dict)
    verifylog: str = ""
    problems: list[str] = field(default_factory=list)
    stacks: Counter[tuple[str, ...]] = field(default_factory=Counter)

    # --- Computing ------------------------------------------------------------------------

    def add_costs(self, used: Costs, cores: tuple[int, int] | None) -> None:
        """Add the CPU seconds that were used while measuring."""
        person_s = self.people * self.seconds
        self.us = {part: 1e6 * spent / person_s for part, spent in used.parts.items()}
        self.server_percent = 100 * used.parts["server"] / self.seconds
        self.people_a_core = people_a_core(self.us["server"])
        if cores is not None:
            self.server_core_percent, self.other_core_percent = (
                100 * used.cores[core] / self.seconds for core in cores
            )

    def add_result(self, result: CrowdResult) -> None:
        """Add what the crowd counted. After `add_costs`, and after the samples."""
        counts = self.counts = result.counts
        self.generator_percent, self.generator_late_ms = result.cpu_percent, result.lag_ms
        moves = counts.get("roll", 0) + counts.get("score", 0)
        self.moves_per_second = moves / self.seconds
        self.rolls_of_a_table = counts.get("roll", 0) / self.seconds / self.tables
        names = ("frames_in", "bytes_in", "frames_out", "bytes_out")
        self.per_person = {name: counts[name] / self.seconds / self.people for name in names}
        self.reconnects, self.games_finished = result.reconnects, result.games_finished
        self.pages = result.answers
        self.problems += result.problems
        self.problems += [f"page {name}" for name in result.answers if name not in FINE]
        self._add_latency(result.latency_ms)
        if self.stacks:
            self._add_samples(result.sampled)

    def _add_latency(self, values: list[float]) -> None:
        self.why_no_latency = self._why_no_latency()
        if not self.why_no_latency and values:
            self.latency_ms = {
                f"p{share}": percentile(values, share / 100) for share in (50, 95, 99)
            }

    def _why_no_latency(self) -> str:
        if self.server_core_percent is None or self.other_core_percent is None:
            return "there is one core for everything"
        if self.other_core_percent > SPARE_PERCENT:
            return f"the generator's core was busy for {self.other_core_percent:.0f} % of the time"
        if self.generator_late_ms > LATE_MS:
            return f"the generator was {self.generator_late_ms:.0f} ms late (p99)"
        others = self.server_core_percent - self.server_percent
        if others > OTHERS_PERCENT:
            return f"other programs used {others:.0f} % of the server's core"
        return ""

    def _add_samples(self, counts: dict[str, int]) -> None:
        whole, us = self.stacks.total(), self.us["server"]
        for name, samples in by_step(self.stacks).most_common():
            share = samples / whole
            counted = sum(counts.get(what, 0) for what in COUNTED.get(name, ()))
            rate = counted / self.sampled_s if counted else None
            each = share * us * self.people / rate if rate else None
            self.steps.append(Step(name, share, share * us, rate, each, people_a_core(share * us)))
        self.top = shares(Counter(_own(self.stacks)), whole)[:TOP]
        self.parts = shares(Counter(_packages(self.stacks)), whole)[:TOP]

    # --- Showing --------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        plain = asdict(self)
        del plain["stacks"]
        return rounded(plain)  # type: ignore[no-any-return]

    def lines(self) -> list[str]:
        """Return what does not fit into the table of all runs."""
        return [
            f"--- {self.people} people, {self.site}",
            f"stored in    {self.database}",
            f"people       {self.seated} at {self.tables} tables, {self.watching} watch, "
            f"{self.reading} read pages; {self.seconds:g} s",
            *self._step_lines(),
            *(f"top          {share:5.1%}  {name}" for name, share in self.top),
            *(f"package      {share:5.1%}  {name}" for name, share in self.parts),
            "counted      " + ", ".join(f"{value:,} {name}" for name, value in self.counts.items()),
            "checked      "
            + ", ".join(f"{value:,} {name}" for name, value in self.checked.items()),
            f"verifylog    {self.verifylog}",
            *(f"PROBLEM      {problem}" for problem in self.problems[:20]),
            f"verdict      {len(self.problems)} problems",
        ]

    def _step_lines(self) -> list[str]:
        lines = [
            f"{'step of work':20} {'share':>6} {'µs/s a person':>14} {'a second':>9} {'µs each':>9}"
            f" {'people a core':>14}"
        ]
        for step in self.steps:
            rate = "" if step.times_a_second is None else f"{step.times_a_second:.1f}"
            each = "" if step.each_us is None else f"{step.each_us:,.0f}"
            lines.append(
                f"{step.name:20} {step.share:6.1%} {step.us:14.1f} {rate:>9} {each:>9}"
                f" {step.people_a_core:14,.0f}"
            )
        return lines if self.steps else []


def people_a_core(us: float) -> float:
    """Return how many people one core serves, if each uses so many µs of it in a second. Computed:
    nobody has measured so many people.
    """
    return FULL_CORE * 1e6 / us if us else 0.0


def shares(counts: Counter[str], whole: int) -> list[tuple[str, float]]:
    return [(name, count / whole) for name, count in counts.most_common()]


def _own(stacks: Counter[tuple[str, ...]]) -> dict[str, int]:
    """Return the samples of each function itself, without what it calls."""
    own: Counter[str] = Counter()
    for stack, count in stacks.items():
        own[stack[-1]] += count
    return own


def _packages(stacks: Counter[tuple[str, ...]]) -> dict[str, int]:
    """Return the samples of each package itself: two folders of the site, one of a library."""
    own: Counter[str] = Counter()
    for stack, count in stacks.items():
        folders = stack[-1].split("/")
        own["/".join(folders[: 3 if folders[0] == "games" else 1])] += count
    return own


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list | tuple) else value


ROWS: tuple[tuple[str, str], ...] = (
    ("CPU of the server, µs/s a person", "us.server"),
    ("  its children (perfect play)", "us.server's children"),
    ("  worker", "us.worker"),
    ("  PostgreSQL", "us.PostgreSQL"),
    ("  Redis", "us.Redis"),
    ("people a core (computed: 0.8 core)", "people_a_core"),
    ("server, % of its core", "server_percent"),
    ("moves a second", "moves_per_second"),
    ("rolls a second and table", "rolls_of_a_table"),
    ("latency p50, ms", "latency_ms.p50"),
    ("  p95", "latency_ms.p95"),
    ("  p99", "latency_ms.p99"),
    ("frames to a person, a second", "per_person.frames_in"),
    ("  bytes", "per_person.bytes_in"),
    ("frames from a person, a second", "per_person.frames_out"),
    ("  bytes", "per_person.bytes_out"),
    ("memory of the server, kB a person", "memory_kb"),
    ("to join, ms of CPU", "join_ms"),
    ("generator, % of its core", "generator_percent"),
    ("generator's core, % busy", "other_core_percent"),
    ("problems", "problems"),
)


def table(reports: Sequence[CrowdReport]) -> list[str]:
    """Return a table of all runs: a column for each number of people."""
    lines = [f"{'people':36}" + "".join(f"{report.people:>12,}" for report in reports)]
    for title, path in ROWS:
        cells = [_cell(report, path) for report in reports]
        if any(cells):
            lines.append(f"{title:36}" + "".join(f"{cell:>12}" for cell in cells))
    lines += [
        f"No latency with {report.people} people: {report.why_no_latency}."
        for report in reports
        if report.why_no_latency
    ]
    return lines


def _cell(report: CrowdReport, path: str) -> str:
    value: Any = report
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    if value is None:
        return ""
    return str(len(value)) if isinstance(value, list) else f"{value:,.2f}"
