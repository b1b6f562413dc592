"""The worker ends every commitment in the public log."""

from pytest_django.fixtures import Settings

from games.core.engine import Resign
from games.models import FairLogEntry, Room, User
from games.platform.database.threads import in_database
from games.record.log.starting import prepare_next_game
from games.record.reveals.jobs import sweep_ends
from games.tables.live.jobs import CLOSED_AFTER, sweep_idle_rooms, sweep_unused
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import begun, open_room


def ends() -> dict[str, str]:
    """The kind of each end in the log, by code."""
    return dict(FairLogEntry.objects.filter(is_end=True).values_list("code", "kind"))


async def test_it_ends_all_there_is_to_end(
    hubs: Hubs, clock: FakeClock, settings: Settings, alice: User, bob: User
) -> None:
    def make() -> tuple[str, str, str, Room]:
        over, idle = begun(open_room(alice), alice), open_room(alice)
        act(over, 0, Resign())
        Room.objects.update(active_at=clock.utc_now())
        return over.code, idle.next_code, prepare_next_game(), open_room(bob)

    over, idle, lost, watched = await in_database(make)
    client = await visit(watched)
    before, rev = client.room["next"], client.rev
    assert await sweep_ends() == 1
    assert (await sweep_idle_rooms(), await sweep_unused()) == (0, 0)
    assert await in_database(ends) == {over: "reveal"}
    clock.advance(CLOSED_AFTER.total_seconds() + 1)
    await in_database(lambda: Room.objects.update(active_at=clock.utc_now() - 2 * CLOSED_AFTER))
    assert await sweep_idle_rooms() == 3
    assert await sweep_unused() == 1
    found = await in_database(ends)
    assert found.items() >= {over: "reveal", idle: "closed", lost: "closed"}.items()
    assert found[before["game"]] == "closed"
    # Whoever looks at the room gets the new commitment at once.
    changed = (await client.hear("room", rev=rev + 2))["room"]
    assert changed["next"]["game"] != before["game"]
    assert changed["next"]["entry"]["index"] > before["entry"]["index"]
