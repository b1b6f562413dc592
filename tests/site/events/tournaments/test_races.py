"""Several workers and players at the same instant, on PostgreSQL: nobody is at two tables, nobody
is left waiting, and no game counts twice.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from games.models import (
    Ticket,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
    User,
)
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest
from games.site.events.tournaments import finishing, joining, results, seating
from games.site.events.tournaments.pairing import Candidate
from games.tables.live.results import count_finished_games
from tests.site.events.tournaments.arena import arena, enter, look, play, wave
from tests.support.clock import FakeClock
from tests.support.races import at_once, people, seats

pytestmark = pytest.mark.usefixtures("real_locks")


def states(tournament: Tournament) -> Counter[str]:
    return Counter(tournament.entries.values_list("state", flat=True))


@pytest.mark.parametrize("size", [2, 3, 4])
async def test_it_pairs_everybody_once_though_four_workers_pair(
    size: int, clock: FakeClock
) -> None:
    players = await people(61)
    tournament = await in_database(lambda: arena(seats=size))
    await in_database(lambda: enter(tournament, *players))
    for _ in range(3):
        await at_once(*[partial(seating.run_wave, tournament, utc_now())] * 4)
        clock.advance(5)
        await in_database(lambda: look(tournament, *players))
    await at_once(*[partial(seating.run_wave, tournament, utc_now())] * 4)
    taken, now = await in_database(seats), await in_database(lambda: states(tournament))
    assert set(taken.values()) == {1}
    assert now["playing"] == len(taken)
    # The last one finds nobody: all others play.
    assert now["waiting"] == 61 - len(taken) <= 1
    assert await in_database(lambda: TournamentSeat.objects.filter(open=True).count()) == len(taken)


async def test_it_pairs_those_whom_a_killed_worker_was_about_to_pair(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await people(6)
    tournament = await in_database(arena)
    await in_database(lambda: enter(tournament, *players))

    class KilledError(BaseException):
        """The worker is gone in the middle of a pairing."""

    def die(*_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        # The room is open, and the entries are not marked yet.
        patch.setattr(seating, "_seat", die)
        with pytest.raises(KilledError):
            await in_database(partial(wave, tournament))
    assert await in_database(seats) == {}
    await at_once(*[partial(seating.run_wave, tournament, utc_now())] * 2)
    assert set((await in_database(seats)).values()) == {1}
    assert await in_database(lambda: states(tournament)) == {"playing": 6}


async def test_it_seats_nobody_who_pauses_or_joins_elsewhere_at_the_same_instant(
    clock: FakeClock,
) -> None:
    alice, bob = await people(2)
    for _ in range(15):
        await one_race(alice, bob)


async def one_race(alice: User, bob: User) -> None:
    """Pair two players while one joins elsewhere and the other pauses."""

    def begin() -> tuple[Tournament, Tournament]:
        Tournament.objects.all().delete()
        one, other = arena(), arena()
        enter(one, alice, bob)
        return one, other

    one, other = await in_database(begin)
    await at_once(
        partial(seating.run_wave, one, utc_now()),
        partial(joining.join, other.pk, alice.pk),
        partial(joining.pause, one.pk, bob.pk),
        partial(seating.run_wave, one, utc_now()),
    )

    def check() -> None:
        active = TournamentEntry.objects.filter(state__in=joining.ACTIVE)
        found = Counter(active.values_list("player_id", flat=True))
        assert not found or max(found.values()) == 1
        tables = TournamentGame.objects.filter(tournament=one).count()
        assert (tables, states(one)["playing"]) in ((0, 0), (1, 2))

    await in_database(check)


async def test_it_counts_a_game_once_though_four_workers_count(clock: FakeClock) -> None:
    players = await people(8)
    tournament = await in_database(lambda: arena(lasts=600))

    def begin() -> None:
        enter(tournament, *players)
        for number, room in enumerate(wave(tournament)):
            play(room, clock, seed=number)
        count_finished_games()

    await in_database(begin)
    settled = await at_once(*[results.settle_tables] * 4)
    assert sum(settled) == 4
    entries = await in_database(lambda: list(tournament.entries.all()))
    assert sum(entry.score for entry in entries) == 4 * 12
    assert [entry.games for entry in entries] == [1] * 8
    clock.advance(700)
    finished = await at_once(*[partial(finishing.finish_due, utc_now())] * 4)
    assert sum(finished) == 1


async def test_the_database_refuses_to_pair_somebody_twice(clock: FakeClock) -> None:
    players = await people(3)
    tournament = await in_database(arena)
    await in_database(lambda: enter(tournament, *players))
    entries = {
        entry.player_id: Candidate(entry.pk, entry.player_id, 0, 1500.0, 0.0)
        for entry in await in_database(lambda: list(tournament.entries.all()))
    }
    alice, bob, charlie = [entries[player.pk] for player in players]
    found = await at_once(
        partial(seating.open_table, tournament, (alice, bob)),
        partial(seating.open_table, tournament, (bob, charlie)),
        partial(seating.open_table, tournament, (alice, charlie)),
    )
    assert sum(code is not None for code in found) == 1
    assert await in_database(lambda: TournamentSeat.objects.filter(open=True).count()) == 2


# --- The order of locks: docs/data.md#locks ---------------------------------------------

PATIENCE_S = 30.0
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
WAITING += " AND wait_event_type = 'Lock'"


def somebody_waits() -> None:
    """Return when another connection waits for a lock."""
    until = time.monotonic() + PATIENCE_S
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute(WAITING)
            (count,) = cursor.fetchone()
            if count:
                return
            time.sleep(0.02)
    raise AssertionError("nobody waits for the lock")


async def assert_it_waits(
    work: Callable[[], object], first: QuerySet[TournamentEntry], then: QuerySet[Model]
) -> None:
    """Hold the rows that are to be locked first: the work must wait for them, and must not have
    locked those that come later.
    """
    held = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            assert list(first.select_for_update())
            held.set()
            somebody_waits()
            assert list(then.select_for_update(nowait=True))

    def start() -> None:
        assert held.wait(PATIENCE_S)
        work()

    await asyncio.gather(in_database(hold), in_database(start))


async def test_a_cancellation_waits_for_players_before_it_locks_the_tournament(
    clock: FakeClock,
) -> None:
    players = await people(1)
    coming = await in_database(lambda: arena(begins_in=600))
    await in_database(lambda: enter(coming, *players))
    await assert_it_waits(
        partial(finishing.end_now, coming, utc_now()),
        TournamentEntry.objects.all(),
        Tournament.objects.all(),
    )
    assert not await in_database(Tournament.objects.exists)


async def test_a_player_who_leaves_waits_for_a_table_before_they_lock_their_ticket(
    clock: FakeClock,
) -> None:
    alice, bob = await people(2)
    tournament = await in_database(arena)
    entries, tickets = TournamentEntry.objects.all(), Ticket.objects.all()

    def begin() -> None:
        Ticket.objects.all().delete()
        for player in (alice, bob):
            Ticket.objects.create(player=player, variant="yacht", players=2, alive_until=utc_now())
        TournamentEntry.objects.all().delete()
        enter(tournament, alice)

    await in_database(begin)
    await assert_it_waits(partial(merge_guest, alice, bob), entries, tickets)
    await in_database(begin)
    await assert_it_waits(partial(delete_player, alice), entries, tickets)
