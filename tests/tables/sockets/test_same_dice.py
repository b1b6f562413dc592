"""Tables of a group, which have the same dice."""

import pytest

from games.models import Room, User
from games.platform.clock import now_ms
from games.platform.database.threads import in_database
from games.record.reveals.shared_dice import open_share
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.shared_tables import open_shared_table


@pytest.fixture
async def tables(hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User) -> list[Room]:
    """Two tables with the dice of one group."""

    def open_both() -> list[Room]:
        share, begins = open_share(), now_ms() + 5000
        return [
            open_shared_table(players, "yacht", {}, 30, share, begins)
            for players in ([alice, bob], [charlie])
        ]

    return await in_database(open_both)


async def test_nobody_else_sees_a_table_of_a_group_and_nobody_plays_twice(
    tables: list[Room], alice: User, charlie: User
) -> None:
    for stranger in (charlie, None):
        tab = await visit(tables[0], stranger)
        assert (tab.closed, tab.frames) == (4404, [])
