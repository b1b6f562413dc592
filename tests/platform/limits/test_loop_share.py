"""What may wait takes a small part of each turn of the event loop."""

import asyncio
import time

import pytest

from games.platform.limits.loop_share import LoopShare


def work(share: LoopShare, told: list[str], name: str, seconds: float = 0.002) -> None:
    """Have something done that takes so long, as a server does that has just received it."""

    def take() -> None:
        told.append(name)
        time.sleep(seconds)

    if share.is_free:
        share.do_now(take)
    else:
        share.do_later(take, name[0])


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_it_does_one_thing_in_a_turn_when_that_takes_the_whole_share() -> None:
    share, told = LoopShare(0.001), list[str]()
    for number in range(4):
        work(share, told, f"a{number}")
    assert told == ["a0"]
    done = []
    for _ in range(4):
        await turns(1)
        done.append(len(told))
    assert told == ["a0", "a1", "a2", "a3"]
    assert done == [2, 3, 4, 4]


async def test_it_does_all_at_once_that_fits_into_the_share() -> None:
    share, told = LoopShare(60), list[str]()
    for number in range(4):
        work(share, told, f"a{number}", 0)
    assert told == ["a0", "a1", "a2", "a3"]


async def test_each_address_has_its_turn() -> None:
    share, told = LoopShare(0.001), list[str]()
    for name in ("a0", "a1", "a2", "a3", "b0", "c0"):
        work(share, told, name)
    await turns(6)
    assert told == ["a0", "a1", "b0", "c0", "a2", "a3"]


async def test_what_is_new_does_not_overtake_what_waits() -> None:
    share, told = LoopShare(0.001), list[str]()
    for name in ("a0", "a1"):
        work(share, told, name)
    share.do_later(lambda: told.append("a2"), "a")
    work(share, told, "a3")
    await turns(4)
    assert told == ["a0", "a1", "a2", "a3"]


@pytest.mark.logs_errors("games.platform.limits.loop_share")
async def test_what_fails_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    share, told = LoopShare(0.001), list[str]()

    def fail() -> None:
        raise ValueError("broken")

    share.do_now(fail)
    share.do_later(fail)
    work(share, told, "a0")
    await turns(3)
    assert told == ["a0"]
    assert [record.exc_text is not None for record in caplog.records] == [True, True]


async def test_a_task_waits_while_the_share_is_spent_and_not_before() -> None:
    share, told = LoopShare(0.001), list[str]()

    async def go_on(name: str) -> None:
        await share.turn(name)
        told.append(name)

    first = asyncio.create_task(go_on("a"))
    work(share, told, "b0")
    tasks = [first, asyncio.create_task(go_on("c")), asyncio.create_task(go_on("d"))]
    await turns(1)
    assert told == ["b0"]
    tasks[1].cancel()
    await asyncio.wait(tasks)
    assert told == ["b0", "a", "d"]
    await turns(2)
    await asyncio.wait_for(go_on("e"), 5)


def test_it_begins_again_in_another_loop() -> None:
    share = LoopShare(0.001)

    async def spend() -> list[str]:
        told: list[str] = []
        for name in ("a0", "a1"):
            work(share, told, name)
        return list(told)

    assert asyncio.run(spend()) == asyncio.run(spend()) == ["a0"]
