"""What a game gives: points once, nothing for leavers and late games, and another game."""

from datetime import datetime, timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import (
    Room,
    Tournament,
    TournamentGame,
    TournamentSeat,
    User,
)
from games.platform.clock import utc_now
from games.site.events.tournaments import finishing, joining, results, seating
from games.site.events.tournaments.jobs import run_arenas
from games.site.events.tournaments.lists import read_finished
from games.tables.rooms import opening, sealing, starting
from games.tables.rooms import seating as rooms_seating
from tests.site.events.tournaments.arena import (
    arena,
    enter,
    entry_of,
    look,
    open_seats,
    play,
    settled,
    state_of,
    wave,
)
from tests.support.clock import FakeClock
from tests.support.damage import another_die
from tests.support.oracles import tournaments as naive
from tests.support.people import person


@pytest.fixture(autouse=True)
def _stands_still(clock: FakeClock) -> None:
    """Only the tests move the time."""


def test_it_gives_the_points_of_the_places_at_a_table_of_four(
    transactional_db: None, clock: FakeClock
) -> None:
    tournament = arena(seats=4)
    people = [person(f"P{number}") for number in range(4)]
    enter(tournament, *people)
    (room,) = wave(tournament)
    places = play(room, clock)
    assert settled(room).outcome == "counted"
    expected = naive.shares([places[each.pk] for each in people])
    entries = [entry_of(tournament, each) for each in people]
    assert [entry.score for entry in entries] == expected
    assert {entry.state for entry in entries} == {"waiting"}
    assert [entry.games for entry in entries] == [1, 1, 1, 1]
    assert open_seats() == 0


def test_it_counts_a_game_once(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    play(room, clock)
    table = settled(room)
    assert not results.settle(table.pk)
    assert results.settle_tables() == 0
    assert sum(entry.score for entry in tournament.entries.all()) == 12
    points = [seat.points for seat in TournamentSeat.objects.all()]
    assert sum(point or 0 for point in points) == 12


def test_it_doubles_after_two_wins(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena(lasts=36000)
    enter(tournament, alice, bob)
    games: dict[int, list[tuple[int, bool, bool]]] = {alice.pk: [], bob.pk: []}
    for number in range(8):
        look(tournament, alice, bob)
        clock.advance(11)
        look(tournament, alice, bob)
        (room,) = wave(tournament)
        places = play(room, clock, seed=number)
        settled(room)
        shares = dict(zip(places, naive.shares(list(places.values())), strict=True))
        for player, place in places.items():
            won = place == 1 and list(places.values()).count(1) == 1
            games[player].append((int(shares[player]), won, False))
    for each in (alice, bob):
        assert entry_of(tournament, each).score == naive.score(games[each.pk])


def test_it_does_not_count_a_game_that_ends_too_late(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena(lasts=600)
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    clock.advance(601)
    # It is still being played when the places are fixed.
    assert finishing.finish_due(utc_now() + timedelta(seconds=5)) == 1
    assert state_of(tournament, alice) == "playing"
    play(room, clock)
    assert settled(room).outcome == "late"
    assert {entry.score for entry in tournament.entries.all()} == {0}
    assert {entry.state for entry in tournament.entries.all()} == {"paused"}


def test_it_lets_the_other_go_on_when_a_player_does_not_come(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    rooms_seating.set_seal(room.pk, alice.pk, sealing.Seal(room.next_code, "ab" * 32))
    clock.advance(opening.PAIRED_WAIT.total_seconds() + 1)
    starting.start_paired(room.pk)
    assert settled(room).outcome == "void"
    assert [state_of(tournament, each) for each in (alice, bob)] == ["waiting", "paused"]
    assert entry_of(tournament, alice).met == []


def test_it_plays_one_game_at_a_table(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    play(room, clock)
    with pytest.raises(Refused, match="belongs to a tournament"):
        starting.rematch(room.pk, alice.pk, "seed")
    with pytest.raises(Refused, match="belongs to a tournament"):
        starting.start(room.pk, room.host_id or 0)
    for player in (alice, bob):
        rooms_seating.set_ready(room.pk, player.pk, True)
        rooms_seating.set_seal(
            room.pk, player.pk, sealing.Seal(room_code(room), f"{player.pk:064x}")
        )
    room.refresh_from_db()
    assert room.game is not None
    assert room.game.number == 1


def room_code(room: Room) -> str:
    room.refresh_from_db()
    return room.next_code


def test_it_lets_nobody_else_sit_down(alice: User, bob: User, charlie: User) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    rooms_seating.stand(room.pk, bob.pk)
    with pytest.raises(Refused, match="belongs to a tournament"):
        rooms_seating.sit(room.pk, charlie.pk, None, "seed")


def test_it_fixes_the_places_when_every_game_in_time_is_counted(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    tournament = arena(lasts=600)
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    places = play(room, clock)
    enter(tournament, charlie)
    clock.advance(700)
    assert finishing.finish_due(utc_now()) == 0
    settled(room)
    assert finishing.finish_due(utc_now()) == 1
    assert finishing.finish_due(utc_now()) == 0
    assert {each.pk: entry_of(tournament, each).place for each in (alice, bob)} == places
    # Who has not played has no place.
    assert entry_of(tournament, charlie).place is None
    tournament.refresh_from_db()
    assert tournament.finished_at == utc_now()


def test_it_forgets_a_tournament_that_nobody_joined(
    clock: FakeClock, transactional_db: None
) -> None:
    tournament = arena(lasts=100)
    clock.advance(200)
    assert finishing.finish_due(utc_now()) == 1
    assert not type(tournament).objects.exists()


def test_it_ends_early_when_staff_say_so(alice: User, bob: User, clock: FakeClock) -> None:
    running, coming = arena(), arena(begins_in=60)
    enter(running, alice, bob)
    for each in (running, coming):
        finishing.end_now(each, utc_now())
    assert not type(coming).objects.filter(pk=coming.pk).exists()
    clock.advance(4)
    assert finishing.finish_due(utc_now()) == 1
    assert not TournamentGame.objects.exists()


def test_it_lists_no_winners_where_nobody_finished_a_game(
    alice: User, bob: User, clock: FakeClock
) -> None:
    quiet, played = arena(lasts=600), arena(lasts=600)
    enter(quiet, alice)
    joining.pause(quiet.pk, alice.pk)
    enter(played, alice, bob)
    (room,) = wave(played)
    play(room, clock, resigns=(1, 8))
    settled(room)
    clock.advance(700)
    assert finishing.finish_due(utc_now()) == 2
    (listed,) = read_finished(limit=5)
    assert listed.tournament == played
    assert (listed.players, [entry.place for entry in listed.podium]) == (2, [1, 2])


@pytest.mark.logs_errors("games.site.events.tournaments")
def test_a_tournament_that_fails_holds_up_no_other_one(
    alice: User, bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, broken, running = arena(lasts=60), arena(lasts=60), arena()
    clock.advance(5)
    enter(running, alice, bob)
    pair, end = seating.run_wave, finishing.finish
    monkeypatch.setattr(seating, "tournaments_to_pair", lambda _: [broken, running])

    def fail_to_pair(tournament: Tournament, now: datetime) -> list[str]:
        if tournament == broken:
            raise ValueError("no such variant")
        return pair(tournament, now)

    def fail_to_end(tournament_id: int, now: datetime) -> bool:
        if tournament_id == broken.pk:
            raise ValueError("no places")
        return end(tournament_id, now)

    monkeypatch.setattr(seating, "run_wave", fail_to_pair)
    monkeypatch.setattr(finishing, "finish", fail_to_end)
    assert run_arenas() == 1
    assert set(Tournament.objects.all()) == {broken, running}
    assert not Tournament.objects.filter(pk=over.pk).exists()


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_gives_no_points_for_a_damaged_game(
    alice: User, bob: User, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    tournament = arena(lasts=600)
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    play(room, clock)
    room.refresh_from_db()
    assert room.game is not None
    another_die(room.game)
    assert settled(room).outcome == "void"
    for player in (alice, bob):
        entry = entry_of(tournament, player)
        assert (entry.games, entry.score, entry.state) == (0, 0, "waiting")
    assert open_seats() == 0
    assert f"the record of game {room.game.code} is damaged" in caplog.text
    clock.advance(700)
    assert finishing.finish_due(utc_now()) == 1
