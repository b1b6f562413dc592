"""Who takes part: joining, pausing, and players in two tournaments."""

import pytest

from games.core.protocol.errors import Refused
from games.models import Tournament, TournamentEntry, User
from games.people.conduct import leavers
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest
from games.site.events.tournaments import joining, seating
from tests.site.events.tournaments.arena import arena, begin, enter, entry_of, look, state_of, wave
from tests.support.clock import FakeClock
from tests.support.people import keep


@pytest.fixture(autouse=True)
def _stands_still(clock: FakeClock) -> None:
    """Only the tests move the time."""


def test_it_registers_before_the_start_and_waits_with_an_open_tab(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena(begins_in=30)
    enter(tournament, alice, bob)
    assert state_of(tournament, alice) == "registered"
    clock.advance(31)
    look(tournament, alice)
    assert [state_of(tournament, each) for each in (alice, bob)] == ["waiting", "registered"]


def test_it_pauses_a_player_who_joins_elsewhere(alice: User) -> None:
    one, other = arena(), arena()
    enter(one, alice)
    enter(other, alice)
    assert [state_of(each, alice) for each in (one, other)] == ["paused", "waiting"]


def test_it_refuses_a_player_who_plays_elsewhere(alice: User, bob: User) -> None:
    one, other = arena(), arena()
    enter(one, alice, bob)
    wave(one)
    with pytest.raises(Refused, match="playing in another tournament"):
        enter(other, alice)
    assert not TournamentEntry.objects.filter(tournament=other).exists()


def test_it_forgets_a_registration_that_is_withdrawn(alice: User) -> None:
    tournament = arena(begins_in=60)
    enter(tournament, alice)
    joining.pause(tournament.pk, alice.pk)
    assert not TournamentEntry.objects.exists()


def test_it_does_not_pair_a_player_without_a_tab_and_pauses_them(
    alice: User, bob: User, clock: FakeClock
) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    clock.advance(joining.ALIVE.total_seconds() + 1)
    look(tournament, bob)
    assert wave(tournament) == []
    clock.advance(joining.PAUSED_AFTER.total_seconds())
    look(tournament, bob)
    assert joining.pause_absent(utc_now()) == 1
    assert [state_of(tournament, each) for each in (alice, bob)] == ["paused", "waiting"]


def test_it_refuses_guests_and_paused_leavers_where_games_are_rated(alice: User, bob: User) -> None:
    tournament = arena(rated=True)
    with pytest.raises(Refused, match="need an account"):
        enter(tournament, alice)
    keep(bob)
    leavers.note_rated_game({bob.pk}, ())
    with pytest.raises(Refused, match="You left a rated game"):
        enter(tournament, bob)


def test_it_refuses_who_comes_when_it_is_over(alice: User) -> None:
    with pytest.raises(Refused, match="is over"):
        enter(arena(begins_in=-100, lasts=100), alice)
    with pytest.raises(Refused, match="no longer here"):
        joining.join(0, alice.pk)


def test_it_refuses_who_comes_while_staff_cancel_it(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = arena(begins_in=60)
    bump = joining.bump

    def cancelled(tournament_id: int) -> None:
        Tournament.objects.filter(pk=tournament_id).update(finished_at=utc_now())
        bump(tournament_id)

    monkeypatch.setattr(joining, "bump", cancelled)
    with pytest.raises(Refused, match="over"):
        joining.join(coming.pk, alice.pk)
    assert not TournamentEntry.objects.exists()


def test_it_takes_late_joiners_but_pairs_nobody_in_the_last_minutes(alice: User, bob: User) -> None:
    tournament = arena(begins_in=-600, lasts=600 + seating.LAST_PAIRING.total_seconds() + 1)
    assert seating.tournaments_to_pair(utc_now()) == [tournament]
    late = arena(begins_in=-600, lasts=600 + seating.LAST_PAIRING.total_seconds())
    assert seating.tournaments_to_pair(utc_now()) == [tournament]
    enter(late, alice, bob)
    assert state_of(late, alice) == "waiting"


def test_it_does_not_pair_players_who_have_blocked_each_other(alice: User, bob: User) -> None:
    tournament = arena()
    alice.blocked.add(bob)
    enter(tournament, alice, bob)
    assert wave(tournament) == []


def test_it_pauses_a_player_who_is_deleted(alice: User, bob: User) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    delete_player(alice)
    assert state_of(tournament, alice) == "paused"
    assert wave(tournament) == []


def test_it_gives_a_guests_entries_to_the_account_they_merge_into(alice: User, bob: User) -> None:
    keep(bob)
    one, other = arena(), arena()
    enter(one, alice)
    TournamentEntry.objects.filter(tournament=one).update(score=24)
    enter(other, bob)
    enter(other, alice)
    merge_guest(alice, bob)
    assert entry_of(one, bob).score == 24
    assert state_of(one, bob) == "paused"
    assert {entry.player for entry in other.entries.all()} == {alice, bob}
    assert state_of(other, alice) == "paused"


def test_it_pauses_after_the_game_who_asks_during_it(alice: User, bob: User) -> None:
    tournament = arena()
    enter(tournament, alice, bob)
    (room,) = wave(tournament)
    begin(room)
    joining.pause(tournament.pk, alice.pk)
    assert entry_of(tournament, alice).pausing
    enter(tournament, alice)
    assert not entry_of(tournament, alice).pausing
    assert state_of(tournament, alice) == "playing"
