"""Two processes show the same lobby: at once with hints, a little later without."""

import pytest
from channels.layers import get_channel_layer

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live import bus, polling
from games.tables.live.registry import Hubs, use_hubs
from games.tables.matchmaking.jobs import sweep_tickets
from games.tables.rooms import opening
from tests.fixtures import Processes
from tests.tables.matchmaking.database import game_settings
from tests.tables.matchmaking.tab import AsgiTab, look
from tests.tables.sockets.layers import DeadLayer


async def at(hubs: Hubs, user: User) -> AsgiTab:
    """Open the lobby at one of the processes."""
    use_hubs(hubs)
    return await look(user)


async def meet(one: Hubs, other: Hubs, alice: User, bob: User) -> None:
    """Two people at two processes are paired, each in a tab at each process."""
    tabs = [await at(hubs, user) for hubs in (one, other) for user in (alice, bob)]
    use_hubs(one)
    await tabs[0].ask("play", **game_settings())
    await tabs[2].has_ticket()
    use_hubs(other)
    await tabs[3].ask("play", **game_settings())
    await tabs[1].has_ticket()
    await sweep_tickets()
    assert len({await tab.room_found() for tab in tabs}) == 1
    assert [len(tab.paired) for tab in tabs] == [1, 1, 1, 1]


async def test_it_hears_at_once_what_happens_in_another_process(
    processes: Processes, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody looks without a hint, and no hint is dropped because the machine is busy.
    monkeypatch.setattr(polling, "EVERY_S", 1000.0)
    monkeypatch.setattr(bus, "TIMEOUT_S", 30.0)
    one, other = await processes(get_channel_layer())
    await meet(one, other, alice, bob)


async def test_it_finds_out_without_any_layer(
    processes: Processes, alice: User, bob: User, charlie: User
) -> None:
    one, other = await processes(DeadLayer())
    await meet(one, other, alice, bob)
    tabs = [await at(hubs, charlie) for hubs in (one, other)]
    room = await in_database(lambda: opening.open_room(charlie, "yacht", {}, 2, None, public=True))
    rows = [await tab.row(room.code) for tab in tabs]
    assert rows[0] == rows[1]
