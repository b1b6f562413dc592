"""The admin's pages and actions, used by those who must not."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import DiceSecret, Room, Sanction, Scorecard, User
from games.people.conduct.sanctions import impose
from tests.support.people import (
    BACKEND,
    current_game,
    open_room,
    passes_second_factor,
    person,
    playing,
)
from tests.support.staff import act, staff

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "four words nobody chose"


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create(
        username="root", name="Root", is_staff=True, is_superuser=True, email="root@example.org"
    )


@pytest.fixture
def room(root: User) -> Room:
    return playing(person("Alice"), person("Bob"))


def posts(player: User, room: Room) -> list[tuple[str, dict[str, Any]]]:
    """Return every request of the admin that changes something."""
    chosen = {"_selected_action": [player.pk]}
    users, rooms = "/admin/games/user/", "/admin/games/room/"
    return [
        (users, {"action": "ban", **chosen}),
        (users, {"action": "unban", **chosen}),
        (users, {"action": "delete_selected", **chosen, "post": "yes"}),
        (f"{users}{player.pk}/change/", {"name": "Changed", "is_superuser": "on"}),
        (f"{users}{player.pk}/delete/", {"post": "yes"}),
        (f"{users}{player.pk}/password/", {"password1": WORDS, "password2": WORDS}),
        (f"{users}add/", {"username": "new", "name": "New"}),
        (rooms, {"action": "end", "_selected_action": [room.pk]}),
        (f"{rooms}{room.pk}/change/", {"code": "changed"}),
        (f"{rooms}{room.pk}/delete/", {"post": "yes"}),
        (f"/admin/games/game/{current_game(room).pk}/delete/", {"post": "yes"}),
        ("/admin/logout/", {}),
    ]  # fmt: skip


def everything(room: Room) -> Any:
    """Return all players, the room, and the log of its game."""
    room.refresh_from_db()
    rows = User.objects.order_by("pk").values_list()
    place_of = [field.name for field in User._meta.concrete_fields].index
    clocks = {place_of("last_login"), place_of("seen_at")}
    users = [[value for at, value in enumerate(row) if at not in clocks] for row in rows]
    rights = list(User.user_permissions.through.objects.values())
    log = list(current_game(room).events.values_list("seq", "type"))
    return users, rights, room.ended, room.code, current_game(room).status, log


def browser(user: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user, backend=BACKEND)
    return passes_second_factor(client)


def test_it_refuses_a_superuser_s_browser_without_the_token(root: User, room: Room) -> None:
    client = browser(root, enforce_csrf_checks=True)
    before = everything(room)
    for path, form in posts(root, room):
        assert client.post(path, form).status_code == 403, path
    assert everything(room) == before
    assert client.get("/admin/").status_code == 200


def test_it_refuses_forms_of_other_sites_even_with_the_token(root: User, room: Room) -> None:
    client = browser(root, enforce_csrf_checks=True)
    client.get("/admin/games/user/")
    token = client.cookies["csrftoken"].value
    before = everything(room)
    for path, form in posts(root, room):
        answer = client.post(
            path, {**form, "csrfmiddlewaretoken": token}, headers={"origin": "https://evil.example"}
        )
        assert answer.status_code == 403, path
    assert everything(room) == before


@pytest.mark.parametrize("who", ["nobody", "guest", "account"])
def test_it_refuses_players(root: User, room: Room, who: str) -> None:
    client = Client()
    if who != "nobody":
        player = person("Charlie")
        User.objects.filter(pk=player.pk).update(is_guest=who == "guest")
        client = browser(player)
    before = everything(room)
    for path, form in posts(root, room):
        for method in (client.get, client.post):
            answer = method(path, form)
            assert answer.status_code in (302, 403), path
            where = answer.headers.get("Location", "").partition("?")[0]
            assert where in ("", "/", "/sign-in/", "/admin/login/", "/admin/"), path
    assert everything(room) == before


def test_it_lets_staff_who_only_look_change_nothing(root: User, room: Room) -> None:
    client = staff("view_user", "view_room", "view_game", "view_chatmessage")
    before = everything(room)
    for player in (root, person("Charlie")):
        before = everything(room)
        for path, form in posts(player, room):
            if "logout" not in path:
                assert client.post(path, form).status_code in (200, 302, 403), path
        assert everything(room) == before


def test_it_lets_staff_give_nobody_rights(room: Room) -> None:
    client = staff("view_user", "change_user")
    me = User.objects.get(username__startswith="staff")
    charlie = person("Charlie")
    for player in (me, charlie):
        form = {
            "username": player.username, "name": player.name, "is_active": "on", "is_staff": "on",
            "is_superuser": "on", "user_permissions": [p.pk for p in Permission.objects.all()],
        }  # fmt: skip
        client.post(f"/admin/games/user/{player.pk}/change/", form)
    me.refresh_from_db()
    charlie.refresh_from_db()
    assert (me.is_superuser, me.user_permissions.count()) == (False, 2)
    assert (charlie.is_staff, charlie.is_superuser, charlie.user_permissions.count()) == (
        False, False, 0,
    )  # fmt: skip


def test_it_lets_staff_do_nothing_to_superusers_and_each_other(root: User, room: Room) -> None:
    client = staff("view_user", "change_user", "delete_user")
    colleague = User.objects.create(username="other", name="Other", is_staff=True, is_active=False)
    for victim in (root, colleague):
        before = everything(room)
        for path, form in posts(victim, room):
            if "/user/" in path:
                assert client.post(path, form).status_code in (200, 302, 403), path
        assert everything(room) == before


def test_it_lets_staff_with_the_right_change_players_and_close_no_account() -> None:
    charlie = person("Charlie")
    client = staff("view_user", "change_user")
    form = {"username": charlie.username, "name": "Dora", "is_active": "on"}
    answer = client.post(f"/admin/games/user/{charlie.pk}/change/", form)
    assert answer.status_code == 302
    act(client, "ban", charlie)
    client.post(f"/admin/games/user/{charlie.pk}/change/", {**form, "is_active": ""})
    charlie.refresh_from_db()
    assert (charlie.name, charlie.is_active) == ("Dora", True)


@pytest.mark.parametrize("forged", ["0", "-1", "x", "1 OR 1=1", "9" * 20, "9" * 18, ""])
def test_it_survives_forged_ids(root: User, room: Room, forged: str) -> None:
    client = browser(root)
    before = everything(room)
    for table, action in [("user", "ban"), ("user", "unban"), ("room", "end"), ("room", "no")]:
        form = {"action": action, "_selected_action": [forged], "select_across": "0"}
        answer = client.post(f"/admin/games/{table}/", form)
        assert answer.status_code == (302 if forged in ("0", "9" * 18) else 400), action
    for table in ("user", "room", "game", "chatmessage"):
        answer = client.get(f"/admin/games/{table}/{forged}/change/")
        assert answer.status_code in (200, 302, 404)
    assert everything(room) == before


def test_it_shows_superusers_no_secret_of_a_running_game(root: User, room: Room) -> None:
    client = browser(root)
    open_room(person("Charlie"))
    game = current_game(room)
    pages = [
        f"/admin/games/{table}/"
        for table in ("user", "room", "game", "scorecard", "skill", "chatmessage")
    ]
    pages += [f"/admin/games/room/{room.pk}/change/", f"/admin/games/game/{game.pk}/change/"]
    texts = [client.get(page).content.decode() for page in pages]
    assert any(game.code in text for text in texts)
    for secret in DiceSecret.objects.values_list("secret", flat=True):
        plain = bytes(secret).hex()
        assert plain
        assert not any(plain in text for text in texts)
    for table in ("dicesecret", "outgoingmail", "seat", "gameevent"):
        assert client.get(f"/admin/games/{table}/").status_code == 404


def test_it_does_not_go_around_the_desk() -> None:
    client = staff("view_user", "change_user", "delete_user")
    moderator, closed, bob = person("Mona"), person("Carl"), person("Bob")
    User.objects.filter(pk=moderator.pk).update(desk_role="moderator", is_guest=False)
    impose(closed, Sanction.Kind.CLOSED, "cheating")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    for player in (moderator, closed, bob):
        for action in ("ban", "unban"):
            act(client, action, player)
        for active in ({}, {"is_active": "on"}):
            form = {"name": player.name, **active}
            client.post(f"/admin/games/user/{player.pk}/change/", form)
    assert [User.objects.get(pk=each.pk).is_active for each in (moderator, closed, bob)] == [
        True, False, True,
    ]  # fmt: skip
    assert not Sanction.objects.exclude(undone_at=None).exists()
    for path in (f"{moderator.pk}/change/", f"{moderator.pk}/delete/"):
        client.post(f"/admin/games/user/{path}", {"name": "Renamed", "post": "yes"})
    assert User.objects.get(pk=moderator.pk).name == "Mona"


def test_its_deletion_leaves_no_name(room: Room) -> None:
    client = staff("view_user", "change_user", "delete_user")
    bob = User.objects.get(name="Bob")
    client.post(f"/admin/games/user/{bob.pk}/change/", {"name": "Bobby"})
    client.post(f"/admin/games/user/{bob.pk}/delete/", {"post": "yes"})
    assert User.objects.get(pk=bob.pk).name == "Deleted player"
    assert not Scorecard.objects.filter(name__startswith="Bob").exists()
    assert not LogEntry.objects.filter(object_repr__contains="Bob").exists()
