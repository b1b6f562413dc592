"""The admin does what docs/moderation.md says: changes, deletions, ends."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client

from games.models import ChatMessage, Room, Scorecard, Tournament, TournamentEntry, User
from games.platform.clock import utc_now
from games.tables.rooms import seating
from tests.people.authority import document
from tests.people.authority.document import ACTORS
from tests.people.authority.people import browser_of, user_of
from tests.people.authority.scenes import guest_of
from tests.people.authority.trying import works
from tests.site.account.desk.test_automatic import suspect
from tests.support.people import account, begun, open_room
from tests.support.staff import act, staff

STAFF = ("admin", "helper", "moderator", "superuser")
WORDS = "four words nobody chose"


def accounts(actor: User) -> dict[str, list[User]]:
    """Return whose account it is, for each row."""
    return {
        "a player's": [account("Bob")],
        "of staff": [user_of(kind, kind.title()) for kind in STAFF],
        "yours": [actor],
    }


def is_renamed(browser: Client, player: User) -> bool:
    form = {"name": "Renamed", "email": player.email}
    browser.post(f"/admin/games/user/{player.pk}/change/", form)
    return User.objects.get(pk=player.pk).name == "Renamed"


def is_trusted(browser: Client, player: User) -> bool:
    """Whether somebody could get into the account, or give it rights."""
    path = f"/admin/games/user/{player.pk}"
    form = {"name": player.name, "email": "mallory@example.com", "is_staff": "on"}
    browser.post(f"{path}/change/", form | ({"is_superuser": "on"} if player.is_superuser else {}))
    browser.post(f"{path}/password/", {"password1": WORDS, "password2": WORDS})
    found = User.objects.get(pk=player.pk)
    done = {found.email == "mallory@example.com", found.check_password(WORDS)}
    assert len(done) == 1
    return done == {True}


def is_gone(player: User) -> bool:
    return User.objects.get(pk=player.pk).name == "Deleted player"


def deletes(browser: Client, player: User) -> bool:
    browser.post(f"/admin/games/user/{player.pk}/delete/", {"post": "yes"})
    return is_gone(player)


def deletes_in_the_list(browser: Client, player: User) -> bool:
    form = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
    browser.post("/admin/games/user/", form)
    return is_gone(player)


WAYS: dict[str, list[Callable[[Client, User], bool]]] = {
    "change": [is_renamed],
    "trust": [is_trusted],
    "delete": [deletes, deletes_in_the_list],
}


def tries(way: Callable[[Client, User], bool], actor: User, player: User) -> bool:
    # A browser of its own: a new password gives the browser another session.
    return way(browser_of(actor), player)


@pytest.mark.parametrize("row", document.ADMIN)
@pytest.mark.parametrize("kind", ACTORS)
def test_accounts(db: None, kind: str, row: str) -> None:
    actor = user_of(kind)
    for player in accounts(actor)[row]:
        found = set()
        for word, ways in WAYS.items():
            done = {works(partial(tries, way, actor, player)) for way in ways}
            assert len(done) == 1, word
            if done == {True}:
                found.add(word)
        assert found == document.ADMIN[row][kind], player


# Deleting


def texts() -> str:
    """Return everything that is stored, as one text."""
    found: list[Any] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            found.extend(cursor.fetchall())
    return str(found)


@pytest.mark.parametrize("way", [deletes, deletes_in_the_list])
def test_a_deletion_is_the_site_s_and_leaves_the_name_nowhere(
    db: None, way: Callable[[Client, User], bool]
) -> None:
    alice = account("Alice")
    player = account("Quokka")
    root = staff()
    room = open_room(alice)
    begun(room, alice, player)
    line = ChatMessage.objects.create(
        room=room, player=player, key="k", name="Quokka", text="Quokka was here"
    )
    form = {"name": "Quokka 2", "email": "quokka@example.com"}
    assert root.post(f"/admin/games/user/{player.pk}/change/", form).status_code == 302
    assert root.post(f"/admin/games/chatmessage/{line.pk}/delete/", {"post": "yes"})
    assert "quokka" in texts().lower()
    assert way(root, User.objects.get(pk=player.pk))
    assert "quokka" not in texts().lower()
    assert Scorecard.objects.filter(player=player, name="Deleted player").exists()
    assert LogEntry.objects.filter(object_repr=f"user {player.pk}", action_flag=3).count() == 1


def test_a_list_with_one_of_the_staff_deletes_nobody(db: None) -> None:
    bob, colleague = account("Bob"), user_of("helper", "Hanna")
    browser = browser_of(user_of("admin"))
    ids = [bob.pk, colleague.pk]
    form = {"action": "delete_selected", "_selected_action": ids, "post": "yes"}
    assert browser.post("/admin/games/user/", form).status_code == 403
    assert not is_gone(bob)
    assert not is_gone(colleague)


# Ends


def places(actor: User, row: str) -> list[Room | Tournament]:
    """Return tables, and tournaments that run."""
    alice = account("Alice")
    tables = [open_room(alice, 3) for _ in range(2)]
    now = utc_now()
    event = Tournament.objects.create(
        kind="arena", name="Cup", variant="yacht", switches={}, clock=60, seats=2,
        starts_at=now, ends_at=now + timedelta(days=1),
    )  # fmt: skip
    if row == "nothing":
        return [*tables, event]
    seating.sit(tables[0].pk, actor.pk, None, None)
    guest_of(actor, tables[1])
    TournamentEntry.objects.create(
        tournament=event, player=actor, joined_at=now, waiting_since=now, alive_until=now
    )
    return [*tables, open_room(actor), event]


@pytest.mark.parametrize("row", document.PLACES)
@pytest.mark.parametrize("kind", ACTORS)
def test_ends(db: None, kind: str, row: str) -> None:
    actor = user_of(kind)
    browser = browser_of(actor)
    for place in places(actor, row):
        act(browser, "end", place)
        place.refresh_from_db()
        ended = place.ended if isinstance(place, Room) else place.ends_at <= utc_now()
        assert ended == ("end" in document.PLACES[row][kind]), place


# What staff see of themselves


def test_nobody_sees_whether_they_are_suspect_themselves(db: None) -> None:
    actor, bob = user_of("superuser"), account("Bob")
    for player in (actor, bob):
        suspect(player, 5.0)
    page = browser_of(actor).get("/admin/games/foresight/").content.decode()
    assert f"/admin/games/foresight/{bob.foresight.pk}/" in page
    assert f"/admin/games/foresight/{actor.foresight.pk}/" not in page
