"""The queue that gives each address its turn."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.platform.limits import fair_queue
from games.platform.limits.fair_queue import FairQueue, FullError, Limits

LIMITS = Limits(running=3, waiting=6, running_each=2, waiting_each=4, seconds=60)
NOW = Limits(running=3, waiting=6, running_each=2, waiting_each=4, seconds=0)


async def settle() -> None:
    """Let every task run as far as it can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def enter(queue: FairQueue, address: str, admitted: list[str]) -> None:
    if not queue.enters_at_once(address):
        await queue.wait(address)
    admitted.append(address)


def all_enter(
    queue: FairQueue, addresses: Iterable[str], admitted: list[str]
) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(enter(queue, each, admitted)) for each in addresses]


async def test_it_gives_each_address_its_turn() -> None:
    queue, admitted = FairQueue(LIMITS), list[str]()
    tasks = all_enter(queue, "aaaaaa", admitted) + all_enter(queue, "bbc", admitted)
    await settle()
    assert admitted == ["a", "a", "b"]
    for left in "abacbaaa":
        queue.leave(left)
        await settle()
    # b and c came last, and did not wait for all of a.
    assert admitted == ["a", "a", "b", "a", "b", "c", "a", "a", "a"]
    assert (queue.running, queue.waiting) == (1, 0)
    assert all(task.done() for task in tasks)


async def test_it_refuses_the_fifth_that_waits_of_an_address_and_admits_another() -> None:
    queue, admitted = FairQueue(LIMITS), list[str]()
    tasks = all_enter(queue, "a" * 7, admitted)
    await settle()
    assert [task.done() for task in tasks] == [True, True, False, False, False, False, True]
    with pytest.raises(FullError):
        await tasks[6]
    await enter(queue, "b", admitted)
    assert admitted == ["a", "a", "b"]
    for task in tasks:
        task.cancel()


async def test_a_newcomer_takes_the_place_of_the_address_with_the_most() -> None:
    queue, admitted = FairQueue(LIMITS), list[str]()
    # Three run; four of a and two of b wait.
    tasks = all_enter(queue, "aabaaaabb", admitted)
    await settle()
    assert (queue.running, queue.waiting) == (3, 6)
    tasks += all_enter(queue, "cdef", admitted)
    await settle()
    # The last three of a gave way to c, d and e, then the last one of b to f.
    refused = [number for number, task in enumerate(tasks) if task.done() and task.exception()]
    assert refused == [4, 5, 6, 8]
    assert (queue.running, queue.waiting) == (3, 6)
    # All have one now.
    for address in "ga":
        with pytest.raises(FullError):
            await queue.wait(address)
    for number in range(6):
        queue.leave(admitted[number])
        await settle()
    assert admitted == [*"aab", *"abcdef"]


async def test_who_gives_way_and_gives_up_at_the_same_moment_takes_nothing_away() -> None:
    queue, admitted = FairQueue(LIMITS), list[str]()
    tasks = all_enter(queue, "aabaaaabb", admitted)
    await settle()
    tasks[6].cancel()
    newcomers = all_enter(queue, "c", admitted)
    await settle()
    tasks[5].cancel()
    await settle()
    assert queue.running == 3
    for task in [*tasks, *newcomers]:
        task.cancel()
    await settle()
    assert (queue.running, queue.waiting) == (3, 0)


async def test_it_refuses_who_has_waited_too_long() -> None:
    queue, admitted = FairQueue(NOW), list[str]()
    tasks = all_enter(queue, "aaa", admitted)
    with pytest.raises(FullError):
        await tasks[2]
    assert (queue.running, queue.waiting) == (2, 0)


@pytest.mark.parametrize("leaves_first", [True, False])
async def test_it_forgets_who_gave_up_and_loses_no_place(leaves_first: bool) -> None:
    queue, admitted = FairQueue(LIMITS), list[str]()
    tasks = all_enter(queue, "aaaa", admitted)
    await settle()
    # The third is admitted and gives up at the same moment: its place goes to the fourth.
    if leaves_first:
        queue.leave("a")
        tasks[2].cancel()
    else:
        tasks[2].cancel()
        queue.leave("a")
    await settle()
    assert admitted == ["a", "a", "a"]
    assert (queue.running, queue.waiting) == (2, 0)
    assert tasks[3].done()
    assert not tasks[3].cancelled()


async def test_few_run_while_the_process_is_busy_and_more_soon_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_queue, "LOOK_AGAIN_S", 0.001)
    load = SimpleNamespace(is_high=True)
    monkeypatch.setattr(fair_queue, "LOAD", load)
    queue, admitted = FairQueue(replace(LIMITS, when_busy=1)), list[str]()
    tasks = all_enter(queue, "abc", admitted)
    await asyncio.sleep(0.05)
    assert admitted == ["a"]
    load.is_high = False
    async with asyncio.timeout(10):
        await asyncio.wait(tasks)
    assert admitted == ["a", "b", "c"]
