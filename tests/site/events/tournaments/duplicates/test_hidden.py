"""What is hidden in a round of a duplicate event, also from the other tables and from programs.

A table plays its round in two worlds, with different choices. Nobody elsewhere can tell them apart
before the round is over everywhere: no frame, no answer of the API, no page.
"""

import asyncio
import json
import re

import pytest
from django.test import Client
from msgspec import UNSET

from games.core.protocol.tournament_messages import DuplicateEvent
from games.models import Room, Tournament, User
from games.platform.database.threads import in_database
from games.site.events.tournaments import standings
from games.tables.live.registry import Hubs, current_hubs
from games.tables.live.room import RoomHub
from tests.site.events.tournaments.duplicates.event import (
    begin,
    begins_of,
    duplicate,
    first_round,
    games_of,
    people,
    play_round,
    play_rounds,
    rooms_of,
    sweep,
    totals,
)
from tests.site.events.tournaments.tab import look
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock

TIMES = re.compile(r'"time":\d+')


@pytest.fixture
async def event(hubs: Hubs, clock: FakeClock) -> Tournament:
    """An event of four at two tables, in its first round."""
    made = await in_database(duplicate)
    players = await in_database(lambda: people(4))
    await in_database(lambda: begin(made, clock, *players))
    await in_database(lambda: first_round(made, clock))
    return made


def addresses(event: Tournament) -> list[str]:
    """Everything that a page or a program could ask about the event and its tables."""
    found = ["/", "/tournaments/", "/api/v1/rooms", "/api/v1/tournaments", "/api/v1/games"]
    found += [f"/tournaments/{event.code}/", f"/api/v1/tournaments/{event.code}"]
    for room in rooms_of(event):
        assert room.game is not None
        game = room.game.code
        found += [f"/g/{game}/", f"/g/{game}.json", f"/g/{game}.txt", f"/r/{room.code}/"]
        found += [f"/api/v1/games/{game}", f"/api/v1/games/{game}/analysis"]
        found += [f"/api/v1/rooms/{room.code}"]
        found += [f"/@{seat.player.name}/" for seat in room.seats.all() if seat.player]
    return found


def answers(event: Tournament) -> dict[str, tuple[int, str]]:
    """What a visitor gets who plays nowhere."""
    client = Client()
    found = {}
    for address in addresses(event):
        answer = client.get(address)
        body = re.sub(r'(csrf\w*"|nonce=|value=)"[^"]*"', "", answer.content.decode())
        found[address] = (answer.status_code, re.sub(r'nonce="[^"]*"|data-csrf="[^"]*"', "", body))
    return found


async def player_at(room: Room) -> AsgiClient:
    seat = await in_database(lambda: room.seats.select_related("player").first())
    assert seat is not None
    return await visit(room, seat.player)


def texts(client: AsgiClient) -> list[str]:
    return [TIMES.sub("", json.dumps(frame)) for frame in client.frames]


@pytest.mark.parametrize("seed", [1, 2])
async def test_nobody_elsewhere_hears_of_a_table_before_the_round_is_over_everywhere(
    event: Tournament, seed: int
) -> None:
    one, other = await in_database(lambda: rooms_of(event))
    elsewhere = await player_at(one)
    page = await look(event)
    before = await in_database(lambda: answers(event))
    heard = texts(elsewhere), texts(page)
    assert other.game is not None
    await in_database(lambda: play_round(other.game, seed))  # type: ignore[arg-type]  # it has one
    assert await sweep(2) == 0
    hub = await hub_of(other)
    await hub.catch_up()
    await asyncio.sleep(0.15)
    assert (texts(elsewhere), texts(page)) == heard
    assert await in_database(lambda: answers(event)) == before


async def hub_of(room: Room) -> RoomHub:
    hub = await current_hubs().enter(room.code)
    assert hub is not None
    return hub


async def test_nobody_else_sees_a_table_before_the_end(
    event: Tournament, clock: FakeClock, alice: User
) -> None:
    await play_rounds(event, clock, 2)
    one, other = await in_database(lambda: rooms_of(event))
    seat = await in_database(lambda: one.seats.select_related("player").first())
    assert seat is not None
    for stranger in (seat.player, alice, None):
        assert (await visit(other, stranger)).closed == 4404
    shown = await in_database(lambda: answers(event))
    for game in await in_database(lambda: games_of(event)):
        assert shown[f"/api/v1/games/{game.code}"][0] == 404
        assert game.code not in shown["/"][1] + shown["/tournaments/"][1]


async def test_the_head_of_a_table_names_no_player_and_does_not_call_it_the_game_of_a_day(
    event: Tournament,
) -> None:
    room, _ = await in_database(lambda: rooms_of(event))
    answer = await in_database(lambda: Client().get(f"/r/{room.code}/"))
    head = answer.content.decode().split("</head>")[0]
    # For chat apps. Search engines, which get no table, find the words of the site.
    words = "Everybody gets the same dice. Only your choices count."
    assert head.count(f'description" content="{words}"') == 2
    assert "P00" not in head
    assert "a day" not in head


async def test_the_standings_of_a_round_come_when_all_tables_have_ended_it(
    event: Tournament, clock: FakeClock
) -> None:
    tab = await look(event)
    for table, counted in ((0, 0), (1, 1)):
        game = (await in_database(lambda: games_of(event)))[table]
        await in_database(lambda: play_round(game, 3))  # noqa: B023 - awaited here
        await sweep()
        state = await in_database(lambda: standings.read_state(event.pk))
        assert state is not None
        assert isinstance(state.view.duplicate, DuplicateEvent)
        assert state.view.duplicate.counted == counted
        assert [row.total is UNSET for row in state.view.rows] == [counted == 0] * 4
    second = await in_database(lambda: begins_of(Tournament.objects.get()))
    changed = {"counted": 1, "round": 2, "begins": second[1]}
    await tab.shows(duplicate={**tab.whole["duplicate"], **changed})
    # The event and its rows may come one after the other.
    await tab.has_totals()
    known = await in_database(lambda: totals(event))
    assert {player: [row["total"]] for player, row in tab.rows.items()} == known
