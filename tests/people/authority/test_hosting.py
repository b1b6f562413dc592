"""At a table the host decides, whatever roles people have."""

from collections.abc import Callable
from functools import partial

import pytest

from games.core import bots
from games.core.protocol.errors import Refused
from games.models import ChatMessage, Room, User
from games.tables.rooms import chat, consent, hosting, seating, starting
from tests.people.authority import document
from tests.people.authority.document import ACTORS
from tests.people.authority.people import user_of
from tests.people.authority.scenes import guest_of
from tests.people.authority.trying import works
from tests.support.people import account, open_room

BOT = next(iter(bots.PERSONALITIES))
Act = Callable[[Room, User, int], object]
"""What somebody does at a table; the seat that it is about, if any."""


def player_at(room: Room, number: int) -> int:
    found = room.seats.get(number=number).player_id
    assert found is not None
    return found


WAYS: dict[str, list[Act]] = {
    "host": [
        lambda room, me, seat: starting.start(room.pk, me.pk),
        lambda room, me, seat: hosting.set_closed(room.pk, me.pk, 3, True),
        lambda room, me, seat: hosting.set_closed(room.pk, me.pk, 3, False),
        lambda room, me, seat: seating.add_bot(room.pk, me.pk, BOT, None),
        lambda room, me, seat: seating.fill(room.pk, me.pk),
        lambda room, me, seat: seating.set_stand_ins(room.pk, me.pk, True),
        lambda room, me, seat: consent.change_game(room.pk, me.pk, "yahtzee", {}, None),
    ],
    "remove": [lambda room, me, seat: hosting.remove(room.pk, me.pk, seat)],
    "mute": [
        lambda room, me, seat: chat.mute(room.pk, me.pk, player_at(room, seat), True),
        lambda room, me, seat: chat.mute(room.pk, me.pk, player_at(room, seat), False),
    ],
}


def does(act: Act, room: Room, me: User, seat: int) -> bool:
    code = ""
    try:
        act(room, me, seat)
    except Refused as refused:
        code = refused.code
    assert code in ("", "forbidden")
    return not code


def table(me: User, row: str) -> tuple[Room, list[int]]:
    """Return a table with a free seat 3, and the seats that the row is about."""
    other = account("Bob")
    room = open_room(me if row.startswith("the host") else other, 4)
    seating.sit(room.pk, (other if row.startswith("the host") else me).pk, 1, None)
    seating.sit(room.pk, account("Charlie").pk, 2, None)
    mine = room.seats.get(player=me).number
    if row == "the host; yourself":
        return room, [mine]
    return room, sorted({0, 1, 2} - {mine})


@pytest.mark.parametrize("row", document.AT_A_TABLE)
@pytest.mark.parametrize("kind", ACTORS)
def test_it_lets_the_host_alone_decide(db: None, kind: str, row: str) -> None:
    me = user_of(kind)
    room, seats = table(me, row)
    for seat in seats:
        found = set()
        for word, ways in WAYS.items():
            done = {works(partial(does, way, room, me, seat)) for way in ways}
            assert len(done) == 1, word
            if done == {True}:
                found.add(word)
        assert found == document.AT_A_TABLE[row][kind]


def test_who_only_plays_for_others_is_removed_with_the_last_of_them(db: None) -> None:
    alice, bob = account("Alice"), account("Bob")
    room = open_room(alice, 4)
    seats = [guest_of(bob, room).number]
    extra = room.seats.filter(player=None).first()
    assert extra is not None
    extra.player = User.objects.create(username="g2", name="Gil", is_guest=True)
    extra.operator = extra.lender = bob
    extra.save()
    hosting.remove(room.pk, alice.pk, seats[0])
    assert not room.removed.exists(), "one of two: only the seat"
    hosting.remove(room.pk, alice.pk, extra.number)
    assert list(room.removed.all()) == [bob]
    with pytest.raises(Refused, match="removed you"):
        seating.sit(room.pk, bob.pk, None, None)


def test_a_guest_on_the_host_s_own_device_only_loses_the_seat(db: None) -> None:
    alice = account("Alice")
    room = open_room(alice, 4)
    seating.stand(room.pk, alice.pk)
    Room.objects.filter(pk=room.pk).update(host=alice)
    hosting.remove(room.pk, alice.pk, guest_of(alice, room).number)
    assert not room.removed.exists()


def test_a_watcher_may_not_host(db: None) -> None:
    alice, bob = account("Alice"), account("Bob")
    room = open_room(alice, 4)
    ChatMessage.objects.create(room=room, player=bob, key="k", name="Bob", text="hello")
    for ways in WAYS.values():
        assert not any(works(partial(does, way, room, bob, 0)) for way in ways)
