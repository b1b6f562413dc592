"""Players who leave games of an arena: they are not paired for a while, whatever they do."""

from datetime import timedelta

import pytest

from games.core.engine import Roll, Score
from games.core.engine.actions import Action, TimeOut
from games.core.protocol.errors import Refused
from games.models import Game, Room, Tournament, User
from games.platform.clock import utc_now
from games.record.log.loading import load_game
from games.site.events.tournaments.joining import LONGEST_PAUSE, MAX_WITHHELD, pause_after
from games.site.events.tournaments.pairing import PATIENCE
from games.site.events.tournaments.seating import candidates
from games.site.events.tournaments.standings import read_state
from games.tables.rooms import opening, sealing, seating, starting
from tests.site.events.tournaments.arena import (
    arena,
    begin,
    enter,
    entry_of,
    look,
    play,
    settled,
    state_of,
    wave,
)
from tests.support import desk
from tests.support.clock import FakeClock


@pytest.fixture(autouse=True)
def _stands_still(clock: FakeClock) -> None:
    """Only the tests move the time."""


def waiting(tournament: Tournament) -> set[str]:
    """The names of the players who can be paired now."""
    players = [each.player for each in candidates(tournament, utc_now())]
    return set(User.objects.filter(pk__in=players).values_list("name", flat=True))


def leave_a_game(tournament: Tournament, clock: FakeClock, *pair: User) -> tuple[User, User]:
    """Let two play a game that one leaves at once. Return who left, and who stayed."""
    enter(tournament, *pair)
    clock.advance(PATIENCE)
    look(tournament, *pair)
    (room,) = wave(tournament)
    leaver = pair[0]
    seat = room.seats.get(player=leaver)
    play(room, clock, resigns=(seat.number, 0))
    settled(room)
    return pair[0], pair[1]


def test_who_leaves_a_casual_game_is_not_paired_for_a_minute(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    tournament = arena()
    leave_a_game(tournament, clock, alice, bob)
    enter(tournament, charlie)
    # Joining again changes nothing.
    enter(tournament, alice)
    assert state_of(tournament, alice) == "waiting"
    for seconds, names in ((0, {"Bob", "Charlie"}), (59, {"Bob", "Charlie"}), (1, None)):
        clock.advance(seconds)
        look(tournament, alice, bob, charlie)
        assert waiting(tournament) == (names or {"Alice", "Bob", "Charlie"})


def test_the_pause_doubles_each_time(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena(lasts=36_000)
    minutes = []
    for _ in range(6):
        leave_a_game(tournament, clock, alice, bob)
        until = entry_of(tournament, alice).paired_from
        assert until is not None
        minutes.append((until - utc_now()) / timedelta(minutes=1))
        clock.advance(LONGEST_PAUSE.total_seconds())
    assert minutes == [1, 2, 4, 8, 15, 15]
    assert pause_after(10_000) == LONGEST_PAUSE


def test_a_game_played_to_its_end_takes_back_one_step(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena(lasts=36_000)
    for _ in range(2):
        leave_a_game(tournament, clock, alice, bob)
        clock.advance(LONGEST_PAUSE.total_seconds())
    enter(tournament, alice, bob)
    look(tournament, alice, bob)
    (room,) = wave(tournament)
    play(room, clock)
    settled(room)
    assert entry_of(tournament, alice).leaves == 1
    assert entry_of(tournament, bob).leaves == 0


def start_without(
    tournament: Tournament, clock: FakeClock, silent: User, other: User, blamed: bool = True
) -> Room:
    """Pair two, of whom one never sends anything: the start is cancelled."""
    enter(tournament, silent, other)
    clock.advance(PATIENCE)
    look(tournament, silent, other)
    (room,) = wave(tournament)
    seal = f"{clock.now_ms():064x}"
    seating.set_seal(room.pk, other.pk, sealing.Seal(room.next_code, seal))
    clock.advance(opening.PAIRED_WAIT.total_seconds() + 1)
    starting.start_paired(room.pk, blamed)
    room.refresh_from_db()
    assert room.game is not None
    assert room.game.status == Game.Status.CANCELLED
    assert settled(room).outcome == "void"
    return room


def test_who_does_not_show_their_seed_is_not_paired_for_a_while(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    start_without(tournament, clock, alice, bob)
    entry = entry_of(tournament, alice)
    assert (entry.state, entry.withheld) == ("paused", 1)
    assert entry.paired_from == utc_now() + timedelta(minutes=1)
    assert (entry_of(tournament, bob).state, entry_of(tournament, bob).leaves) == ("waiting", 0)


def test_who_withholds_again_and_again_is_out(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena(lasts=36_000)
    for _ in range(MAX_WITHHELD):
        clock.advance(LONGEST_PAUSE.total_seconds())
        start_without(tournament, clock, alice, bob)
    clock.advance(LONGEST_PAUSE.total_seconds())
    with pytest.raises(Refused, match="could not start"):
        enter(tournament, alice)
    assert state_of(tournament, alice) == "paused"
    state = read_state(tournament.pk)
    assert state is not None
    assert state.mine[alice.pk].paired_from is None
    # Other tournaments are open to them.
    enter(arena(), alice)


def test_trouble_of_the_site_costs_nothing(alice: User, bob: User, clock: FakeClock) -> None:
    tournament = arena()
    start_without(tournament, clock, alice, bob, blamed=False)
    entry = entry_of(tournament, alice)
    assert (entry.state, entry.withheld, entry.paired_from) == ("paused", 0, None)
    enter(tournament, alice)
    look(tournament, bob)
    assert waiting(tournament) == {"Alice", "Bob"}


def test_the_host_cannot_make_the_other_look_guilty(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    host, other = room.host, room.seats.exclude(player=room.host).get().player
    assert host is not None
    assert other is not None
    seating.set_seal(room.pk, other.pk, sealing.Seal(room.next_code, "ab" * 32))
    clock.advance(opening.PAIRED_WAIT.total_seconds() + 1)
    starting.start_paired(room.pk, blamed=True)
    # The other leaves the table before the worker looks at it.
    seating.stand(room.pk, other.pk)
    settled(room)
    assert entry_of(tournament, other).leaves == 0
    assert entry_of(tournament, host).withheld == 1


def test_who_stands_up_before_the_game_is_not_paired_for_a_while(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    seating.stand(room.pk, bob.pk)
    starting.start_paired(room.pk)
    settled(room)
    assert entry_of(tournament, bob).leaves == 1
    assert entry_of(tournament, alice).leaves == 0


def miss(room: Room, seat: int, turns: set[int], clock: FakeClock) -> None:
    """Play the room's game; the seat lets its clock run out in these turns."""
    game = begin(room)
    now = clock.ms
    while (state := load_game(game.pk).state).status == "playing":
        acting = state.acting[0]
        mine = state.seats[acting]
        action: Action = Roll(mine.turn.number, 0)
        if acting == seat and mine.turn.number in turns:
            due = state.due(acting)
            assert due is not None
            now, action = due, TimeOut()
        elif mine.turn.dice is not None:
            box = mine.card.fills(mine.turn.dice)[0].box
            action = Score(mine.turn.number, 1, box.category, box.column)
        desk.act(game, acting, action, now=now)
    clock.set_at_least(now)


@pytest.mark.parametrize(("turns", "leaves"), [({2, 5}, 0), ({2, 5, 8}, 1)])
def test_who_lets_the_clock_run_out_several_times_is_not_paired_for_a_while(
    alice: User, bob: User, clock: FakeClock, turns: set[int], leaves: int
) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    player = room.seats.get(number=1).player
    assert player is not None
    miss(room, 1, turns, clock)
    assert settled(room).outcome == "counted"
    entry = entry_of(tournament, player)
    assert entry.leaves == leaves
    # They were there at the end: the game counts for them.
    assert (entry.games, entry.state) == (1, "waiting")
    assert (entry.paired_from is not None) == bool(leaves)
