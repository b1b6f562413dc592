"""A process that uses the solver's child runs compiled code there, and survives its end."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from games.core.solver import child
from games.core.solver.child import end_child, run, use_child

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """End the child after each test."""
    yield
    end_child()


def pid() -> int:
    """Return the process that runs a call; the first one starts the child."""
    found: int = run("os", "getpid")
    return found


def wait_for_end(process: int) -> None:
    """Wait until a process is gone."""
    last = monotonic() + 20
    while Path(f"/proc/{process}").exists():
        assert monotonic() < last
        sleep(0.05)


def test_it_is_not_used_by_other_processes() -> None:
    assert pid() == os.getpid()


def test_it_starts_once_and_answers_calls(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    first = pid()
    assert first != os.getpid()
    assert pid() == first
    assert str(run("games.core.solver.directory", "file_of", "a")) == str(tmp_path / "a")


def test_it_raises_what_the_function_raises(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    with pytest.raises(ZeroDivisionError):
        run("operator", "truediv", 1, 0)
    assert run("operator", "add", 1, 2) == 3


def test_it_raises_an_error_that_cannot_be_copied(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    with pytest.raises(RuntimeError, match="UncopiedError: 3"):
        run(__name__, "raise_uncopied")


def test_a_killed_child_is_replaced(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    first = pid()
    os.kill(first, signal.SIGKILL)
    second = pid()
    assert second not in {first, os.getpid()}


def test_a_call_that_kills_it_twice_fails(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    with pytest.raises(child.ChildEnded):
        run("os", "_exit", 1)
    assert run("operator", "add", 1, 2) == 3


def test_it_ends_when_idle_and_starts_again(tmp_path: Path) -> None:
    use_child(str(tmp_path), idle_s=0.2)
    first = pid()
    wait_for_end(first)
    assert pid() not in {first, os.getpid()}


def test_it_lets_others_go_first_after_the_first_call(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert run("os", "getpriority", os.PRIO_PROCESS, 0) == own
    for _ in range(3):
        found = run("os", "getpriority", os.PRIO_PROCESS, 0)
        assert found == max(own, child.POLITENESS)


def test_it_reads_the_tables_of_the_image(tmp_path: Path) -> None:
    own, image = tmp_path / "own", tmp_path / "image"
    image.mkdir()
    (image / "a.table").touch()
    use_child(str(own), str(image))
    assert run("games.core.solver.directory", "file_of", "a.table") == image / "a.table"
    assert run("games.core.solver.directory", "file_of", "b.table") == own / "b.table"


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    use_child(str(tmp_path))
    first = pid()
    end_child()
    wait_for_end(first)
    assert pid() == os.getpid()


class UncopiedError(Exception):
    """An error that cannot be made again from its arguments."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(str(one))


def raise_uncopied() -> None:
    """Raise it."""
    raise UncopiedError(3, 4)
