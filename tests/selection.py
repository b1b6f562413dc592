"""Which tests run, in which order and in how many processes.

A pytest plugin, named in pyproject.toml. It marks tests by what they need, leaves out what the
options do not ask for, and starts the longest files first, so that all processes end together:
see tests/durations.py.
docs/development.md lists the markers.
"""

import gc
import os
import subprocess
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

from tests.durations import KEPT, Durations, Kept, read
from tests.examples import FULL, QUICK
from tests.failures import Failures
from tests.notes import note

HERE = Path(__file__).resolve().parent

MARKERS = {
    "browser": "drives a real browser",
    "chaos": "kills servers or workers while people play",
    "server": "starts a server of the site",
    "postgres": "needs PostgreSQL",
    "redis": "needs Redis",
    "process": "starts some other process",
    "simulation": "plays or computes many games",
    "long": "takes long: runs in CI, with --long, or if its file is named",
    "release": "tests tools, translations, or more of the same: before a release, or if named",
}
"""What a test may need. The quick run has none of these; a test counts under its first marker."""

BY_FIXTURE = {
    "chromium": "browser",
    "postgres": "postgres",
    "migrated_postgres": "postgres",
    "redis_url": "redis",
}
BY_FOLDER = {
    "attack": "server",
    "e2e": "browser",
    "js": "process",
    "server": "server",
}
FIRST = "tests/system/e2e/"
"""The folder whose tests start first, and together: they share a browser."""
BEFORE_RELEASE = frozenset(
    f"{FIRST}test_{name}.py"
    for name in (
        *("among_friends", "analysis", "blocked_network", "blocked_scripts", "cards"),
        *("celebrations", "circle_weeks", "clock_step", "direction_of_pages", "directions"),
        *("dishonest_server", "ending", "free_name", "history", "other_dice", "printing"),
        *("providers", "screen", "screen_reader_words", "sent_twice", "table_layouts"),
        *("text_mode", "time_zones", "translated", "whole_card", "zoom"),
    )
)
"""Browser tests of looks, of rare trouble, and of what tests without a browser cover in part. All
of them would take CI half an hour more.
"""
SELDOM_REPEATED = (
    FIRST,
    "tests/assembly/startup/test_refusals.py",
    "tests/system/setup/test_checks.py",
)
"""Where each test has a browser or starts a site: only before a release it has all parameters."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("yacht")
    group.addoption(
        "--quick", action="store_true", help="leave out every test that is marked: see --markers"
    )
    group.addoption("--long", action="store_true", help="do not leave out tests marked long")
    group.addoption("--release", action="store_true", help="leave out nothing")
    group.addoption(
        "--write-durations", action="store_true", help="keep how long the files of a whole run take"
    )
    group.addoption(
        "--keep-failures", action="store_true", help="keep which tests failed: tests/failures.py"
    )
    group.addoption(
        "--seed",
        type=int,
        dest="simulated_seed",
        help="simulate this seed: tests/system/simulation",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, refuse wrong paths, and choose the examples of hypothesis.

    Raises UsageError for a path that does not exist: pytest-xdist would just run no tests.
    """
    for path, argument in paths_named(config):
        if not path.exists():
            raise pytest.UsageError(f"file or directory not found: {argument}")
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Durations(tuple(MARKERS)))
        if config.getoption("keep_failures"):
            config.pluginmanager.register(Failures(tuple(MARKERS)))
    if config.getoption("quick"):
        settings.load_profile(QUICK)
    elif config.getoption("--hypothesis-profile", None) is None:
        settings.load_profile(FULL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process for each core; none but this one when a single file is named."""
    if len(files_named(config)) == len(config.args) == 1:
        return 0
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def paths_named(config: pytest.Config) -> Iterator[tuple[Path, str]]:
    """Yield the path of each test or folder on the command line, and the argument as given."""
    for argument in config.args:
        yield Path(config.invocation_params.dir, argument.split("::")[0]).resolve(), argument


def files_named(config: pytest.Config) -> set[Path]:
    return {path for path, _ in paths_named(config) if path.is_file()}


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by its fixtures and its folder."""
    for name in marks_of(item):
        item.add_marker(name)


def marks_of(item: pytest.Item) -> Iterator[str]:
    """Yield the markers that follow from a test's fixtures and folder."""
    for fixture in getattr(item, "fixturenames", ()):
        if fixture in BY_FIXTURE:
            yield BY_FIXTURE[fixture]
    if item.path.is_relative_to(HERE):
        for folder in BY_FOLDER.keys() & set(item.path.relative_to(HERE).parts):
            yield BY_FOLDER[folder]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the options do not ask for, and note how much; the longest files first."""
    for item in [*between(items), *(each for each in items if file_of(each) in BEFORE_RELEASE)]:
        item.add_marker("release")
    reasons = {item: reason for item in items if (reason := reason_to_leave_out(config, item))}
    if reasons:
        config.hook.pytest_deselected(items=list(reasons))
        counts = Counter(reasons.values())
        for reason in [*MARKERS, LONG_HINT, RELEASE_HINT]:
            if reason in counts:
                note(config, "left out", reason, counts[reason])
    found = [item for item in items if item not in reasons]
    place = places(map(file_of, found), read(KEPT), only_quick=config.getoption("quick"))
    items[:] = sorted(found, key=lambda item: place[file_of(item)])


def between(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests in `SELDOM_REPEATED` that only repeat a test with other parameters: all but
    its first and its last.
    """
    tests = defaultdict(list)
    for item in items:
        if file_of(item).startswith(SELDOM_REPEATED) and not item.get_closest_marker("release"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for repeated in tests.values():
        yield from repeated[1:-1]


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays for the whole run: thousands of tests."""
    gc.collect()
    gc.freeze()


LONG_HINT = "long (run with CI=true or --long)"
RELEASE_HINT = "before a release (run with --release)"


def reason_to_leave_out(config: pytest.Config, item: pytest.Item) -> str | None:
    """Return why a test does not run, or None if it does."""
    if config.getoption("quick"):
        return next((name for name in MARKERS if item.get_closest_marker(name)), None)
    if config.getoption("release") or item.path in files_named(config):
        return None
    if item.get_closest_marker("release"):
        return RELEASE_HINT
    return LONG_HINT if item.get_closest_marker("long") and not wants_long(config) else None


def wants_long(config: pytest.Config) -> bool:
    """Return whether long tests run, whatever their file."""
    return bool(config.getoption("long")) or os.environ.get("CI") == "true"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let only marked tests start processes: the quick run would not leave the others out."""
    if any(item.get_closest_marker(name) for name in MARKERS):
        return (yield)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", refuse_to_start)
        return (yield)


def refuse_to_start(*arguments: object, **options: object) -> None:
    """Take the place of Popen.__init__."""
    pytest.fail(
        f"A test that starts a process needs a marker (tests/selection.py): {arguments[1:]}"
    )


@contextmanager
def starting_processes() -> Iterator[None]:
    """Let the fixture of an unmarked test start one: what it makes stays for later runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", START)
        yield


START = subprocess.Popen.__init__


def places(files: Iterable[str], kept: Kept, only_quick: bool) -> dict[str, int]:
    """Return the place of each file: those of the folder `FIRST`, and in each part the longest."""

    def order(file: str) -> tuple[bool, int, str]:
        every, quick = kept.get(file, (0, 0))
        return not file.startswith(FIRST), -(quick if only_quick else every), file

    return {file: place for place, file in enumerate(sorted(set(files), key=order))}


def file_of(item: pytest.Item) -> str:
    return item.nodeid.split("::")[0]
