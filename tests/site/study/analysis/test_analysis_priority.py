"""Analyses run with a low priority and pause while others use the CPU."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.platform.jobs.cpu_load import CpuTimes, Load
from games.site.study.analysis import jobs
from tests.support.clock import FakeClock


def test_only_the_analysis_thread_gets_a_lower_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    # Only the thread that analyses is slowed down, not the clocks of the same process.
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with ThreadPoolExecutor(max_workers=1) as threads:
        monkeypatch.setattr(jobs, "SLOW", threads)
        jobs.lower_priority()
        analyst = threads.submit(threading.get_native_id).result()
        assert os.getpriority(os.PRIO_PROCESS, analyst) == max(before, jobs.POLITENESS)
        assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


class Machine:
    """A machine with two cores whose CPU times the test sets."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.times = CpuTimes(busy=50.0, total=200.0)
        self.load = Load(lambda: self.times)

    def go_on(self, seconds: float, busy: float) -> None:
        self.clock.advance(seconds)
        self.times = CpuTimes(self.times.busy + busy, self.times.total + 2 * seconds)


def test_load_of_other_processes(clock: FakeClock) -> None:
    machine = Machine(clock)
    machine.go_on(seconds=1, busy=1.5)
    assert machine.load.of_others() == pytest.approx(0.75)
    machine.go_on(seconds=1, busy=1.5)
    machine.load.spent(0.9)
    assert machine.load.of_others() == pytest.approx(0.3)
    # Too short a time to see anything.
    machine.go_on(seconds=0.1, busy=0.2)
    assert machine.load.of_others() == pytest.approx(0.3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("share", "pauses"), [(0.2, 0), (0.9, 3)])
async def test_it_analyses_now_and_then_only_while_others_need_the_machine(
    monkeypatch: pytest.MonkeyPatch, share: float, pauses: int
) -> None:
    slept: list[float] = []
    analysed: list[int] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    def analyse(game_id: int) -> bool:
        analysed.append(game_id)
        return True

    monkeypatch.setattr(jobs, "games_to_analyse", lambda skip: [1, 2, 3])
    monkeypatch.setattr(jobs, "analyse_game", analyse)
    monkeypatch.setattr("asyncio.sleep", sleep)
    monkeypatch.setattr(jobs._load, "of_others", lambda: share)
    assert await jobs.sweep_analyses() == 3
    assert analysed == [1, 2, 3]
    assert slept == [jobs.PAUSE_S] * pauses


def test_it_takes_a_machine_that_does_not_tell_for_idle(clock: FakeClock) -> None:
    load = Load(lambda: None)
    clock.advance(1)
    assert load.of_others() == 0
