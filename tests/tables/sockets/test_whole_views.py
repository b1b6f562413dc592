"""With `whole=1` a client gets the whole view instead of what changes in it, and nothing else."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.models import Room, User
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.record.reveals.shared_dice import open_share
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import open_room, playing
from tests.support.sealing import reveal, seal
from tests.support.shared_tables import open_shared_table

# What everybody in a room is told as it happens. Win probabilities come when they are computed.
TOLD = ("news", "done", "room", "chat", "selection")
# What differs between a delta and an update.
OF_ONE_KIND = ("type", "base", "changes", "view")


def share_dice(host: User, *others: User, **settings: Any) -> Room:
    """Start a game with the dice of a group."""
    begins = now_ms() + 5000
    return open_shared_table([host, *others], settings["variant"], {}, 60, open_share(), begins)


def seal_seeds(host: User, *others: User, **settings: Any) -> Room:
    """Open a table; the game begins with the seeds that its players seal."""
    return open_room(host, seats=1 + len(others), **settings)


class Case(NamedTuple):
    """How a game is opened, and how it is played."""

    open: Callable[..., Room] = playing
    settings: dict[str, Any] = {}
    people: int = 2
    resigns: bool = False


ROUNDS = {"mode": "rounds", "clock": 60}
CASES = {
    "turns": Case(settings={"variant": "triple_yahtzee"}),
    "turns of one": Case(settings={"variant": "yatzy", "clock": 30}, people=1),
    "turns, sealed, one resigns": Case(seal_seeds, {"variant": "yahtzee"}, 3, True),
    "rounds": Case(settings={"variant": "yatzy", **ROUNDS}, people=3),
    "rounds of one": Case(settings={"variant": "yacht", **ROUNDS}, people=1),
    "rounds, sealed, one resigns": Case(seal_seeds, {"variant": "yahtzee", **ROUNDS}, 3, True),
    "rounds with the same dice": Case(
        settings={"variant": "triple_yahtzee", "dice": "same", **ROUNDS}
    ),
    "rounds of a group": Case(share_dice, {"variant": "yacht"}),
}


class Viewer:
    """Somebody with two tabs, one of which gets whole views."""

    def __init__(self, user: User | None, delta: AsgiClient, whole: AsgiClient) -> None:
        self.user = user
        self.tabs = (delta, whole)
        # Two tabs of a player must not name two commands alike.
        whole.ids = 1_000_000

    @property
    def may_act(self) -> bool:
        """Whether their seat may act now."""
        table = self.tabs[0].table
        return table["status"] == "playing" and self.tabs[0].seat in table["acting"]

    def compare(self) -> None:
        """Compare all that the tabs were told and have shown."""
        for number, (one, other) in enumerate(zip(*map(told, self.tabs), strict=True)):
            assert one == other, (self.user, number)


def told(client: AsgiClient) -> list[tuple[str, dict[str, Any], dict[str, Any] | None]]:
    """What a client was told and when, and the view after each message."""
    found = []
    for frame, view in zip(client.frames, client.views, strict=True):
        kind = "news" if frame["type"] in ("update", "delta") else frame["type"]
        if kind in TOLD:
            said = {name: value for name, value in frame.items() if name not in OF_ONE_KIND}
            found.append((kind, said, view))
    return found


async def enter(room: Room, user: User | None) -> Viewer:
    delta, whole = await visit(room, user, whole=False), await visit(room, user, whole=True)
    return Viewer(user, delta, whole)


async def settle(viewers: list[Viewer]) -> None:
    """Let every tab read what was sent to it."""
    for viewer in viewers:
        for tab in viewer.tabs:
            await tab.ask("ping")


async def begin(viewers: list[Viewer], rng: random.Random) -> None:
    """Have everybody sit down, seal their seeds, start, and show them."""
    kept = []
    for viewer in viewers:
        assert viewer.user is not None
        tab = rng.choice(viewer.tabs)
        await tab.ask("sit")
        kept.append(await seal(tab, viewer.user))
    await settle(viewers)
    assert (await viewers[0].tabs[1].ask("start"))["type"] == "ack"
    await settle(viewers)
    for viewer, seed in zip(viewers, kept, strict=True):
        assert (await reveal(rng.choice(viewer.tabs), seed))["type"] == "ack"
    await settle(viewers)


async def act(viewer: Viewer, rng: random.Random) -> None:
    """Roll or fill a box at random, with one of the tabs."""
    tab = rng.choice(viewer.tabs)
    assert tab.seat is not None
    seat = tab.table["seats"][tab.seat]
    turn = seat["turn"]
    moment = {"game": tab.table["game"], "turn": turn["number"], "roll": turn["roll"]}
    if turn["roll"] == 0 or (seat["may_roll"] and rng.random() < 0.3):
        hold = sorted(rng.sample(range(5), rng.randint(0, 4))) if turn["roll"] else []
        answer = await tab.ask("roll", **moment, hold=hold)
    else:
        box = rng.choice(seat["options"])
        answer = await tab.ask("score", **moment, category=box["category"], column=box["column"])
    assert answer["type"] == "ack", answer


async def play(viewers: list[Viewer], case: Case, clock: FakeClock, rng: random.Random) -> None:
    """Play to the end, in any order that the game allows."""
    table = viewers[0].tabs[0]
    while table.table["status"] == "playing":
        able = [viewer for viewer in viewers if viewer.may_act]
        viewer = rng.choice(able)
        if case.resigns and table.table["round"] == 3:
            case = case._replace(resigns=False)
            await viewer.tabs[0].ask("resign", game=table.table["game"])
        else:
            await act(viewer, rng)
        await settle(viewers)
        if table.events and table.events[-1]["type"] == "round.revealed":
            clock.set_at_least(table.events[-1]["data"]["begins"])


@pytest.mark.parametrize("name", CASES)
async def test_its_client_sees_what_a_client_makes_of_deltas(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User, name: str
) -> None:
    case, rng = CASES[name], random.Random(name)
    people = [alice, bob, charlie][: case.people]
    room = await in_database(lambda: case.open(*people, public=True, **case.settings))
    # Nobody watches a table of a group.
    watching = [] if case.open is share_dice else [await enter(room, None)]
    players = [await enter(room, user) for user in people]
    if case.open is seal_seeds:
        await begin(players, rng)
    clock.advance(5)
    await play(players, case, clock, rng)
    for viewer in [*players, *watching]:
        await settle([viewer])
        assert viewer.tabs[0].table["status"] == "finished"
        viewer.compare()
        delta, whole = ({frame["type"] for frame in tab.frames} for tab in viewer.tabs)
        assert "delta" in delta
        assert "delta" not in whole


@pytest.mark.parametrize(
    ("query", "news"),
    [
        ("?whole=1", "update"),
        ("?anonymous=1&whole=1", "update"),
        ("?whole=1&whole=0", "update"),
        ("", "delta"),
        ("?whole", "delta"),
        ("?whole=", "delta"),
        ("?whole=0", "delta"),
        ("?whole=01", "delta"),
        ("?whole=true", "delta"),
        ("?WHOLE=1", "delta"),
        ("?whole=%31", "delta"),
        ("?other=whole=1", "delta"),
    ],
)
async def test_it_is_asked_for_with_this_field_only(
    hubs: Hubs, alice: User, query: str, news: str
) -> None:
    room = await in_database(lambda: playing(alice, public=True))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/{query}").open()
    await (await visit(room, alice)).roll()
    await client.reach(2)
    assert [frame["type"] for frame in client.frames if "events" in frame] == [news]
