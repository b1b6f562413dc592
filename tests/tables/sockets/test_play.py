"""Two players and a spectator at one table."""

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.people import playing


async def test_visitors_without_a_name_may_watch_but_not_act(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    spectator = await visit(room)
    assert spectator.frames[0]["you"] == {"player": None, "name": None, "guest": False}
    for answer in (
        await spectator.roll(),
        await spectator.ask("sit"),
        await spectator.ask("start"),
    ):
        assert (answer["type"], answer["code"]) == ("error", "sign_in_first")
    player = await visit(room, alice)
    await player.roll()
    assert (await spectator.reach(2))["seats"][0]["turn"]["roll"] == 1
