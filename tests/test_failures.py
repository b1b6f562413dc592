"""The kept list of tests that failed."""

from pathlib import Path

from tests.failures import RUNS, Run, failed_again, keep


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
