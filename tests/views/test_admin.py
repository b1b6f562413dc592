"""The admin is for staff, shows no secret and changes no game."""

import pytest
from django.contrib import admin
from django.test import Client

from games.models import DiceSecret, Game, GameEvent, User
from tests.views.conftest import As, OpenRoom
from tests.views.play import begin


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root", "", "pass", name="root")


def test_it_sends_outsiders_to_the_sign_in_page_that_counts_tries(outsider: Client) -> None:
    location = outsider.get("/admin/", follow=True).redirect_chain[-1][0]
    assert location.startswith("/sign-in/?next=/admin/")


def test_it_never_takes_a_password_itself(outsider: Client, root: User) -> None:
    form = {"username": "root", "password": "pass", "this_is_the_login_form": "1"}
    outsider.post("/admin/login/", form)
    assert "_auth_user_id" not in outsider.session


def test_it_refuses_players(alice: User, guest: User, signed_in: As) -> None:
    for player in (alice, guest):
        assert signed_in(player).get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("table", ["user", "room", "game", "scorecard", "chatmessage"])
def test_it_lists_the_tables_to_staff(root: User, signed_in: As, table: str) -> None:
    assert signed_in(root).get(f"/admin/games/{table}/").status_code == 200


def test_it_lets_staff_block_an_account(root: User, alice: User, signed_in: As) -> None:
    path = f"/admin/games/user/{alice.pk}/change/"
    assert signed_in(root).get(path).status_code == 200
    form = {"username": "alice", "name": "Alice", "email": "alice@example.com"}
    assert signed_in(root).post(path, form).status_code == 302
    alice.refresh_from_db()
    assert not alice.is_active
    assert signed_in(root).get("/admin/games/user/add/").status_code == 403


def test_it_shows_no_secret_and_changes_no_game(
    root: User, alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    assert not {DiceSecret, GameEvent} & set(admin.site._registry)
    game = begin(new_room(alice), alice)
    secret = bytes(DiceSecret.objects.get(code=game.code).secret).hex()
    path = f"/admin/games/game/{game.pk}/change/"
    assert secret not in signed_in(root).get(path).content.decode()
    assert signed_in(root).post(path, {"status": "finished"}).status_code == 403
    assert Game.objects.get().status == "playing"
