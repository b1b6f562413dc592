"""Rated games that cannot change ratings: they are played, and say so."""

import pytest

from games.core.protocol.errors import Refused
from games.models import Game, Room, User
from games.people.accounts.players import create_guest
from games.tables.rooms import opening, seating, starting
from games.tables.rooms.loading import load_room
from games.tables.rooms.rated_eligibility import address_mark
from tests.support.people import current_game, keep

HERE, THERE = "8.8.8.8", "2001:4860:4860::/64"


@pytest.fixture
def rated(alice: User, bob: User) -> Room:
    """A rated table of Alice, where Bob may sit down."""
    keep(alice, bob)
    return opening.open_room(alice, "yacht", {}, 2, 60, False, rated=True)


def begin(room: Room, host: User) -> Game:
    starting.start(room.pk, host.pk)
    return current_game(room)


@pytest.mark.parametrize(
    ("mine", "theirs", "reason"),
    [
        (HERE, THERE, ""),
        (HERE, HERE, "same_address"),
        (THERE, THERE, "same_address"),
        # Of a house or of a proxy that nobody told us of: these say nothing.
        ("127.0.0.1", "127.0.0.1", ""),
        ("192.168.1.7", "192.168.1.7", ""),
        ("unknown", "unknown", ""),
        # Both say of themselves what their proxy does not say of them.
        ("unclear", "unclear", "same_address"),
    ],
)
def test_it_counts_only_people_at_connections_of_their_own(
    rated: Room, alice: User, bob: User, mine: str, theirs: str, reason: str
) -> None:
    seating.sit(rated.pk, alice.pk, None, "seed0", mine)
    seating.sit(rated.pk, bob.pk, None, "seed1", theirs)
    game = begin(rated, alice)
    assert (game.rated, game.uncounted) == (True, reason)
    view = load_room(rated.code)
    assert view is not None
    result = view.view.result
    assert result is not None
    assert (result.counted, bool(result.uncounted)) == (False, bool(reason))
    assert set(rated.seats.values_list("address", flat=True)) == {""}


def test_it_asks_again_for_a_rematch(rated: Room, alice: User, bob: User) -> None:
    seating.sit(rated.pk, alice.pk, None, "seed0", HERE)
    seating.sit(rated.pk, bob.pk, None, "seed1", THERE)
    game = begin(rated, alice)
    Game.objects.filter(pk=game.pk).update(status="finished")
    starting.rematch(rated.pk, alice.pk, "seed2", HERE)
    starting.rematch(rated.pk, bob.pk, "seed3", HERE)
    assert current_game(rated).uncounted == "same_address"


def test_it_does_not_count_while_somebody_has_not_arrived(
    rated: Room, alice: User, bob: User
) -> None:
    seating.sit(rated.pk, alice.pk, None, "seed0", HERE)
    seating.sit(rated.pk, bob.pk, None, None)
    assert begin(rated, alice).uncounted == "absent"


def test_it_lets_no_guest_sit_at_a_rated_table(rated: Room) -> None:
    guest = create_guest("Gus")
    with pytest.raises(Refused, match="need an account"):
        seating.sit(rated.pk, guest.pk, None, "seed1")


def test_it_counts_no_guest_who_sat_there_before(rated: Room, alice: User, bob: User) -> None:
    seating.sit(rated.pk, alice.pk, None, "seed0", HERE)
    seating.sit(rated.pk, bob.pk, None, "seed1", THERE)
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    assert begin(rated, alice).uncounted == "guest"


def test_it_opens_no_rated_table_without_a_clock(alice: User) -> None:
    with pytest.raises(ValueError, match="has a clock"):
        opening.open_room(alice, "yacht", {}, 2, None, False, rated=True)


def test_it_keeps_marks_that_say_nothing_elsewhere() -> None:
    assert address_mark(HERE, 1) == address_mark(HERE, 1)
    assert len({address_mark(HERE, 1), address_mark(HERE, 2), address_mark(THERE, 1)}) == 3
    assert HERE not in address_mark(HERE, 1)
