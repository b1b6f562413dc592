"""Seals in rooms: who may start, paired tables, and what a cancelled start changes."""

from datetime import timedelta

import pytest

from games.core.engine import Resign, Reveal, decide_and_evolve
from games.core.protocol import errors
from games.models import DiceSecret, Game, Room, UsedSeal, User
from games.people.conduct import leavers
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.record.fairness.secrets import secret_of
from games.record.log import ending
from games.record.log.batches import Conflict, entry_of, write
from games.record.log.loading import LoadedGame, load_game
from games.record.log.verifying import problems_of
from games.tables.rooms import opening, player_changes, sealing, seating, starting
from games.tables.rooms.jobs import USED_SEAL_FOR, delete_used_seals
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import current_game, keep, minutes_to_wait, open_room
from tests.support.sealing import Kept, make_seal
from tests.tables.rooms.test_rooms import refusal, table, view_of


def seal(room: Room, player: User, text: str = "myseed") -> Kept:
    """Seal a seed for the room's next game."""
    room.refresh_from_db()
    kept = make_seal(room.next_code, player.pk, text)
    seating.set_seal(room.pk, player.pk, sealing.Seal(kept.game, kept.seal))
    return kept


def reveal(room: Room, seat: int, kept: Kept) -> None:
    act(current_game(room), seat, Reveal(kept.salt, kept.text))


def events(room: Room) -> list[str]:
    return [event.type for event in current_game(room).events.all()]


def sealed(host: User, *others: User, rated: bool = False) -> tuple[Room, list[Kept]]:
    """A room where these people have started a game that waits for their seeds."""
    room = opening.open_room(host, "yacht", {}, 1 + len(others), 60, False, rated)
    for player in others:
        seating.sit(room.pk, player.pk, None, None)
    kept = [seal(room, player) for player in (host, *others)]
    starting.start(room.pk, host.pk)
    return room, kept


def paired(*people: User, rated: bool = False) -> Room:
    return opening.open_paired_room([each.pk for each in people], "yacht", {}, 30, rated)


# --- Before the start ----------------------------------------------------------------------


def test_it_names_everybody_whose_seal_is_missing(alice: User, bob: User, charlie: User) -> None:
    room, kept = sealed(alice, bob, charlie)
    for seat, each in enumerate(kept):
        reveal(room, seat, each)
    for seat in range(2):
        act(current_game(room), seat, Resign())
    for player in (alice, bob, charlie):
        starting.rematch(room.pk, player.pk, None)
    assert current_game(room).number == 1
    with pytest.raises(errors.Refused) as refused:
        starting.start(room.pk, alice.pk)
    assert str(refused.value) == "The game waits for the seed of Alice, Bob and Charlie."
    seal(room, alice)
    # A plain seed will do as well.
    seating.set_seed(room.pk, charlie.pk, "plain")
    assert current_game(room).number == 1
    seal(room, bob)
    assert current_game(room).number == 2
    assert load_game(current_game(room).pk).state.revealing == (0, 1)


def test_it_starts_only_with_everybody_who_is_connected(
    alice: User, bob: User, charlie: User
) -> None:
    room = open_room(alice, 3)
    for player in (bob, charlie):
        seating.sit(room.pk, player.pk, None, "plain")
    seal(room, alice)
    with pytest.raises(errors.Refused) as refused:
        starting.start(room.pk, alice.pk, {alice.pk})
    assert str(refused.value) == "Bob and Charlie must be connected at the start."
    starting.start(room.pk, alice.pk, {alice.pk, bob.pk, charlie.pk})


def test_it_drops_the_seal_of_a_guest_who_becomes_an_account(alice: User, bob: User) -> None:
    room = open_room(alice)
    seating.sit(room.pk, bob.pk, 1, None)
    seal(room, bob)
    dora = User.objects.create(username="dora", name="Dora")
    player_changes.transfer_seats(bob.pk, dora.pk)
    seat = room.seats.get(number=1)
    assert (seat.player_id, seat.seal, seat.sealing) == (dora.pk, "", True)


def test_it_waits_for_people_only(alice: User) -> None:
    room = open_room(alice, 3)
    seating.fill(room.pk, alice.pk)
    kept = seal(room, alice)
    starting.start(room.pk, alice.pk)
    state = load_game(current_game(room).pk).state
    assert state.revealing == (0,)
    reveal(room, 0, kept)
    state = load_game(current_game(room).pk).state
    assert (state.acting, state.seeds) == ((0,), (kept.seed, "bot", "bot"))
    assert problems_of(current_game(room)) == []


def test_it_refuses_a_seal_of_an_older_game_for_a_month(
    alice: User, bob: User, clock: FakeClock
) -> None:
    room, kept = sealed(alice, bob)
    starting.cancel_start(room.pk, current_game(room).pk, (0, 1), blamed=False)
    seating.sit(room.pk, alice.pk, 0, None)
    room.refresh_from_db()
    again = sealing.Seal(room.next_code, kept[0].seal)
    assert refusal(lambda: seating.set_seal(room.pk, alice.pk, again)) == "bad_seed"
    assert refusal(lambda: seating.sit(room.pk, bob.pk, 1, None, seal=again)) == "bad_seed"
    delete_used_seals()
    assert UsedSeal.objects.count() == 2
    clock.advance((USED_SEAL_FOR + timedelta(hours=1)).total_seconds())
    delete_used_seals()
    assert UsedSeal.objects.count() == 0


# --- Paired tables -------------------------------------------------------------------------


def test_it_starts_a_paired_game_when_the_last_player_has_connected(alice: User, bob: User) -> None:
    room = paired(alice, bob)
    here = {alice.pk}
    for player in (alice, bob):
        kept = make_seal(room.next_code, player.pk)
        seating.set_seal(room.pk, player.pk, sealing.Seal(kept.game, kept.seal), here=here)
    assert refusal(lambda: starting.start_waiting(room.pk, here)) == "stale"
    starting.start_waiting(room.pk, {alice.pk, bob.pk})
    assert view_of(room).view.status == "playing"
    assert refusal(lambda: starting.start_waiting(room.pk, {alice.pk, bob.pk})) == "stale"


@pytest.mark.parametrize("blamed", [True, False])
def test_it_cancels_a_paired_game_of_a_player_who_sends_no_seal(
    alice: User, bob: User, charlie: User, blamed: bool
) -> None:
    for player in (alice, bob, charlie):
        keep(player)
    room = paired(alice, bob, charlie, rated=True)
    kept = seal(room, bob)
    seal(room, charlie)
    starting.start_paired(room.pk, blamed)
    game = current_game(room)
    assert events(room) == ["game.started", "game.cancelled"]
    assert (game.status, game.code) == ("cancelled", kept.game)
    assert problems_of(game) == []
    view = view_of(room).view
    assert (view.status, view.number, view.host) == ("open", 1, bob.pk)
    assert table(room) == [None, bob.pk, charlie.pk]
    paused = Sanction.objects.values_list("player__name", flat=True)
    assert list(paused) == ["Alice"] * blamed
    # Once only, and the others can go on.
    starting.start_paired(room.pk, blamed)
    assert len(events(room)) == 2
    seal(room, bob)
    seal(room, charlie)
    starting.start(room.pk, bob.pk)
    assert load_game(current_game(room).pk).state.revealing == (0, 1)


def test_it_starts_a_paired_game_without_seals_as_before(alice: User, bob: User) -> None:
    room = paired(alice, bob)
    seating.set_seed(room.pk, alice.pk, "plain")
    starting.start_paired(room.pk, True)
    state = load_game(current_game(room).pk).state
    assert (state.status, state.seeds) == ("playing", ("plain", "none"))


# --- Cancelled starts ----------------------------------------------------------------------


def test_it_marks_a_leaver_once_and_only_if_they_are_blamed(alice: User, bob: User) -> None:
    for player in (alice, bob):
        keep(player)
    room, _ = sealed(alice, bob, rated=True)
    game = current_game(room)
    starting.cancel_start(room.pk, game.pk, (1,), blamed=True)
    bob.refresh_from_db()
    assert bob.leaves == 1
    assert minutes_to_wait(bob.pk, utc_now()) == 5
    again = refusal(lambda: starting.cancel_start(room.pk, game.pk, (0,), blamed=True))
    assert again == "stale"
    alice.refresh_from_db()
    assert (alice.leaves, minutes_to_wait(alice.pk, utc_now())) == (0, 0)
    assert view_of(room).view.seats[0].player == alice.pk


def test_it_reveals_the_secret_and_offers_another_commitment(alice: User, bob: User) -> None:
    room, kept = sealed(alice, bob)
    game = current_game(room)
    starting.cancel_start(room.pk, game.pk, (0, 1), blamed=False)
    state = load_game(game.pk).state
    assert state.secret == secret_of(DiceSecret.objects.get(code=game.code)).hex()
    view = view_of(room).view
    assert view.next.game not in ("", kept[0].game)
    assert view.next.commitment != state.commitment
    assert table(room) == [None, None]
    # Whoever sits down first becomes the host.
    seating.sit(room.pk, bob.pk, None, None)
    assert view_of(room).view.host == bob.pk


def test_it_changes_nothing_if_a_part_of_the_change_fails(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (alice, bob):
        keep(player)
    room, _ = sealed(alice, bob, rated=True)
    before = view_of(room)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(leavers, "note_rated_game", fail)
    with pytest.raises(ZeroDivisionError):
        starting.cancel_start(room.pk, current_game(room).pk, (1,), blamed=True)
    assert view_of(room) == before
    assert events(room) == ["game.started"]
    assert problems_of(current_game(room)) == []


def show_meanwhile(monkeypatch: pytest.MonkeyPatch, room: Room, seat: int, kept: Kept) -> None:
    """Let a seed be stored by another process just before the cancelled start is decided."""
    stale = [load_game(current_game(room).pk)]

    def load(game_id: int) -> LoadedGame:
        return stale.pop() if stale else load_game(game_id)

    reveal(room, seat, kept)
    monkeypatch.setattr(ending, "load_game", load)


def test_it_does_not_cancel_if_the_last_seed_comes_first(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, kept = sealed(alice, bob)
    reveal(room, 0, kept[0])
    show_meanwhile(monkeypatch, room, 1, kept[1])
    game = current_game(room)
    assert refusal(lambda: starting.cancel_start(room.pk, game.pk, (1,), blamed=True)) == "stale"
    assert load_game(game.pk).state.acting == (0,)
    assert table(room) == [alice.pk, bob.pk]


def test_it_cancels_because_of_those_who_still_have_not_shown_their_seeds(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, kept = sealed(alice, bob)
    show_meanwhile(monkeypatch, room, 0, kept[0])
    starting.cancel_start(room.pk, current_game(room).pk, (0, 1), blamed=True)
    assert events(room) == ["game.started", "seed.revealed", "game.cancelled"]
    assert table(room) == [alice.pk, None]
    assert problems_of(current_game(room)) == []


def test_a_seed_is_refused_when_the_start_was_cancelled_first(alice: User, bob: User) -> None:
    room, kept = sealed(alice, bob)
    game = current_game(room)
    loaded = load_game(game.pk)
    starting.cancel_start(room.pk, game.pk, (1,), blamed=True)
    action = Reveal(kept[1].salt, kept[1].text)
    decided, after = decide_and_evolve(loaded.state, 1, action, loaded.dice, 0)
    outcome = write([entry_of(loaded, decided, after)])
    assert [type(each) for each in outcome] == [Conflict]
    assert Game.objects.get(pk=game.pk).status == "cancelled"
