"""One process of a cluster: it is started again, sooner or later."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.assembly.cluster.child import MAX_PAUSE_S, Child
from games.platform.clock import use_clock
from tests.support.clock import FakeClock

pytestmark = pytest.mark.process


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    """A clock that the test moves."""
    made = FakeClock()
    with use_clock(made):
        yield made


@pytest.fixture
def child() -> Child:
    """A process that fails at once, started."""
    made = Child("failing", ["/bin/sh", "-c", "exit 3"], {}, lambda: True)
    made.start()
    return made


def starts_again(child: Child) -> bool:
    """Wait for the end of the process; return whether it then starts again."""
    ended = child._process
    assert ended is not None
    assert ended.wait() == 3
    child.restart_if_ended()
    return child._process is not ended


def test_it_waits_longer_each_time_a_process_ends_at_once(clock: FakeClock, child: Child) -> None:
    pauses = []
    for _ in range(9):
        waited = 0.0
        while not starts_again(child):
            clock.advance(0.5)
            waited += 0.5
        pauses.append(waited)
    assert pauses == [0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, MAX_PAUSE_S, MAX_PAUSE_S]


def wait_for_end(stat: Path) -> bool:
    """Return whether a process ends soon: it is gone, or a zombie until init reaps it."""
    deadline = time.monotonic() + 10
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_it_kills_what_a_process_leaves_behind(tmp_path: Path) -> None:
    log = tmp_path / "pid"
    child = Child(
        "parent", ["/bin/sh", "-c", f"sleep 600 & echo $! >{log}; wait"], {}, lambda: True
    )
    child.start()
    while not (log.exists() and log.read_text().strip()):
        assert child.pid is not None
    child.terminate()
    child.wait()
    assert wait_for_end(Path(f"/proc/{log.read_text().strip()}/stat"))
    assert child.pid is None
    assert child._process is not None
    assert child._process.returncode == -signal.SIGTERM
