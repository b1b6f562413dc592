"""Players on one's device: one can rename them, and they go with the person who acts for them."""

import pytest

from games.models import Room, Session, User
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest
from games.tables.rooms import local_seats
from tests.fixtures import As
from tests.support.clock import FakeClock
from tests.support.people import person, seated

pytestmark = pytest.mark.registered


def table_of(host: User, name: str = "Tom") -> tuple[Room, User]:
    """A table of the host and a player on their device."""
    room = seated(host)
    local_seats.add(room.pk, host.pk, name)
    return room, User.objects.get(name=name)


def claimed(room: Room, host: User, claimer: User) -> None:
    word, _ = local_seats.offer(room.pk, host.pk, 1)
    local_seats.claim(room.pk, word, claimer.pk)


def name_of(guest: User) -> str:
    return User.objects.get(pk=guest.pk).name


def test_their_owner_renames_them(alice: User, bob: User, signed_in: As) -> None:
    _, tom = table_of(alice)
    browser = signed_in(alice)
    assert 'value="Tom"' in browser.get("/settings/").content.decode()
    assert (
        browser.post("/account/guests/name/", {"guest": tom.pk, "name": "Tim"}).status_code == 302
    )
    assert name_of(tom) == "Tim"
    for sent in (tom.pk, bob.pk, alice.pk, "", "x", "9" * 5000, "٣"):
        answer = signed_in(bob).post("/account/guests/name/", {"guest": sent, "name": "Zoe"})
        assert answer.status_code == 404
    assert name_of(tom) == "Tim"


@pytest.mark.parametrize("name", ["", "Bob", "admin", "x" * 21])
def test_the_rules_for_names_apply_and_what_was_typed_stays(
    alice: User, bob: User, signed_in: As, name: str
) -> None:
    _, tom = table_of(alice)
    answer = signed_in(alice).post("/account/guests/name/", {"guest": tom.pk, "name": name})
    assert answer.status_code == 422
    assert f'value="{name}"' in answer.content.decode() or not name
    assert name_of(tom) == "Tom"


def test_the_export_has_them(alice: User, bob: User, signed_in: As) -> None:
    table_of(alice)
    exported = signed_in(alice).get("/account/export/").json()["players_on_my_devices"]
    assert [(guest["name"], guest["games"]) for guest in exported] == [("Tom", [])]
    assert signed_in(bob).get("/account/export/").json()["players_on_my_devices"] == []


def test_they_go_with_the_player_who_acts_for_them(alice: User, bob: User) -> None:
    room, tom = table_of(alice)
    claimed(room, alice, bob)
    delete_player(alice)
    assert name_of(tom) == "Tom"  # at Bob's phone now
    delete_player(bob)
    assert name_of(tom) == "Deleted player"


def test_they_come_back_with_their_seat(alice: User, bob: User, clock: FakeClock) -> None:
    room, tom = table_of(alice)
    claimed(room, alice, bob)
    clock.advance(local_seats.HANDED_OVER_FOR.total_seconds())
    local_seats.take_back(room.pk, alice.pk, 1, here=())
    delete_player(bob)
    assert name_of(tom) == "Tom"
    delete_player(alice)
    assert name_of(tom) == "Deleted player"


def test_they_follow_a_guest_into_an_account(alice: User, signed_in: As) -> None:
    gus = person("Gus")
    _, tom = table_of(gus)
    signed_in(gus)
    merge_guest(gus, alice)
    assert not Session.objects.filter(player=gus).exists()
    delete_player(gus)
    assert name_of(tom) == "Tom"
    delete_player(alice)
    assert name_of(tom) == "Deleted player"


def test_a_guest_who_became_an_account_stays(alice: User) -> None:
    _, tom = table_of(alice)
    User.objects.filter(pk=tom.pk).update(is_guest=False)
    delete_player(alice)
    assert name_of(tom) == "Tom"
