"""The start of a duplicate event: everybody who is here gets one seat, and the same dice."""

import pytest
from django.db import DatabaseError
from msgspec import UNSET

from games.core.protocol.errors import Refused
from games.models import Tournament, TournamentEntry, User
from games.platform.clock import utc_now
from games.record.log.loading import load_game
from games.site.events.tournaments import joining, standings
from games.site.events.tournaments.duplicates import starting
from games.tables.rooms.shared_games import open_shared_table
from tests.site.events.tournaments.arena import arena, enter, state_of
from tests.site.events.tournaments.duplicates.event import (
    begin,
    begins_of,
    duplicate,
    entries_of,
    games_of,
    log_of,
    look,
    people,
    rooms_of,
)
from tests.support.clock import FakeClock


def start(event: Tournament) -> int:
    return starting.start(event.pk, utc_now())


def seats_of(event: Tournament) -> list[list[int]]:
    """The players of each table."""
    return [[seat.player_id or 0 for seat in room.seats.all()] for room in rooms_of(event)]


def test_all_tables_have_one_secret_and_one_clock(transactional_db: None, clock: FakeClock) -> None:
    event = duplicate()
    assert log_of(event.share) == ["commitment"]
    begin(event, clock, *people(5))
    start(event)
    states = [load_game(game.pk) for game in games_of(event)]
    event.refresh_from_db()
    for loaded in states:
        assert (loaded.state.share, loaded.state.dice) == (event.share, "same")
        assert [seat.turn.started_at for seat in loaded.state.seats] == [
            begins_of(event)[0] for _ in loaded.state.seats
        ]
    places = [(turn, roll, at) for turn in (1, 12) for roll in (1, 2, 3) for at in range(5)]
    thrown = [
        [loaded.dice.throw(seat, *place) for place in places] for seat, loaded in enumerate(states)
    ]
    assert thrown[0] == thrown[1]


def test_it_leaves_out_who_is_not_here_or_plays_elsewhere(
    transactional_db: None, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    event, (dora, eve) = duplicate(), people(2)
    begin(event, clock, alice, bob, charlie, dora, eve)
    TournamentEntry.objects.filter(player=charlie).update(alive_until=utc_now())
    other = arena()
    enter(other, dora, eve)
    TournamentEntry.objects.filter(tournament=other, player=dora).update(state="playing")
    assert start(event) == 1
    assert seats_of(event) == [[alice.pk, bob.pk, eve.pk]]
    # Nobody waits for a table elsewhere while they play here.
    assert state_of(other, eve) == "paused"
    assert not event.entries.filter(player__in=[charlie, dora]).exists()


def test_nobody_joins_once_it_has_begun(
    transactional_db: None, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    event = duplicate()
    begin(event, clock, alice, bob)
    for _ in range(2):
        with pytest.raises(Refused, match="has begun"):
            joining.join(event.pk, charlie.pk)
        start(event)
    # Nor does anybody leave: the server plays for them.
    joining.pause(event.pk, alice.pk)
    assert state_of(event, alice) == "playing"


def test_who_registers_does_not_wait_for_tables_of_arenas(
    transactional_db: None, clock: FakeClock, alice: User
) -> None:
    event, other = duplicate(), arena()
    enter(other, alice)
    joining.join(event.pk, alice.pk)
    clock.advance(61)
    look(event, alice)
    assert state_of(event, alice) == "registered"
    assert state_of(other, alice) == "waiting"
    joining.pause(event.pk, alice.pk)
    assert not event.entries.exists()


def test_with_one_player_it_is_over_and_its_commitment_ends(
    transactional_db: None, clock: FakeClock, alice: User
) -> None:
    event = duplicate()
    begin(event, clock, alice)
    assert start(event) == 0
    event.refresh_from_db()
    assert event.finished_at is not None
    assert log_of(event.share) == ["commitment", "closed"]
    state = standings.read_state(event.pk)
    assert state is not None
    assert state.view.finished
    assert [row.total for row in state.view.rows] == [UNSET]


def test_it_disappears_if_nobody_has_joined(transactional_db: None, clock: FakeClock) -> None:
    event = duplicate()
    clock.advance(62)
    starting.start_due(utc_now())
    assert not Tournament.objects.exists()
    assert log_of(event.share) == ["commitment", "closed"]


@pytest.mark.logs_errors("games.site.events.tournaments.duplicates.starting")
def test_a_worker_that_is_killed_leaves_nothing(
    transactional_db: None, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = duplicate()
    begin(event, clock, *people(7))
    tables = iter(range(9))

    def open_two(*arguments: object) -> object:
        if next(tables) == 2:
            raise DatabaseError("killed")
        return open_shared_table(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(
        "games.site.events.tournaments.duplicates.starting.open_shared_table", open_two
    )
    assert starting.start_due(utc_now()) == 0
    assert rooms_of(event) == []
    assert {entry.state for entry in entries_of(event)} == {"registered"}
    assert starting.start_due(utc_now()) == 3


@pytest.mark.logs_errors("games.site.events.tournaments.duplicates.starting")
def test_an_event_that_cannot_begin_does_not_hold_up_the_others(
    transactional_db: None, clock: FakeClock, alice: User, bob: User
) -> None:
    broken, event = duplicate(variant="none"), duplicate(begins_in=120)
    begin(broken, clock, alice, bob)
    begin(event, clock, *people(2))
    look(broken, alice, bob)
    assert starting.start_due(utc_now()) == 1
    assert [len(rooms_of(each)) for each in (broken, event)] == [0, 1]
