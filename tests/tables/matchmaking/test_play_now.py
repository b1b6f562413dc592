"""Play now: a ticket is created, changed and deleted."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Ticket, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs, use_hubs
from games.tables.matchmaking import lobby_hub as hub_lobby
from games.tables.matchmaking import tickets
from games.tables.matchmaking.jobs import sweep_tickets
from games.tables.matchmaking.lobby_hub import LobbyHub
from tests.support.client import visit
from tests.support.people import open_room
from tests.tables.matchmaking.database import ALL_VARIANTS, abandon, change, game_settings, waiting
from tests.tables.matchmaking.tab import look


async def ticket_of(user: User) -> Ticket:
    return await in_database(lambda: Ticket.objects.get(player=user))


@pytest.mark.parametrize("variant", ALL_VARIANTS)
async def test_it_fills_in_the_switches_that_are_missing(
    hubs: Hubs, alice: User, variant: str
) -> None:
    tab = await look(alice)
    await tab.ask("play", variant=variant)
    said = (await tab.has_ticket(clock=None, players=0, rated=False))["variant"]
    stored = (await ticket_of(alice)).switches
    assert {switch["id"]: switch["value"] for switch in said["switches"]} == stored


async def test_it_keeps_the_place_of_a_wish_that_is_said_twice(hubs: Hubs, alice: User) -> None:
    tab = await look(alice)
    await tab.ask("play", **game_settings())
    first = await ticket_of(alice)
    await tab.ask("play", **game_settings())
    second = await ticket_of(alice)
    assert (first.pk, first.created_at) == (second.pk, second.created_at)
    assert second.alive_until > first.alive_until


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"players": 5},
        {"players": -1},
        {"variant": "chess"},
        {"variant": ""},
        {"switches": {"joker": "free"}},
        {"variant": "yahtzee", "switches": {"joker": "wild"}},
        {"variant": "yahtzee", "switches": {"self": "x"}},
        {"variant": "yahtzee", "switches": {"variant_id": "x"}},
        {"clock": 61},
        {"clock": 0},
        {"clock": "60"},
        {"rated": 1},
        {"rated": True, "clock": None},
    ],
)
async def test_it_refuses_what_cannot_be_played(
    hubs: Hubs, alice: User, wrong: dict[str, Any]
) -> None:
    tab = await look(alice)
    assert (await tab.ask("play", **game_settings(**wrong)))["code"] == "bad_message"
    assert await waiting() == set()


async def test_it_seeks_no_rated_game_for_a_guest(hubs: Hubs, alice: User) -> None:
    tab = await look(alice)
    answer = await tab.ask("play", **game_settings(rated=True))
    assert answer["code"] == "forbidden"
    assert "need an account" in answer["message"]
    assert await waiting() == set()


@pytest.mark.parametrize(
    "command",
    [
        ("play", game_settings()),
        ("cancel", {}),
        ("company", {"variant": "yacht"}),
        ("challenge", {"name": "Bob", "variant": "yacht"}),
        ("accept", {"challenge": 1}),
        ("decline", {"challenge": 1}),
        ("withdraw", {"challenge": 1}),
    ],
    ids=lambda command: command[0],
)
async def test_it_asks_strangers_for_their_name(
    hubs: Hubs, transactional_db: None, command: tuple[str, dict[str, Any]]
) -> None:
    tab = await look()
    assert (await tab.ask(command[0], **command[1]))["code"] == "sign_in_first"


async def test_it_gives_no_ticket_to_who_was_banned_a_moment_ago(hubs: Hubs, alice: User) -> None:
    tab = await look(alice)
    await change(lambda: User.objects.filter(pk=alice.pk).update(is_active=False))
    for command in ("play", "company"):
        answer = await tab.ask(command, variant="yacht")
        assert answer["code"] == "sign_in_first"


async def test_it_keeps_the_ticket_alive_while_a_tab_is_open(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_lobby, "KEEP_ALIVE_S", 0.0)
    tab = await look(alice)
    await tab.ask("play", **game_settings())
    soon = timezone.now() + timedelta(seconds=1)
    await change(lambda: Ticket.objects.update(alive_until=soon))
    await hubs.of(LobbyHub).refresh()
    assert (await ticket_of(alice)).alive_until > soon
    await tab.leave()
    await hubs.of(LobbyHub).refresh()
    left = (await ticket_of(alice)).alive_until
    await look()
    await hubs.of(LobbyHub).refresh()
    assert (await ticket_of(alice)).alive_until == left
    assert left - timezone.now() <= tickets.ALIVE


async def test_it_forgets_the_ticket_of_who_has_gone(hubs: Hubs, alice: User, bob: User) -> None:
    watching, tab = await look(), await look(alice)
    await tab.ask("play", **game_settings())
    await watching.counts(searching=1)
    await tab.leave()
    await abandon(alice)
    # Even before the worker has looked it counts for nothing.
    await watching.counts(searching=0)
    other = await look(bob)
    await other.ask("play", **game_settings())
    await sweep_tickets()
    assert await waiting() == {"Bob"}
    assert other.paired == []


async def test_it_leaves_no_ghost_after_a_restart(hubs: Hubs, alice: User, bob: User) -> None:
    one, two = await look(alice), await look(bob)
    await one.ask("play", **game_settings(players=2))
    await two.ask("play", **game_settings(players=3))
    await hubs.close()
    use_hubs(Hubs())
    # Bob comes back, Alice does not.
    back = await look(bob)
    assert back.frames[0]["ticket"]["players"] == 3
    await abandon(alice)
    await sweep_tickets()
    assert await waiting() == {"Bob"}
    await back.counts(searching=1)


async def test_it_ends_the_search_of_who_sits_down_somewhere(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(bob))
    tab = await look(alice)
    await tab.ask("play", **game_settings())
    await (await visit(room, alice)).ask("sit")
    assert await waiting() == set()
