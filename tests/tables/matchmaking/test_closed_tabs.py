"""A ticket expires soon after its player closes their last tab."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Ticket, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.matchmaking import lobby_hub as hub_lobby
from games.tables.matchmaking import tickets
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.rooms.game_settings import GameSettings
from tests.support.people import open_room
from tests.tables.matchmaking.database import game_settings
from tests.tables.matchmaking.tab import look

WISH = GameSettings("yacht", {}, 60, False)


async def time_left(user: User) -> timedelta:
    ticket = await in_database(lambda: Ticket.objects.get(player=user))
    return ticket.alive_until - timezone.now()


@pytest.mark.parametrize("tabs", [1, 2])
async def test_it_lets_the_ticket_run_out_with_the_last_tab(
    hubs: Hubs, alice: User, tabs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_lobby, "GRACE_S", 0.0)
    one, *others = [await look(alice) for _ in range(tabs)]
    await one.ask("play", **game_settings())
    await one.has_ticket()
    await one.leave()
    await hubs.of(LobbyHub)._end_searches()
    left = await time_left(alice)
    assert (left > tickets.TABS_ELSEWHERE) == bool(others)
    # Said twice, it changes nothing.
    await hubs.of(LobbyHub)._end_searches()
    assert await time_left(alice) <= left


async def test_it_gives_a_reload_some_seconds(hubs: Hubs, alice: User) -> None:
    one = await look(alice)
    await one.ask("play", **game_settings())
    await one.has_ticket()
    await one.leave()
    await hubs.of(LobbyHub)._end_searches()
    assert await time_left(alice) > tickets.TABS_ELSEWHERE


async def test_it_leaves_who_was_paired_his_ticket(hubs: Hubs, alice: User) -> None:
    await in_database(lambda: tickets.play(alice.pk, WISH, 0))
    ticket = await in_database(lambda: Ticket.objects.get(player=alice))
    room = await in_database(lambda: open_room(alice))
    await in_database(lambda: Ticket.objects.filter(pk=ticket.pk).update(room=room))
    await in_database(lambda: tickets.expire_soon([alice.pk]))
    assert await time_left(alice) > tickets.TABS_ELSEWHERE


async def test_it_runs_out_before_a_wave_but_after_another_process_would_prolong_it() -> None:
    assert tickets.TABS_ELSEWHERE.total_seconds() > hub_lobby.KEEP_ALIVE_S
    assert tickets.TABS_ELSEWHERE < tickets.ALIVE
