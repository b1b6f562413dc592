"""How long each file of tests takes: what starts first, and where the time of a run went.

Registered by tests/selection.py. `--write-durations` keeps the seconds of a whole run in
durations.txt, by which tests/selection.py orders the next ones. The seconds may be those of a busy
machine: only their order counts. A file that is not listed takes less than a second, or is new.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
KEPT = HERE / "durations.txt"
HEAD = "# Seconds of each file's tests, and of those that are in the quick run: --write-durations\n"
TELL_S = 60
"""A shorter run does not say where its time went."""
LEAST_S = 1


class Durations:
    """What the tests of a run took, in seconds. In the process that starts the others."""

    def __init__(self, markers: tuple[str, ...]) -> None:
        self._markers = markers
        self.by_file: defaultdict[str, float] = defaultdict(float)
        self.quick_by_file: defaultdict[str, float] = defaultdict(float)
        self.by_part: defaultdict[str, float] = defaultdict(float)
        self.end_by_worker: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a step of a test."""
        file = report.nodeid.split("::")[0]
        part = part_of(file, report.keywords, self._markers)
        self.by_file[file] += report.duration
        self.by_part[part] += report.duration
        if part == QUICK:
            self.quick_by_file[file] += report.duration
        self.end_by_worker[getattr(report, "worker_id", "")] = report.stop

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        """Say where the time went; keep it, if that is asked for."""
        if sum(self.by_part.values()) > TELL_S:
            terminalreporter.section("seconds of tests, in all processes")
            parts = sorted(self.by_part.items(), key=lambda each: -each[1])
            for part, seconds in parts:
                terminalreporter.line(f"{seconds:6.0f} {part}")
            ends = sorted(self.end_by_worker.values())
            if len(ends) > 1:
                terminalreporter.line(f"{ends[-1] - ends[0]:6.0f} waiting for the last process")
        if config.getoption("write_durations"):
            KEPT.write_text(text_of(merged(read(KEPT), self.by_file, self.quick_by_file)))


QUICK = "quick"
WHOLE_GAMES = "whole games"


def part_of(file: str, keywords: object, markers: tuple[str, ...]) -> str:
    """Return the part of a run that a test belongs to: its first marker, or the quick run."""
    assert isinstance(keywords, dict)
    if file.startswith("tests/system/whole_games/") and "long" in keywords:
        return WHOLE_GAMES
    return next((marker for marker in markers if marker in keywords), QUICK)


Kept = dict[str, tuple[int, int]]
"""By file: the seconds of all its tests, and of those in the quick run."""


def read(path: Path) -> Kept:
    """Return the seconds in a file that `text_of` made."""
    lines = path.read_text().splitlines()[1:]
    return {file: (int(every), int(quick)) for every, quick, file in map(str.split, lines)}


def text_of(kept: Kept) -> str:
    """Return these seconds as lines, in the order of the files' names."""
    lines = [f"{every:5} {quick:4} {file}\n" for file, (every, quick) in sorted(kept.items())]
    return HEAD + "".join(lines)


def merged(kept: Kept, by_file: Mapping[str, float], quick_by_file: Mapping[str, float]) -> Kept:
    """Return what is kept after a run, which may have left out files, or all but quick tests.

    Files that are gone, or take less than a second, are dropped.
    """
    found = {file: seconds for file, seconds in kept.items() if (HERE.parent / file).exists()}
    for file, seconds in by_file.items():
        quick_s = quick_by_file.get(file, 0.0)
        before = found.get(file, (0, 0))[0] if seconds == quick_s else 0
        found[file] = (max(round(seconds), before), round(quick_s))
    return {file: seconds for file, seconds in found.items() if max(seconds) >= LEAST_S}
