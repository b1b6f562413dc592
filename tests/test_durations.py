"""The kept seconds of files, and the order that they give."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.durations import KEPT, Durations, merged, part_of, read, text_of
from tests.environment import ROOT
from tests.selection import BEFORE_RELEASE, MARKERS, between, places

SLOW, MIXED, NEW = "tests/platform/test_clock.py", "tests/test_docs.py", "tests/test_durations.py"


def step(test: str, seconds: float, *markers: str, worker: str = "gw0") -> pytest.TestReport:
    report = pytest.TestReport(
        nodeid=test,
        location=("", 0, ""),
        keywords=dict.fromkeys(markers, 1),
        outcome="passed",
        longrepr=None,
        when="call",
        duration=seconds,
    )
    vars(report)["worker_id"] = worker
    return report


def test_it_adds_up_the_steps_of_a_file_and_of_its_quick_tests() -> None:
    durations = Durations(tuple(MARKERS))
    durations.pytest_runtest_logreport(step(f"{MIXED}::test_a", 2.25))
    durations.pytest_runtest_logreport(step(f"{MIXED}::test_b[x::y]", 3.5, "long", "server"))
    durations.pytest_runtest_logreport(step(f"{SLOW}::test_c", 8, "browser", worker="gw1"))
    assert durations.by_file == {MIXED: 5.75, SLOW: 8}
    assert durations.quick_by_file == {MIXED: 2.25}
    assert durations.by_part == {"quick": 2.25, "server": 3.5, "browser": 8}
    assert set(durations.end_by_worker) == {"gw0", "gw1"}


def test_it_counts_whole_games_apart() -> None:
    keywords = {"server": 1, "long": 1}
    assert (
        part_of("tests/system/whole_games/test_faults.py", keywords, tuple(MARKERS))
        == "whole games"
    )
    assert part_of("tests/system/attack/test_crowds.py", keywords, tuple(MARKERS)) == "server"


def test_it_keeps_what_a_run_left_out_and_drops_what_is_gone_or_short(tmp_path: Path) -> None:
    before = {SLOW: (9, 4), MIXED: (30, 2), "tests/test_gone.py": (50, 50)}
    seconds = {MIXED: 3.2, NEW: 0.2}
    after = merged(before, seconds, seconds)
    assert after == {SLOW: (9, 4), MIXED: (30, 3)}
    path = tmp_path / "durations.txt"
    path.write_text(text_of(after))
    assert read(path) == after


def test_a_whole_run_replaces_what_was_kept() -> None:
    assert merged({MIXED: (30, 2)}, {MIXED: 11.6}, {MIXED: 4.0}) == {MIXED: (12, 4)}


def test_the_browser_comes_first_and_the_longest_file_of_each_part() -> None:
    kept = {"tests/a.py": (3, 3), "tests/b.py": (40, 1), "tests/system/e2e/long.py": (5, 0)}
    files = ["tests/system/e2e/new.py", "tests/new.py", *kept, "tests/a.py"]
    whole = places(files, kept, only_quick=False)
    assert sorted(whole, key=whole.__getitem__) == [
        "tests/system/e2e/long.py",
        "tests/system/e2e/new.py",
        "tests/b.py",
        "tests/a.py",
        "tests/new.py",
    ]
    quick = places(files, kept, only_quick=True)
    assert quick["tests/a.py"] < quick["tests/b.py"] < quick["tests/new.py"]


def test_the_kept_file_has_the_form_that_is_read() -> None:
    assert text_of(read(KEPT)) == KEPT.read_text()


def test_in_ci_a_browser_test_has_its_first_and_its_last_parameters() -> None:
    play, look = (
        "tests/system/e2e/test_phone.py::test_play",
        "tests/system/e2e/test_zoom.py::test_a",
    )
    names = [f"{play}[{letter}]" for letter in "abcd"] + [look, f"{SLOW}::test_c[b]"]
    marked: dict[str, Any] = {f"{play}[a]": "release"}
    found: list[Any] = [
        SimpleNamespace(
            nodeid=name, get_closest_marker=lambda mark, name=name: marked.get(name) == mark or None
        )
        for name in names
    ]
    assert [item.nodeid for item in between(found)] == [f"{play}[c]"]


def test_what_runs_before_a_release_exists() -> None:
    assert [file for file in BEFORE_RELEASE if not (ROOT / file).exists()] == []
