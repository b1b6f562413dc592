"""How the table of a row comes about: a link, the lobby, a tournament, the daily, a card.

Each opening brings the party's players to a room where a game has begun, or is about to.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.site.events.tournaments.tab import SocketArenaTab
from tests.system.whole_games.cards import by_card
from tests.system.whole_games.circles import form_circle
from tests.system.whole_games.dimensions import (
    Row,
    bots_of,
    clock_of,
    settings_of,
    switches_of,
    variant_of,
)
from tests.system.whole_games.party import Party, refusal_of
from tests.system.whole_games.player import Player
from tests.tables.matchmaking.tab import PATH, SocketTab

START_TRIES, START_AGAIN_S = 20, 0.5


async def open_table(party: Party) -> None:
    """Bring everybody to a room where their game begins."""
    await OPENINGS[party.row["opening"]](party)


# --- By link ------------------------------------------------------------------------------


async def by_link(party: Party) -> None:
    """The host opens a room, the others follow the link, and bots take the other seats."""
    row, host = party.row, party.host
    changed = row["before"] == "another game"
    game = {"variant": other_game(row)} if changed else {"variant": variant_of(row)}
    form = {
        **game,
        "seats": row["seats"],
        "mode": row["mode"],
        "clock": str(clock_of(row) or ""),
        **({} if changed else switches_of(row)),
        **({"same": "on"} if row["dice"] == "same" else {}),
        **({"public": "on"} if row["listed"] == "public" else {}),
        **({"rated": "on"} if row["rated"] == "rated" else {}),
        **await form_circle(party),
    }
    room = await party.site.post("/new/", host.person, **form)
    await host.enter(room)
    host.agree()
    if row["stand_in"] == "yes":
        await host.ask("stand_ins", on=True)
    for player in party.players[1:]:
        await player.enter(room)
        if row["before"] == "another operator" and player is party.players[-1]:
            await take_over_and_leave(host, player)
        await player.ask("sit", **player.seed())
        if row["before"] == "another seat" and player is party.players[1]:
            await player.ask("sit", seat=int(row["seats"]) - 1)
    await host.send_seed()
    await CHANGES[row["before"]](party)
    host = leader(party)
    for _ in range(bots_of(row) if row["bots"] != "rest" else 0):
        await add_bot(host)
    if row["bots"] == "rest":
        await host.ask("fill")
    if row["again"] == "after a cancelled start":
        await start_without_seed(party)
        host = await next_leader(party)
    await start(host)


# --- Changes before the game --------------------------------------------------------------


def leader(party: Party) -> Player:
    """Return who hosts the table now."""
    hosts = [each for each in party.players if each.person.id == each.tab.room["host"]]
    return hosts[0]


async def next_leader(party: Party) -> Player:
    """Return who hosts the table after a start in which the host may have lost their seat."""
    first = party.host
    await first.until(lambda: first.tab.room["host"] in [each.person.id for each in party.players])
    host = next(each for each in party.players if each.person.id == first.tab.room["host"])
    await host.until(lambda: host.tab.room["host"] == host.person.id)
    return host


def other_game(row: Row) -> str:
    """Return another game than that of the row."""
    return "yatzy" if row["variant"] == "yacht" else "yacht"


async def nothing(party: Party) -> None:
    """Change nothing more."""


async def change_host(party: Party) -> None:
    """The host leaves, somebody else is host, and the first one comes back."""
    first = party.host
    await first.ask("stand")
    for player in party.players:
        await player.until(lambda player=player: player.tab.room["host"] != first.person.id)  # type: ignore[misc]
    await first.ask("sit", **first.seed())
    await first.until(lambda: first.chair is not None)


async def change_game(party: Party) -> None:
    """The host chooses another game: it starts only with those who are ready for it."""
    host, wanted = party.host, settings_of(party.row)
    before = host.tab.room["terms"]
    await host.ask("change_game", **wanted)
    for player in party.players:
        await player.until(lambda player=player: player.tab.room["terms"] > before)  # type: ignore[misc]
    host.agree()
    if len(party.players) > 1:
        refusal = await refusal_of(host.ask("start"))
        assert refusal == "forbidden", f"it starts with people who have not agreed: {refusal}"
    for player in party.players:
        await player.send_seed()
        if player is not host:
            await player.ask("ready")


async def take_over_and_leave(host: Player, player: Player) -> None:
    """Somebody takes over a seat on the host's device, and gives it up."""
    await host.ask("add_local", name=f"Tom {host.person.id}")
    await host.until(lambda: seats_on(host.person.id, host))
    number = seats_on(host.person.id, host)[0]
    known = len(host.tab.offers)
    await host.ask("offer_seat", seat=number)
    await host.until(lambda: len(host.tab.offers) > known)
    await host.site.post(host.tab.offers[-1]["path"], player.person, take="yes")
    await player.until(lambda: seats_on(player.person.id, player))
    await player.ask("stand", seat=number)
    await player.until(lambda: not seats_on(player.person.id, player))


def seats_on(operator: int, player: Player) -> list[int]:
    """Return the seats that a person operates, as a player sees them."""
    return [each["seat"] for each in player.tab.room["seats"] if each.get("operator") == operator]


CHANGES: dict[str, Callable[[Party], Awaitable[None]]] = {
    "as opened": nothing,
    "another host": change_host,
    "another game": change_game,
    "another seat": nothing,
    "another operator": nothing,
}


BOTS = ("breeze", "pip", "skipper", "gull", "marlin", "anchor", "polaris")


async def add_bot(host: Player) -> None:
    """Give the next bot a seat, and wait until it sits there."""

    def seated() -> list[str]:
        return [seat["persona"] for seat in host.tab.room["seats"] if seat["bot"]]

    bot = BOTS[len(seated())]
    refusal = await refusal_of(host.ask("add_bot", bot=bot))
    # A server may die after the change and before the answer: sent again, the command comes late.
    assert refusal in ("", "seat_taken"), refusal
    await host.until(lambda: bot in seated())


async def start(host: Player) -> None:
    """Start the next game of the room, once all who have sealed are known to be connected: the
    servers tell each other.
    """
    for _ in range(START_TRIES):
        if not await refusal_of(host.ask("start")):
            return
        await asyncio.sleep(START_AGAIN_S)
    await host.ask("start")


async def start_without_seed(party: Party) -> None:
    """Start a game whose last player never shows their seed; everybody takes new ones."""
    silent = [player for player in party.players if player.sealing == "seal"][-1]
    await start(leader(party))
    for player in party.players:
        await player.until(lambda player=player: player.has_game)  # type: ignore[misc]
    party.note_game(party.host)
    showing = [each for each in party.players if each is not silent and each.must_show]
    await asyncio.gather(*(each.show_seed() for each in showing))
    for player in party.players:
        await player.until(lambda player=player: player.view["status"] == "cancelled")  # type: ignore[misc]
    await silent.until(lambda: silent.chair is None)
    await silent.ask("sit", **silent.seed())
    for player in party.players:
        if player is not silent:
            await player.send_seed()


# --- By the lobby -------------------------------------------------------------------------


async def lobby_of(player: Player) -> SocketTab:
    """Open the lobby as a player."""
    site, person = player.site, player.person
    socket = await site.server(player.number).open(PATH, person.cookie, address=person.address)
    tab = await SocketTab(socket).begin()
    tab.patience_s = player.tab_patience_s
    site.tabs.append(tab)
    return tab


async def accepted(tab: SocketTab, type_: str, **fields: Any) -> None:
    """Send a command of the lobby, which must be done."""
    answer = await tab.ask(type_, **fields)
    assert answer["type"] == "ack", answer


async def sit_down(party: Party, rooms: list[str]) -> None:
    """Enter the rooms that the players were sent to, with a seed."""
    for player, room in zip(party.players, rooms, strict=True):
        await player.enter(room)
        if not player.has_game:
            await player.send_seed()


async def by_lobby(party: Party) -> None:
    """All search for the same game, and nobody else does at the time."""
    row, rated = party.row, party.row["rated"] == "rated"
    wanted = {**settings_of(row), "players": len(party.players), "rated": rated}
    async with party.site.lobby[f"{wanted}"]:
        tabs = [await lobby_of(player) for player in party.players]
        for tab in tabs:
            await accepted(tab, "play", **wanted)
        rooms = [await tab.room_found() for tab in tabs]
    assert len(set(rooms)) == 1, rooms
    await sit_down(party, rooms)
    for tab in tabs:
        await tab.leave()


async def by_company(party: Party) -> None:
    """One person asks for bots."""
    tab = await lobby_of(party.host)
    await tab.say("company", **settings_of(party.row), bots=bots_of(party.row))
    await sit_down(party, [await tab.room_found()])
    await tab.leave()


async def by_challenge(party: Party) -> None:
    """One person challenges the other, who has an account."""
    asked, asking = party.players
    if not asked.person.account:
        asked, asking = asking, asked
    tabs = [await lobby_of(player) for player in (asking, asked)]
    rated = party.row["rated"] == "rated"
    named = {"name": asked.person.name, "rated": rated, **settings_of(party.row)}
    await accepted(tabs[0], "challenge", **named)
    challenge = await tabs[1].has_challenge("open")
    await accepted(tabs[1], "accept", challenge=challenge["id"])
    room = (await tabs[1].has_challenge("accepted"))["room"]
    await sit_down(party, [room, room])
    for tab in tabs:
        await tab.leave()


# --- By tournaments -----------------------------------------------------------------------


async def by_tournament(party: Party) -> None:
    """All join a tournament, which sends them to its tables."""
    row, site = party.row, party.site
    code = await site.ask_desk(
        "tournament",
        variant=variant_of(row),
        switches=switches_of(row),
        clock=clock_of(row),
        seats=len(party.players),
        rated=row["rated"] == "rated",
        dice=row["dice"],
    )
    site.journal.tournaments[code] = party.number
    tabs = [await tournament_of(player, code) for player in party.players]
    for tab in tabs:
        answer = await tab.ask("join")
        assert answer["type"] == "ack", answer
    await site.ask_desk("begin", code=code)
    rooms = [await tab.is_sent() for tab in tabs]
    await sit_down(party, rooms)
    for tab in tabs:
        await tab.ask("pause")
    party.tournament, party.tournament_tabs = code, list(tabs)


async def tournament_of(player: Player, code: str) -> SocketArenaTab:
    """Open a tournament's page as a player."""
    site, person = player.site, player.person
    path = f"/ws/v1/tournaments/{code}/"
    socket = await site.server(player.number).open(path, person.cookie, address=person.address)
    tab = await SocketArenaTab(socket).begin()
    tab.patience_s = player.tab_patience_s
    site.tabs.append(tab)
    return tab


# --- Alone --------------------------------------------------------------------------------


async def by_daily(party: Party) -> None:
    """Somebody plays today's daily."""
    room = await party.site.post(f"/daily/{party.row['variant']}/play", party.host.person)
    await party.host.enter(room)


OPENINGS: dict[str, Callable[[Party], Awaitable[None]]] = {
    "link": by_link,
    "lobby": by_lobby,
    "company": by_company,
    "challenge": by_challenge,
    "arena": by_tournament,
    "daily": by_daily,
    "card": by_card,
}
