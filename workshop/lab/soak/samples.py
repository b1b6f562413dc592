"""What processes hold at one moment, as rows of a CSV file, and how fast that grows."""

import csv
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workshop.lab.loadtest.processes import TICKS


class Holding(NamedTuple):
    """What one process holds: memory in MB, open files and sockets, threads. cpu_s: used so far."""

    rss_mb: float
    anonymous_mb: float
    files: int
    threads: int
    cpu_s: float


def holding(pid: int) -> Holding:
    """Read what a process holds from /proc. Raises OSError if there is no such process."""
    proc = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    fields = (proc / "stat").read_text().rpartition(")")[2].split()
    return Holding(
        _mb(status["VmRSS"]),
        _mb(status["RssAnon"]),
        len(os.listdir(proc / "fd")),
        int(status["Threads"]),
        (int(fields[11]) + int(fields[12])) / TICKS,
    )


def _mb(text: str) -> float:
    """Return the MB of a value of /proc/*/status, such as "1234 kB"."""
    return round(int(text.split(maxsplit=1)[0]) * 1024 / 1e6, 2)


def append_row(file: Path, row: Mapping[str, float]) -> None:
    """Append a row to a CSV file; the first one writes the names of the columns, too."""
    is_new = not file.exists()
    with file.open("a", newline="") as output:
        writer = csv.DictWriter(output, list(row))
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def read_columns(file: Path) -> dict[str, list[float]]:
    """Return the columns of a CSV file by name. Raises OSError, and ValueError without rows."""
    with file.open(newline="") as source:
        rows = list(csv.DictReader(source))
    if not rows:
        raise ValueError(f"{file} has no rows")
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def slope_per_hour(seconds: Sequence[float], values: Sequence[float]) -> float:
    """Return by how much a value grows in an hour: the median of the slopes between any two
    samples (Theil and Sen), which a few odd samples do not change.

    Returns 0.0 for fewer than two samples.
    """
    slopes = sorted(
        (later - value) / (at - begin) * 3600
        for number, (begin, value) in enumerate(zip(seconds, values, strict=True))
        for at, later in zip(seconds[number + 1 :], values[number + 1 :], strict=True)
    )
    if not slopes:
        return 0.0
    middle = len(slopes) // 2
    return slopes[middle] if len(slopes) % 2 else (slopes[middle - 1] + slopes[middle]) / 2
