"""A run: every row's people come, play to the end, and play again, all at the same time."""

import asyncio
import itertools
from collections.abc import Sequence
from contextlib import suppress
from time import time

from tests.system.whole_games.cards import end_card
from tests.system.whole_games.dimensions import OTHERS_DICE, Row, people_of
from tests.system.whole_games.installation import Installation
from tests.system.whole_games.journal import Page
from tests.system.whole_games.opening import open_table, start
from tests.system.whole_games.party import Party
from tests.system.whole_games.player import Player
from tests.system.whole_games.tab import PATIENCE_S

AT_ONCE = 40
"""Rows that are played at the same time."""
VISIT_S = 0.15
"""How often somebody asks for a page."""
PUBLIC = (
    "/",
    "/games/",
    "/leaderboards/",
    "/tournaments/",
    "/daily/",
    "/fair/log/",
    "/strength/",
)
OF_ROOMS = ("/r/{room}/",)
OF_GAMES = ("/g/{game}/", "/g/{game}.json", "/g/{game}.txt", "/api/v1/games/{game}/events")


def play_rows(site: Installation, rows: Sequence[Row]) -> None:
    """Play these rows, and fill the journal."""
    site.journal.rows = [dict(row) for row in rows]
    people = [people_of(row) for row in rows]
    accounts = sum(people) + len(rows)
    site.invite(accounts, sum(people))
    asyncio.run(_play(site, rows))
    site.ask_now("pass_days")
    site.ask_now("settle")


async def _play(site: Installation, rows: Sequence[Row]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    others = [asyncio.create_task(site.keep_alive()), asyncio.create_task(visit(site))]
    played = (_row(site, number, row, gate) for number, row in enumerate(rows))
    results = await asyncio.gather(*played, return_exceptions=True)
    for task in others:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    failures = [result for result in results if isinstance(result, Exception)]
    if failures:
        raise ExceptionGroup("rows that could not be played", failures)


async def _row(site: Installation, number: int, row: Row, gate: asyncio.Semaphore) -> None:
    async with gate:
        began = time()
        party = Party(site, number, row, people_of(row))
        try:
            async with asyncio.timeout(PATIENCE_S):
                await evening(party)
        except BaseException as error:
            error.add_note(f"row {number}: {row}; {party.told()}")
            raise
        site.times[number] = time() - began


async def evening(party: Party) -> None:
    """Play a row's game, and another one if they want to."""
    row = party.row
    await open_table(party)
    party.site.rooms.update(player.room for player in party.players)
    watchers = asyncio.create_task(watch(party)) if row["watchers"] == "some" else None
    if row["sockets"] == "two tabs":
        await party.host.enter_twice()
    players = party.players
    await asyncio.gather(*(whole_game(party, player) for player in players))
    if row["again"] == "rematch":
        first = party.host.view["game"]
        for player in players:
            await player.ask("rematch", **player.seed())
        if len(players) == 1 and party.host.is_over:
            await start_if_waiting(party.host)
        await asyncio.gather(*(second_game(party, player, first) for player in players))
    for player in players:
        await player.leave_if_here()
    if watchers is not None:
        watchers.cancel()
        with suppress(asyncio.CancelledError):
            await watchers
    await party.close_tournament()
    await end_card(party)


async def start_if_waiting(host: Player) -> None:
    """Start the next game unless it has begun by itself."""
    if host.tab.room["status"] != "playing":
        await start(host)


async def whole_game(party: Party, player: Player) -> None:
    """Wait for the game to begin, and play it."""
    await player.until(lambda: player.has_game and player.view["status"] != "cancelled")
    await party.play(player, party.deeds(player))


async def second_game(party: Party, player: Player, first: str) -> None:
    """Do the same with the game after the `first` one."""
    await player.until(lambda: player.view["game"] != first)
    await party.play(player, party.short_deeds(player))


async def watch(party: Party) -> None:
    """Look at the game without a seat: somebody without a name, and somebody with one."""
    site, row = party.site, party.row
    person = site.person(account=True)
    for each in (None, person):
        tab = await site.enter(each, party.host.room, row["views"] == "whole", party.number)
        hidden = row["opening"] in OTHERS_DICE
        assert hidden or tab.closed is None, f"a watcher was closed out with {tab.closed}"
    await asyncio.Event().wait()


async def visit(site: Installation) -> None:
    """Ask for pages of games that are played, from many addresses, until cancelled."""
    for number in itertools.count():
        await asyncio.sleep(VISIT_S)
        games = [(table.room, game) for table in site.journal.tables for game in table.games]
        paths = list(PUBLIC)
        if games:
            room, game = games[number % len(games)]
            paths = [PUBLIC[number % len(PUBLIC)]]
            paths += [path.format(room=room, game=game) for path in (*OF_ROOMS, *OF_GAMES)]
        path = paths[number % len(paths)]
        began = round(time() * 1000)
        answer = await site.page(path, server=number, address=f"10.{number % 200}.1.1")
        ended = round(time() * 1000)
        site.journal.pages.append(Page(path, answer.status, answer.body, began, ended))
