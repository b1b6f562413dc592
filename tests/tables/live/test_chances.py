"""Win probabilities for spectators."""

import threading

import pytest

from games.core.engine import GameState
from games.models import User
from games.platform.database.threads import in_database
from games.tables.live import chances as hub_chances
from games.tables.live.registry import Hubs
from tests.support.client import Client, visit
from tests.support.people import keep, playing


class Judge:
    """Replaces the computation: returns when the test allows it, and records its calls."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.ready = True
        self.answer: tuple[float, ...] = (0.75, 0.25)

    def __call__(self, state: GameState) -> tuple[float, ...] | None:
        self.asked.append(state.seq)
        assert self.may_answer.wait(10)
        if not self.ready:
            return None
        return self.answer


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    found = Judge()
    monkeypatch.setattr(hub_chances, "chances_of", found)
    return found


def kinds(client: Client) -> list[str]:
    return [frame["type"] for frame in client.frames]


async def test_chances_go_to_spectators_and_not_to_players(
    hubs: Hubs, alice: User, bob: User, charlie: User, judge: Judge
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    known, stranger = await visit(room, charlie), await visit(room)
    first = await stranger.hear("chances", seq=1)
    assert first["win"] == [0.75, 0.25]
    seq = (await one.roll())["seq"]
    await known.hear("chances", seq=seq)
    await stranger.hear("chances", seq=seq)
    await two.reach(seq)
    assert "chances" not in kinds(one) + kinds(two)


async def test_chances_of_a_rated_game_go_to_nobody(
    hubs: Hubs, alice: User, bob: User, charlie: User, judge: Judge
) -> None:
    await in_database(lambda: keep(alice, bob))
    room = await in_database(lambda: playing(alice, bob, clock=60, rated=True))
    one, second_window = await visit(room, alice), await visit(room)
    watcher = await visit(room, charlie)
    seq = (await one.roll())["seq"]
    for client in (one, second_window, watcher):
        await client.reach(seq)
    late = await visit(room)
    assert judge.asked == []
    assert "chances" not in kinds(one) + kinds(second_window) + kinds(watcher) + kinds(late)


async def test_chances_that_come_too_late_are_dropped(
    hubs: Hubs, alice: User, bob: User, charlie: User, judge: Judge
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await visit(room, alice)
    judge.may_answer.clear()
    watcher = await visit(room, charlie)
    for _ in range(3):
        seq = (await one.roll())["seq"]
        await watcher.reach(seq)
    judge.may_answer.set()
    await watcher.hear("chances", seq=seq)
    heard = [frame["seq"] for frame in watcher.frames if frame["type"] == "chances"]
    assert heard == [seq]
    assert judge.asked[0] == 1
    assert judge.asked[-1] == seq


async def test_chances_are_computed_once_and_sent_to_later_spectators_at_once(
    hubs: Hubs, alice: User, bob: User, charlie: User, judge: Judge
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    watcher = await visit(room, charlie)
    await watcher.hear("chances", seq=1)
    late = await visit(room)
    await late.hear("chances", seq=1)
    assert judge.asked == [1]


async def test_chances_come_as_soon_as_there_are_tables(
    hubs: Hubs, alice: User, bob: User, charlie: User, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_chances, "TABLES_S", 0.01)
    judge.ready = False
    room = await in_database(lambda: playing(alice, bob))
    one, watcher = await visit(room, alice), await visit(room, charlie)
    seq = (await one.roll())["seq"]
    await watcher.reach(seq)
    assert "chances" not in kinds(watcher)
    judge.ready = True
    await watcher.hear("chances", seq=seq)
