"""Several workers and players at the same instant, on PostgreSQL: nobody is at two tables, nobody
is left waiting, and no game counts twice.
"""

from collections import Counter
from functools import partial

import pytest

from games.clock import utc_now
from games.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
    TournamentSeries,
    User,
)
from games.store.database import in_database
from games.tournaments import finishing, joining, results, scheduling, seating
from games.tournaments.pairing import Candidate
from tests.support.clock import FakeClock
from tests.support.races import at_once, people, seats
from tests.tournaments.arena import arena, enter, look, play, wave

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

    await in_database(begin)
    settled = await at_once(*[results.settle_tables] * 4)
    assert sum(settled) == 4
    entries = await in_database(lambda: list(tournament.entries.all()))
    assert sum(entry.score for entry in entries) == 4 * 12
    assert [entry.games for entry in entries] == [1] * 8
    clock.advance(700)
    finished = await at_once(*[partial(finishing.finish_due, utc_now())] * 4)
    assert sum(finished) == 1


async def test_it_schedules_once_though_four_workers_schedule(clock: FakeClock) -> None:
    await in_database(lambda: scheduling.schedule_series(utc_now()))
    await in_database(lambda: Tournament.objects.all().delete())
    await at_once(*[partial(scheduling.schedule_series, utc_now())] * 4)
    series = TournamentSeries.objects.filter(active=True)
    assert await in_database(Tournament.objects.count) == await in_database(series.count)


async def test_it_takes_one_join_of_two_tabs(clock: FakeClock) -> None:
    (alice,) = await people(1)
    one, other = await in_database(lambda: (arena(), arena()))
    active = TournamentEntry.objects.filter(player=alice, state__in=joining.ACTIVE)
    for _ in range(10):
        await at_once(*[partial(joining.join, each.pk, alice.pk) for each in (one, other)] * 2)
        assert await in_database(active.all().count) == 1


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
