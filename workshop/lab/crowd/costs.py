"""CPU and memory of the processes of a site, and how busy the cores are, from /proc."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workshop.lab.loadtest.holding import holding
from workshop.lab.loadtest.processes import TICKS, cpu_s

Pids = Mapping[str, Sequence[int]]
"""The processes of each part of the site."""


class Costs(NamedTuple):
    """CPU seconds that each part of the site, and each core, has used so far."""

    parts: dict[str, float]
    cores: list[float]

    @classmethod
    def read(cls, pids: Pids) -> "Costs":
        parts = {part: sum(map(cpu_s, each)) for part, each in pids.items()}
        # The server's children compile and compute perfect play: more after a start than later.
        own = sum(map(own_cpu_s, pids["server"]))
        return cls({**parts, "server": own, "server's children": parts["server"] - own}, core_s())

    def since(self, before: "Costs") -> "Costs":
        return Costs(
            {part: self.parts[part] - before.parts[part] for part in self.parts},
            [now - then for now, then in zip(self.cores, before.cores, strict=True)],
        )


def own_cpu_s(pid: int) -> float:
    """Return the CPU seconds of a process without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def core_s() -> list[float]:
    """Return how many seconds each core has worked."""
    found = []
    for line in Path("/proc/stat").read_text().splitlines():
        name, *fields = line.split()
        if name.startswith("cpu") and name != "cpu":
            user, nice, system, _, _, irq, softirq, *_ = map(int, fields)
            found.append((user + nice + system + irq + softirq) / TICKS)
    return found


def anonymous_mb(pids: Sequence[int]) -> float:
    """Return the memory that is theirs alone."""
    return sum(holding(pid).anonymous_mb for pid in pids)
