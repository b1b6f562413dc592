"""Which games of an arena give points: those that would change ratings, in casual arenas too."""

from datetime import timedelta

import pytest

from games.models import GameAddress, Room, Tournament, TournamentEntry, TournamentSeat, User
from games.platform.clock import utc_now
from games.record.ratings.jobs import delete_unused_addresses
from games.record.ratings.model import MAX_A_DAY
from games.site.events.tournaments.standings import read_state
from games.tables.live.results import count_finished_games
from games.tables.rooms import rated_eligibility
from tests.site.events.tournaments.arena import (
    arena,
    begin,
    enter,
    entry_of,
    finish,
    look,
    play,
    settled,
    wave,
)
from tests.support.clock import FakeClock
from tests.support.people import keep

HERE, THERE, ELSEWHERE = "8.8.8.8", "1.1.1.1", "9.9.9.9"
HALF = 6


@pytest.fixture(autouse=True)
def _stands_still(clock: FakeClock) -> None:
    """Only the tests move the time."""


def paired(tournament: Tournament, *players: User) -> Room:
    enter(tournament, *players)
    TournamentEntry.objects.update(waiting_since=utc_now() - timedelta(seconds=20))
    (room,) = wave(tournament)
    return room


def play_from(room: Room, clock: FakeClock, addresses: dict[User, str], seed: int = 0) -> None:
    """Play the room's game to the end; each player uses one address."""
    game = begin(room)
    rated_eligibility.note_addresses(
        room.pk, game.code, [(who.pk, at) for who, at in addresses.items()]
    )
    finish(game, clock, seed)


def scores(tournament: Tournament) -> dict[str, int]:
    return {each.player.name: each.score for each in tournament.entries.select_related("player")}


def reasons(tournament: Tournament, player: User) -> list[str]:
    """What the player reads about games without points."""
    state = read_state(tournament.pk)
    assert state is not None
    return [each.reason for each in state.mine[player.pk].unscored or ()]


def test_who_shared_an_address_is_not_paired_with_them_again(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    tournament = arena(seats=3)
    room = paired(tournament, alice, bob, charlie)
    play_from(room, clock, {alice: HERE, bob: HERE, charlie: THERE})
    assert settled(room).outcome == "void"
    clock.advance(20)
    look(tournament, alice, bob)
    # However long they wait.
    assert wave(tournament) == []
    look(tournament, alice, bob, charlie)
    (second,) = wave(tournament)
    players = set(second.seats.values_list("player__name", flat=True))
    assert len(players) == 2
    assert "Charlie" in players


def test_who_resigns_after_the_seeds_gives_nobody_points(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    room = paired(tournament, alice, bob)
    stays, leaves = (room.seats.get(number=number).player for number in (0, 1))
    assert stays is not None
    assert leaves is not None
    tournament.entries.update(streak=2)
    play(room, clock, resigns=(1, 0))
    assert settled(room).outcome == "void"
    stayed, left = entry_of(tournament, stays), entry_of(tournament, leaves)
    assert (stayed.score, stayed.games, stayed.streak, stayed.state) == (0, 0, 2, "waiting")
    # Leaving costs the streak, and a pause.
    assert (left.score, left.games, left.streak, left.state) == (0, 1, 0, "paused")
    assert left.sheet == [0]
    for each in (stays, leaves):
        assert reasons(tournament, each) == ["It ended before two players had filled 2 boxes."]
    seats = dict(TournamentSeat.objects.values_list("entry__player", "points"))
    assert seats == {stays.pk: None, leaves.pk: 0}


@pytest.mark.parametrize(("turns", "counts"), [(HALF - 1, False), (HALF, True)])
def test_half_of_the_boxes_make_a_game(
    alice: User, bob: User, clock: FakeClock, turns: int, counts: bool
) -> None:
    tournament = arena()
    room = paired(tournament, alice, bob)
    # The seat that begins leaves when both have filled as many boxes.
    play(room, clock, resigns=(0, turns))
    settled(room)
    assert sum(scores(tournament).values()) == (12 if counts else 0)
    expected = [] if counts else ["It ended before half of the boxes were filled."]
    assert reasons(tournament, alice) == reasons(tournament, bob) == expected


def again_and_again(tournament: Tournament, clock: FakeClock, *pair: User) -> list[str]:
    """Let the same two play one game more than counts on a day; return how each ended."""
    outcomes = []
    for number in range(MAX_A_DAY + 1):
        room = paired(tournament, *pair)
        play(room, clock, seed=number)
        outcomes.append(settled(room).outcome)
    return outcomes


@pytest.mark.parametrize("rated", [False, True])
def test_the_same_two_can_count_ten_games_a_day(
    alice: User, bob: User, clock: FakeClock, rated: bool
) -> None:
    keep(alice, bob)
    tournament = arena(rated=rated, lasts=2 * 86_400)
    assert again_and_again(tournament, clock, alice, bob) == ["counted"] * MAX_A_DAY + ["void"]
    (reason,) = reasons(tournament, bob)
    assert reason.startswith("Two players have already played 10 games together today")
    assert sum(entry.games for entry in tournament.entries.all()) == 2 * MAX_A_DAY
    # Another day.
    clock.advance(86_400)
    room = paired(tournament, alice, bob)
    play(room, clock)
    assert settled(room).outcome == "counted"


def test_a_rated_arena_follows_what_ratings_found(alice: User, bob: User, clock: FakeClock) -> None:
    keep(alice, bob)
    tournament = arena(rated=True)
    room = paired(tournament, alice, bob)
    play_from(room, clock, {alice: HERE, bob: HERE})
    assert settled(room).outcome == "void"
    room.refresh_from_db()
    assert room.game is not None
    assert room.game.uncounted == "same_address"
    assert scores(tournament) == {"Alice": 0, "Bob": 0}
    assert entry_of(tournament, alice).apart == [bob.pk]
    assert not GameAddress.objects.exists()


def test_a_cleanup_in_between_forgets_no_address(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena()
    room = paired(tournament, alice, bob)
    play_from(room, clock, {alice: HERE, bob: HERE})
    count_finished_games()
    delete_unused_addresses()
    assert settled(room).outcome == "void"
