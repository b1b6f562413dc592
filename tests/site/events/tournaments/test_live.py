"""The socket of a tournament: numbered updates, my own part, and the way to a table."""

from functools import partial

import pytest

from games.assembly.processes.monitoring import tournament_sockets
from games.core.protocol.errors import CloseCode
from games.models import Tournament, TournamentEntry, User
from games.platform.database.threads import in_database
from games.site.events.tournaments import joining, standings
from games.site.events.tournaments.jobs import sweep_arenas, sweep_tables
from games.tables.live.registry import Hubs
from games.tables.live.results import count_finished_games
from tests.site.events.tournaments.arena import arena, enter, play, wave
from tests.site.events.tournaments.tab import look
from tests.support.clock import FakeClock
from tests.support.oracles import tournaments as naive
from tests.support.people import person


@pytest.fixture
async def tournament(hubs: Hubs, clock: FakeClock) -> Tournament:
    """A tournament that began a minute ago."""
    return await in_database(arena)


async def test_it_shows_who_joins_and_who_takes_a_break(
    tournament: Tournament, alice: User, bob: User
) -> None:
    one, other = await look(tournament, alice), await look(tournament)
    assert one.me is None
    assert (await one.ask("join"))["type"] == "ack"
    await other.has(alice, state="waiting", place=1, score=0)
    await other.shows(players=1, waiting=1)
    await one.ask("pause")
    await other.has(alice, state="paused")
    assert one.me is not None


async def test_it_counts_its_sockets_for_prometheus(
    hubs: Hubs, tournament: Tournament, alice: User
) -> None:
    other = await in_database(lambda: arena(name="Other"))
    tabs = [await look(event, alice) for event in (tournament, tournament, other)]
    assert tournament_sockets() == len(tabs)


async def test_it_refuses_who_has_no_name(tournament: Tournament) -> None:
    tab = await look(tournament)
    assert (await tab.ask("join"))["code"] == "sign_in_first"


async def test_it_sends_both_to_their_table_and_frees_them_afterwards(
    tournament: Tournament, alice: User, bob: User, clock: FakeClock
) -> None:
    tabs = [await look(tournament, each) for each in (alice, bob)]
    for tab in tabs:
        await tab.ask("join")
    assert await sweep_arenas() == 1
    codes = {await tab.is_sent() for tab in tabs}
    assert len(codes) == 1
    room = await in_database(lambda: tournament.rooms.get(code=codes.pop()))
    await tabs[0].shows(playing=2, waiting=0)
    places = await in_database(partial(play, room, clock))
    await in_database(count_finished_games)
    assert await sweep_tables() == 1
    shares = dict(zip(places, naive.shares(list(places.values())), strict=True))
    for player in (alice, bob):
        await tabs[0].has(player, score=shares[player.pk], games=1)
    assert tabs[0].me is not None
    assert tabs[0].me["room"] is None


async def test_it_gives_the_whole_to_a_client_that_missed_an_update(
    tournament: Tournament, alice: User, bob: User
) -> None:
    tab, other = await look(tournament), await look(tournament, alice)
    tab.forgetful = True
    await other.ask("join")
    await other.has(alice)
    tab.forgetful = False
    await tab.ask("sync")
    assert alice.pk in tab.rows
    before = tab.seq
    tab.forgetful = True
    await other.ask("pause")
    await other.has(alice, state="paused")
    tab.forgetful = False
    await tab.ask("ping", seq=before)
    await tab.has(alice, state="paused")


async def test_it_finds_what_another_process_has_changed(
    tournament: Tournament, alice: User
) -> None:
    tab = await look(tournament)
    await in_database(partial(joining.join, tournament.pk, alice.pk))
    await tab.has(alice, state="waiting")


async def test_it_closes_the_socket_of_a_tournament_that_does_not_exist(hubs: Hubs) -> None:
    tab = await look(Tournament(code="nosuchcode"))
    assert await tab.end() == CloseCode.NO_SUCH_ROOM


def test_it_reads_a_tournament_in_few_queries_however_many_play(
    transactional_db: None, clock: FakeClock, django_assert_num_queries: object
) -> None:
    tournament = arena()
    counts = []
    for number in range(2):
        people = [person(f"P{number}{each}") for each in range(6)]
        enter(tournament, *people)
        wave(tournament)
        with django_assert_num_queries(5):  # type: ignore[operator]
            state = standings.read_state(tournament.pk)
        assert state is not None
        counts.append(state.view.players)
    assert counts == [6, 12]


def test_it_shows_fifty_rows_and_everybody_their_own(
    transactional_db: None, clock: FakeClock
) -> None:
    tournament = arena()
    people = [person(f"P{number}") for number in range(53)]
    enter(tournament, *people)
    TournamentEntry.objects.filter(player=people[52]).update(score=12)
    state = standings.read_state(tournament.pk)
    assert state is not None
    assert [row.player for row in state.view.rows[:2]] == [people[52].pk, people[0].pk]
    assert len(state.view.rows) == 50
    assert state.mine[people[51].pk].row.number == 52
    # All others share the second place.
    assert {row.place for row in state.view.rows[1:]} == {2}
