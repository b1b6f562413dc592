"""Whom a locked player comes to know: people who came to a private table that the player opened."""

from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from games.models import FamilyMember, Room, User
from games.people.accounts.avatars import flags_of
from games.people.conduct.contact import note_change, read_contact
from games.platform.database.threads import in_database
from games.site.account.family.locking import set_lock
from games.site.account.membership.renaming import rename_player
from games.tables.live.registry import Hubs
from games.tables.rooms import local_seats, seating
from tests.support.client import Client as WebsocketClient
from tests.support.client import visit
from tests.support.people import open_room

CHILD, STRANGER = "child", "stranger"


def sits(room: Room, child: User, stranger: User) -> User:
    seating.sit(room.pk, stranger.pk, None, None)
    return stranger


def adds(room: Room, child: User, stranger: User) -> User:
    """The stranger adds somebody on their device."""
    if not room.seats.filter(player=stranger).exists():
        seating.sit(room.pk, stranger.pk, None, None)
    local_seats.add(room.pk, stranger.pk, "Zephyrine")
    return User.objects.get(name="Zephyrine")


def takes_over(room: Room, child: User, stranger: User) -> User:
    """The stranger takes over a seat that the child has added."""
    if not room.seats.filter(player=child).exists():
        seating.sit(room.pk, child.pk, None, None)
    local_seats.add(room.pk, child.pk, "Tom")
    tom = room.seats.get(player__name="Tom")
    word, _ = local_seats.offer(room.pk, child.pk, tom.number)
    local_seats.claim(room.pk, word, stranger.pk)
    return stranger


WAYS: list[Callable[[Room, User, User], User]] = [sits, adds, takes_over]


def as_opened(room: Room, child: User, stranger: User) -> None:
    """Nobody else becomes the host."""
    guest = child if room.host_id == stranger.pk else stranger
    seating.sit(room.pk, guest.pk, None, None)


def by_leaving(room: Room, child: User, stranger: User) -> None:
    """The one who opened the table leaves, the other one is the host, and the first comes back."""
    as_opened(room, child, stranger)
    opener = room.host_id
    assert opener is not None
    seating.stand(room.pk, opener)
    room.refresh_from_db()
    assert room.host_id != opener
    seating.sit(room.pk, opener, None, None)


def by_an_empty_table(room: Room, child: User, stranger: User) -> None:
    """Everybody leaves, and the first to come back is the host."""
    opener, other = room.host_id, child if room.host_id == stranger.pk else stranger
    assert opener is not None
    seating.stand(room.pk, opener)
    seating.sit(room.pk, other.pk, None, None)
    seating.sit(room.pk, opener, None, None)


CHANGES: list[Callable[[Room, User, User], None]] = [as_opened, by_leaving, by_an_empty_table]


@pytest.mark.registered
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("opener", [CHILD, STRANGER])
def test_trust_follows_who_opened_the_table_and_never_who_hosts(
    alice: User,
    bob: User,
    opener: str,
    way: Callable[[Room, User, User], User],
    change: Callable[[Room, User, User], None],
) -> None:
    set_lock(alice, True)
    child, stranger = User.objects.get(pk=alice.pk), bob
    room = open_room(child if opener == CHILD else stranger, seats=6)
    change(room, child, stranger)
    who = way(room, child, stranger)
    names = read_contact(child).names(who.pk)
    assert names is (opener == CHILD)


@pytest.mark.registered
def test_they_keep_the_name_that_they_came_with(alice: User, bob: User) -> None:
    set_lock(alice, True)
    child = User.objects.get(pk=alice.pk)
    room = open_room(child, seats=3)
    seating.sit(room.pk, bob.pk, None, None)
    rename_player(bob, "Words of mine")
    # Not even by coming again.
    seating.stand(room.pk, bob.pk)
    seating.sit(room.pk, bob.pk, None, None)
    contact = read_contact(child)
    assert contact.name_of(bob.pk) == "Bob"
    assert FamilyMember.objects.get().name == "Bob"


@pytest.mark.registered
async def test_a_locked_player_never_sees_a_later_name(
    hubs: Hubs, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebsocketClient, "_compare_view", lambda self: None)

    def prepare() -> Room:
        set_lock(alice, True)
        room = open_room(User.objects.get(pk=alice.pk), seats=4)
        seating.sit(room.pk, bob.pk, None, None)
        rename_player(bob, "Zephyrine")
        note_change([alice.pk])
        return room

    room = await in_database(prepare)
    mine, other = await visit(room, alice), await visit(room, charlie)
    await in_database(partial(seating.set_seed, room.pk, bob.pk, "zephyrinewords"))
    hubs.room_changed(room.pk)
    await other.hear("room")
    await mine.hear("room")
    assert "zephyrine" in str(other.frames).casefold()
    assert "'Bob'" in str(mine.frames)
    assert "'Zephyrine'" not in str(mine.frames)


@pytest.mark.registered
async def test_a_stranger_says_nothing_by_a_seed_or_a_flag(
    hubs: Hubs, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebsocketClient, "_compare_view", lambda self: None)

    def prepare() -> Room:
        set_lock(alice, True)
        room = open_room(bob, seats=3)
        seating.sit(room.pk, alice.pk, None, None)
        seating.set_seed(room.pk, bob.pk, "callme5551234")
        # The flags that hide his own depend on the player's number, and could be the same.
        own = "BA" if flags_of("", bob.pk) != "BA" else "BC"
        User.objects.filter(pk=bob.pk).update(avatar=own)
        return room

    room = await in_database(prepare)
    mine, other = await visit(room, alice), await visit(room, charlie)
    assert "callme5551234" in str(other.frames)
    assert "callme5551234" not in str(mine.frames)
    (theirs,) = [seat for seat in other.room["seats"] if seat["player"] == bob.pk]
    (shown,) = [seat for seat in mine.room["seats"] if seat["player"] == bob.pk]
    assert theirs["avatar"][0] == "B"
    assert shown["avatar"] != theirs["avatar"]
    assert shown["name"] == "Player 1"
    assert shown["known"] is True


@pytest.mark.registered
@pytest.mark.parametrize("lock", ["account", "device"])
def test_the_link_to_a_seat_names_no_stranger(
    alice: User, bob: User, client: Client, lock: str
) -> None:
    room = open_room(bob, seats=3)
    local_seats.add(room.pk, bob.pk, "Zephyrine")
    word, _ = local_seats.offer(room.pk, bob.pk, 1)
    path = f"/r/{room.code}/seat/{word}/"
    client.force_login(alice)
    assert "Zephyrine" in client.get(path).content.decode()
    if lock == "account":
        set_lock(alice, True)
    else:
        client.post("/settings/family/", {"code": "1234"})
    answer = client.get(path)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "Zephyrine" not in text
    assert "Your seat" in text
