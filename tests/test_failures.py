"""The kept list of tests that failed."""

from pathlib import Path

import pytest

from tests.failures import MOST_AGAIN, RUNS, Failures, Run, failed_again, keep, to_try_again
from tests.selection import MARKERS


def run(number: int, *failed: str) -> Run:
    return {"at": f"2026-01-01T00:{number:02}", "commit": "abc", "failed": list(failed)}


def test_it_keeps_the_last_runs_in_order(tmp_path: Path) -> None:
    path = tmp_path / "var" / "failures.txt"
    for number in range(RUNS + 2):
        runs = keep(path, run(number, "tests/a.py::test_b[two words]"))
    assert runs == [run(number, "tests/a.py::test_b[two words]") for number in range(2, RUNS + 2)]


def test_it_names_what_failed_in_more_than_one_run() -> None:
    runs = [run(0, "a", "b"), run(1), run(2, "b", "c"), run(3, "b", "a"), run(4, "d")]
    assert failed_again(runs) == [("b", 3), ("a", 2)]


def report(test: str, *markers: str) -> pytest.TestReport:
    report = pytest.TestReport(test, ("", 0, ""), {}, "failed", None, "call")
    report.keywords = dict.fromkeys(markers, 1)
    return report


def failing(*reports: pytest.TestReport) -> Run:
    failures = Failures(tuple(MARKERS))
    for each in reports:
        failures.pytest_runtest_logreport(each)
    timed = [test for test, is_timed in failures.failed.items() if is_timed]
    return {**run(0, *failures.failed), "timed": timed}


SLOW = report("tests/a.py::test_page[two words]", "browser", "long")


def test_what_depends_on_the_machine_gets_another_try() -> None:
    first = failing(report("tests/a.py::test_sum"))
    assert to_try_again([first, failing(SLOW)]) == ["tests/a.py::test_page[two words]"]


def test_nothing_gets_one_beside_a_failure_of_another_kind() -> None:
    assert to_try_again([failing(SLOW, report("tests/a.py::test_sum"))]) == []
    many = [report(f"tests/a.py::test_{number}", "server") for number in range(MOST_AGAIN + 1)]
    assert to_try_again([failing(*many)]) == []
    assert len(to_try_again([failing(*many[1:])])) == MOST_AGAIN


@pytest.mark.parametrize("runs", [[], [run(0)], [failing()], [run(0, "tests/a.py::test_b")]])
def test_nothing_failed_or_nobody_knows_why(runs: list[Run]) -> None:
    assert to_try_again(runs) == []
