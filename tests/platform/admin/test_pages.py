"""The admin is for staff, shows no secret and changes no game."""

from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.test import Client

from games.models import DiceSecret, Game, GameEvent, User
from games.record.fairness.secrets import secret_of
from tests.fixtures import As, OpenRoom
from tests.support.played import begin

pytestmark = pytest.mark.registered


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


@pytest.mark.parametrize("path", ["/admin/login/", "/admin/games/user/"])
def test_it_refuses_guests_with_a_page_and_one_line_in_the_log(
    guest: User, signed_in: As, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    answer = signed_in(guest).get(path, follow=True)
    assert answer.status_code == 403
    assert "It is for the people who run this site." in answer.content.decode()
    (line,) = caplog.records
    assert line.exc_info is None


def test_it_refuses_staff_without_rights_in_one_line_of_the_log(
    alice: User, signed_in: As, caplog: pytest.LogCaptureFixture
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    browser = signed_in(User.objects.get(pk=alice.pk))
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/admin/games/user/").status_code == 403
    (line,) = caplog.records
    assert line.exc_info is None


@pytest.mark.parametrize("query", ["_to_field=nothing", "password__startswith=x"])
def test_it_refuses_a_forbidden_query_in_one_line_of_the_log(
    root: User, signed_in: As, caplog: pytest.LogCaptureFixture, query: str
) -> None:
    assert signed_in(root).get(f"/admin/games/user/?{query}").status_code == 400
    (line,) = [it for it in caplog.records if it.name.startswith("django.security.")]
    assert line.exc_info is None


class Inline(HTMLParser):
    """What a policy without 'unsafe-inline' forbids in a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_code = given.get("type") in (None, "module", "text/javascript")
        if tag == "style" or (tag == "script" and is_code and "src" not in given):
            self.found.append(f"<{tag}>")
        self.found += [name for name in given if name == "style" or name.startswith("on")]


def test_it_would_find_inline_code() -> None:
    page = "<style></style><script>x</script><p style='x' onclick='x'><script src='x'></script>"
    assert Inline(page).found == ["<style>", "<script>", "style", "onclick"]


def test_it_sends_the_policy_of_all_pages_and_needs_nothing_inline(
    root: User, alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    browser = signed_in(root)
    game = begin(new_room(alice), alice)
    tables = [f"/admin/games/{table}/" for table in ("user", "room", "game", "chatmessage")]
    rows = [f"/admin/games/user/{alice.pk}/", f"/admin/games/game/{game.pk}/"]
    for path in ["/admin/", *tables, *(f"{row}change/" for row in rows), f"{rows[0]}history/"]:
        answer = browser.get(path)
        assert answer.status_code == 200
        policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
        assert (policy["default-src"], policy["style-src"]) == ("'none'", "'self'")
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert Inline(answer.content.decode()).found == []


@pytest.mark.parametrize("table", ["user", "room", "game", "scorecard", "chatmessage"])
def test_it_lists_the_tables_to_staff(root: User, signed_in: As, table: str) -> None:
    assert signed_in(root).get(f"/admin/games/{table}/").status_code == 200


def test_it_lets_staff_change_an_account_and_leaves_closing_to_the_desk(
    root: User, alice: User, signed_in: As
) -> None:
    path = f"/admin/games/user/{alice.pk}/change/"
    assert signed_in(root).get(path).status_code == 200
    form = {"username": "alice", "name": "Alice", "email": "alice@example.com"}
    assert signed_in(root).post(path, form).status_code == 302
    alice.refresh_from_db()
    assert alice.is_active
    assert f"/desk/players/{alice.pk}/" in signed_in(root).get(path).content.decode()
    assert signed_in(root).get("/admin/games/user/add/").status_code == 403


def test_it_shows_no_secret_and_changes_no_game(
    root: User, alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    assert not {DiceSecret, GameEvent} & set(admin.site._registry)
    game = begin(new_room(alice), alice)
    secret = secret_of(DiceSecret.objects.get(code=game.code)).hex()
    path = f"/admin/games/game/{game.pk}/change/"
    assert secret not in signed_in(root).get(path).content.decode()
    assert signed_in(root).post(path, {"status": "finished"}).status_code == 403
    assert Game.objects.get().status == "playing"


def test_it_says_that_its_times_are_in_utc(root: User, signed_in: As) -> None:
    pages = ("/admin/", "/admin/games/room/", f"/admin/games/user/{root.pk}/change/")
    for path in pages:
        assert "all times are in UTC" in signed_in(root).get(path, follow=True).content.decode()
