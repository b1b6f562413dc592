"""A rematch asks the database little, and yet always knows who has blocked whom."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.protocol.errors import Refused
from games.models import DiceSecret, Game, Room, Seat, User
from games.people.conduct import contact
from games.people.conduct.contact import note_change
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.record.fairness.secrets import UnreadableSecret
from games.site.account.membership import blocks
from games.tables.matchmaking import challenges
from games.tables.rooms import starting
from games.tables.rooms.opening import open_paired_room, open_room
from games.tables.rooms.starting import rematch
from tests.support.people import current_game

pytestmark = pytest.mark.registered

# To lock the room, to read it and its seats; to write the seat and the revision.
ASK = 5
# To lock and read; the game, its cards and its first event, the seats, the room. And the next
# game's secret and commitment, which a server has in reserve.
START = 8 + 3


def private(host: User, guest: User, rated: bool = False) -> Room:
    """A table by link, after its first game."""
    clock = 60 if rated else None
    room = open_room(host, "yacht", {}, 2, clock, public=False, rated=rated)
    Seat.objects.filter(room=room, number=1).update(player=guest)
    starting.start(room.pk, host.pk)
    return over(room)


def among_strangers(one: User, other: User, rated: bool = False) -> Room:
    clock = 60 if rated else None
    room = open_paired_room([one.pk, other.pk], "yacht", {}, clock, rated=rated)
    starting.start_paired(room.pk)
    return over(room)


Table = Callable[[User, User, bool], Room]
TABLES = pytest.mark.parametrize("table", [private, among_strangers])


def over(room: Room) -> Room:
    """End the game of the room, as its log would."""
    Game.objects.filter(pk=current_game(room).pk).update(status=Game.Status.FINISHED)
    return room


def asked(work: Callable[[], object]) -> list[str]:
    """What the database is asked. On PostgreSQL some of it goes past Django."""
    with CaptureQueriesContext(connection) as queries:
        work()
    texts = [each["sql"] for each in queries]
    return [text for text in texts if not text.startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]


def play_again(room: Room, *people: User) -> list[int]:
    """Everybody asks for another game, which is over at once. Return how many statements each of
    them needed.
    """
    counts = []
    for each in people:
        counts.append(len(asked(lambda each=each: rematch(room.pk, each.pk, "seed"))))  # type: ignore[misc]
    over(room)
    return counts


@TABLES
@pytest.mark.parametrize("rated", [False, True])
def test_it_needs_few_statements(alice: User, bob: User, table: Table, rated: bool) -> None:
    room = table(alice, bob, rated)
    first = current_game(room)
    play_again(room, alice, bob)
    # Whether a pause or a moderator stops the player is asked each time.
    sanctions = 1 if rated else 0
    most = [ASK + sanctions, START + sanctions]
    for _ in range(2):
        counts = play_again(room, alice, bob)
        if connection.vendor == "sqlite":
            assert counts == most
        else:
            assert all(count <= limit for count, limit in zip(counts, most, strict=True))
    assert current_game(room).number == first.number + 3


@TABLES
@pytest.mark.parametrize("alice_blocks", [True, False])
def test_a_block_on_another_server_is_known_at_once(
    alice: User, bob: User, table: Table, alice_blocks: bool
) -> None:
    room = table(alice, bob, False)
    play_again(room, alice, bob)
    blocker, blocked = (alice, bob) if alice_blocks else (bob, alice)
    # As another process does it, before the two are separated.
    blocker.blocked.add(blocked)
    note_change([blocker.pk, blocked.pk])
    with pytest.raises(Refused, match="This seat is not available"):
        rematch(room.pk, bob.pk, "seed")
    # And its end, even if nobody heard of it.
    blocker.blocked.remove(blocked)
    rematch(room.pk, bob.pk, "seed")


def test_a_block_is_noted_in_its_own_transaction(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[bool] = []

    def look(*_: int) -> None:
        bob.refresh_from_db()
        found.append(contact.is_apart_from(User.objects.get(pk=alice.pk), [bob]))

    bob.refresh_from_db()
    assert not contact.is_apart_from(User.objects.get(pk=alice.pk), [bob])
    # It comes first after the block.
    monkeypatch.setattr(challenges, "withdraw_between", look)
    blocks.block(bob.pk, alice.pk)
    assert found == [True]


def test_a_host_who_only_watches_is_asked_about_each_time(
    alice: User, bob: User, charlie: User
) -> None:
    room = private(bob, alice)
    play_again(room, bob, alice)
    Room.objects.filter(pk=room.pk).update(host=charlie)
    rematch(room.pk, bob.pk, "seed")
    charlie.blocked.add(bob)
    with pytest.raises(Refused, match="This seat is not available"):
        rematch(room.pk, bob.pk, "seed")


def test_a_sanction_and_a_pause_are_known_at_once(alice: User, bob: User) -> None:
    room = private(alice, bob, rated=True)
    play_again(room, alice, bob)
    decided = impose(bob, Sanction.Kind.NO_RATED, "insult")
    with pytest.raises(Refused, match="You may not play rated games now"):
        rematch(room.pk, bob.pk, "seed")
    decided.delete()
    rematch(room.pk, bob.pk, "seed")


def test_nothing_begins_with_a_secret_that_cannot_be_read(alice: User, bob: User) -> None:
    room = private(alice, bob)
    rematch(room.pk, alice.pk, "seed")
    room.refresh_from_db()
    DiceSecret.objects.filter(code=room.next_code).update(secret=b"x" * 60)
    with pytest.raises(UnreadableSecret):
        rematch(room.pk, bob.pk, "seed")
    assert Game.objects.filter(room=room).count() == 1
    assert [seat.ready for seat in room.seats.all()] == [True, False]
    assert Room.objects.get(pk=room.pk).rev == room.rev
