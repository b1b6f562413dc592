"""Which tests a run leaves out, and what it says about it."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.process
pytest_plugins = ["pytester"]

ONE_FILE = """
    import subprocess
    import pytest

    def test_that_needs_nothing():
        pass

    @pytest.mark.server
    @pytest.mark.process
    def test_that_starts_a_server():
        subprocess.run(["true"], check=True)

    @pytest.mark.simulation
    @pytest.mark.long
    def test_that_takes_long():
        pass
"""
UNMARKED = """
    import subprocess

    def test_that_starts_a_process():
        subprocess.run(["true"])
"""


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with two files of tests and the plugins of this one."""
    pytester.makepyfile(test_one=ONE_FILE, test_unmarked=UNMARKED)
    pytester.makeini("[pytest]\naddopts = -p no:django -p tests.notes -p tests.selection")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.delenv("CI", raising=False)
    return pytester


def test_it_counts_what_a_quick_run_leaves_out_by_the_first_marker(
    folder: pytest.Pytester,
) -> None:
    result = folder.runpytest_subprocess("--quick", "-k", "not unmarked")
    result.assert_outcomes(passed=1, deselected=3)
    result.stdout.fnmatch_lines(["*left out*", "*1 server", "*1 simulation"])


def test_it_says_the_same_when_workers_run_the_tests(folder: pytest.Pytester) -> None:
    result = folder.runpytest_subprocess("--quick", "-k", "not unmarked", "-n", "2")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*left out*", "*1 server", "*1 simulation"])


def test_it_leaves_out_long_tests_unless_it_is_told_to_run_them(
    folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = folder.runpytest_subprocess("-k", "not unmarked")
    result.assert_outcomes(passed=2, deselected=2)
    result.stdout.fnmatch_lines(["*left out*", "*1 long (run with CI=true or --long)"])
    folder.runpytest_subprocess("test_one.py").assert_outcomes(passed=3)
    folder.runpytest_subprocess("--long", "-k", "long").assert_outcomes(passed=1, deselected=3)
    monkeypatch.setenv("CI", "true")
    folder.runpytest_subprocess("-k", "long").assert_outcomes(passed=1, deselected=3)


def test_it_fails_a_test_that_starts_a_process_without_a_marker(folder: pytest.Pytester) -> None:
    result = folder.runpytest_subprocess("test_unmarked.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*A test that starts a process needs a marker*"])
