"""The link of an empty site: it works once, for an hour, while nobody works for the site."""

import base64
import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import FirstLink, User
from games.people.family.device import COOKIE
from games.people.family.device import lock as lock_device
from games.platform.limits.rates import BUCKETS
from games.site.account.operator import first_link
from tests.site.account.factors.people import CODE, SECRET, Factors, code_now
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, cookie_of, person, registered

pytestmark = pytest.mark.django_db

HERE = "/first/"
NAME = "Nora"
FORM = {"name": NAME, "password": PASSWORD, "email": ""}


def new_link() -> str:
    link = first_link.new_link()
    assert link is not None
    return link.path


def opened(client: Client) -> Client:
    """Open a new link in this browser."""
    assert client.post(new_link()).headers["Location"] == HERE
    return client


def secret_on(page: str) -> bytes:

    found = re.search(r"<code[^>]*>((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</code>", page)
    assert found is not None
    return base64.b32decode(found[1].replace(" ", ""))


def finish(client: Client) -> str:
    """Confirm the app that the page shows; return the page after that."""
    code = code_now(secret_on(client.get(HERE).content.decode()))
    return str(client.post(HERE, {"do": "confirm", "code": code}).content.decode())


def test_it_makes_a_stranger_the_operator_with_a_second_factor(outsider: Client) -> None:
    opened(outsider)
    assert outsider.post(HERE, FORM).headers["Location"] == HERE
    assert not User.objects.get(name=NAME).is_superuser
    assert len(CODE.findall(finish(outsider))) == 10
    made = User.objects.get(name=NAME)
    assert (made.is_superuser, made.is_staff) == (True, True)
    assert made.check_password(PASSWORD)
    assert outsider.get("/site/name/").status_code == 200
    assert outsider.get("/admin/").status_code == 200
    assert not FirstLink.objects.exists()
    assert outsider.get(HERE).status_code == 404


def hidden_fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))


def test_two_clicks_give_the_result_of_one(outsider: Client) -> None:
    opened(outsider)
    fields = {**hidden_fields(outsider.get(HERE).content.decode()), **FORM}
    assert [outsider.post(HERE, fields).headers["Location"] for _ in range(2)] == [HERE, HERE]
    assert User.objects.filter(name=NAME).count() == 1
    page = outsider.get(HERE).content.decode()
    sent = {**hidden_fields(page), "do": "confirm", "code": code_now(secret_on(page))}
    first, second = (outsider.post(HERE, sent).content.decode() for _ in range(2))
    assert len(CODE.findall(first)) == 10
    assert second == first


def test_it_takes_the_account_that_they_have(outsider: Client) -> None:
    registered(NAME)
    opened(outsider)
    signed_in = outsider.post(f"/sign-in/?next={HERE}", {"name": NAME, "password": PASSWORD})
    assert signed_in.headers["Location"] == HERE
    assert outsider.post(HERE, {"current": "wrong"}).status_code == 422
    outsider.post(HERE, {"current": PASSWORD})
    finish(outsider)
    assert User.objects.get(name=NAME).is_superuser


def test_it_asks_an_account_with_a_second_factor_for_that(outsider: Client) -> None:
    Factors(registered(NAME), "app")
    opened(outsider)
    outsider.post(f"/sign-in/?next={HERE}", {"name": NAME, "password": PASSWORD})
    assert outsider.get(HERE).content.count(b'name="current"') == 0
    outsider.post("/sign-in/code/", {"code": code_now(SECRET)})
    answer = outsider.post(HERE, {"current": PASSWORD})
    assert answer.headers["Location"] == "/site/name/"
    assert User.objects.get(name=NAME).is_superuser


def test_it_keeps_what_was_typed_and_a_wrong_code_makes_nobody_staff(outsider: Client) -> None:
    opened(outsider)
    page = outsider.post(HERE, {**FORM, "password": "x", "email": "nora@example.org"})
    assert page.status_code == 422
    for typed in ('value="Nora"', "nora@example.org"):
        assert typed in page.content.decode()
    outsider.post(HERE, FORM)
    wrong = outsider.post(HERE, {"do": "confirm", "code": "000 000"})
    assert wrong.status_code == 422
    assert 'value="000 000"' in wrong.content.decode()
    assert not User.objects.filter(is_superuser=True).exists()
    # The same app still counts.
    finish(outsider)
    assert User.objects.get(name=NAME).is_superuser


def test_a_look_at_the_link_uses_nothing_up(outsider: Client) -> None:
    path = new_link()
    for _ in range(3):
        assert Client().get(path).status_code == 200
    assert outsider.post(path).status_code == 302


def test_it_works_in_one_browser_only(outsider: Client) -> None:
    path = new_link()
    assert outsider.post(path).status_code == 302
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 404
    assert Client().get(HERE).status_code == 404
    # Back, and again: the same browser goes on where it was.
    assert outsider.get(path).headers["Location"] == HERE


def test_a_newer_link_ends_the_older_even_if_it_was_opened(outsider: Client) -> None:
    older = new_link()
    opened(outsider)
    assert Client().get(older).status_code == 404
    new_link()
    assert outsider.get(HERE).status_code == 404


@pytest.mark.parametrize("was_opened", [False, True])
def test_it_ends_after_an_hour(outsider: Client, clock: FakeClock, was_opened: bool) -> None:
    path = new_link()
    if was_opened:
        outsider.post(path)
    clock.advance(timedelta(minutes=59).total_seconds())
    assert outsider.get(path).status_code == (302 if was_opened else 200)
    clock.advance(61)
    assert outsider.get(path).status_code == 404
    assert outsider.post(path).status_code == 404
    assert outsider.get(HERE).status_code == 404


@pytest.mark.parametrize("role", ["is_staff", "is_superuser", "desk_role"])
def test_it_ends_with_the_first_person_who_works_for_the_site(outsider: Client, role: str) -> None:
    path = new_link()
    opened_one = Client()
    value = "helper" if role == "desk_role" else True
    other = registered("Olga")
    assert opened_one.post(path).status_code == 302
    opened_one.post(HERE, FORM)
    code = code_now(secret_on(opened_one.get(HERE).content.decode()))
    User.objects.filter(pk=other.pk).update(**{role: value, "is_active": False})
    assert outsider.get(path).status_code == 404
    assert opened_one.get(HERE).status_code == 404
    assert opened_one.post(HERE, {"do": "confirm", "code": code}).status_code == 404
    assert not User.objects.filter(name=NAME, is_superuser=True).exists()
    assert first_link.new_link() is None
    assert first_link.shared_link() is None
    with pytest.raises(CommandError, match="Somebody works"):
        call_command("first_link")


def test_servers_that_start_print_the_same_link(outsider: Client, clock: FakeClock) -> None:
    first = first_link.shared_link()
    clock.advance(20 * 60)
    assert first_link.shared_link() == first
    assert first is not None
    assert outsider.get(first.path).status_code == 200
    # A server that starts when little time is left prints one for an hour.
    clock.advance(11 * 60)
    second = first_link.shared_link()
    assert second is not None
    assert second.path != first.path
    assert outsider.get(first.path).status_code == 404
    # The console asks for a new one.
    clock.advance(1)
    assert new_link() != second.path


def test_a_server_that_starts_ends_no_link_that_somebody_has_opened(
    outsider: Client, clock: FakeClock
) -> None:
    opened(outsider)
    assert first_link.shared_link() is None
    assert outsider.get(HERE).status_code == 200
    clock.advance(3601)
    assert first_link.shared_link() is not None


def test_another_key_makes_another_link(settings: Settings) -> None:
    settings.SECRET_KEY = "a" * 50
    first = first_link.shared_link()
    settings.SECRET_KEY = "b" * 50
    second = first_link.shared_link()
    assert first is not None
    assert second is not None
    assert first.path != second.path
    assert Client().get(second.path).status_code == 200


def test_it_stores_only_hashes(outsider: Client) -> None:
    path = new_link()
    token = path.removeprefix(HERE).rstrip("/")
    outsider.post(path)
    row = FirstLink.objects.get()
    word = outsider.session[first_link.KEY]
    assert not {token, word} & {row.token_hash, row.session_hash}


def test_a_guest_gets_no_rights_by_accident(outsider: Client) -> None:
    guest = person("Gus")
    outsider.cookies["sessionid"] = cookie_of(guest)
    path = new_link()
    for answer in (outsider.get(path), outsider.post(path)):
        assert answer.status_code == 409
        assert "Gus" in answer.content.decode()
    assert FirstLink.objects.get().session_hash == ""
    guest.refresh_from_db()
    assert (guest.is_guest, guest.is_superuser) == (True, False)


@pytest.mark.parametrize("lock", ["account", "device"])
def test_a_family_lock_keeps_it_closed(outsider: Client, lock: str) -> None:
    player = registered(NAME)
    path = new_link()
    if lock == "account":
        outsider.cookies["sessionid"] = cookie_of(player)
        User.objects.filter(pk=player.pk).update(locked=True)
    else:
        response = HttpResponse()
        lock_device(response, "1234")
        outsider.cookies[COOKIE] = response.cookies[COOKIE].value
    for address in (path, HERE, "/site/name/"):
        assert outsider.get(address).status_code == 403
        assert outsider.post(address, FORM).status_code == 403
    assert FirstLink.objects.get().session_hash == ""


def test_a_form_of_another_site_opens_nothing() -> None:
    careful = Client(enforce_csrf_checks=True)
    assert careful.post(new_link()).status_code == 403
    assert FirstLink.objects.get().session_hash == ""


def test_guesses_are_counted(outsider: Client) -> None:
    statuses = [outsider.get(f"{HERE}{number}/").status_code for number in range(40)]
    assert (statuses[0], statuses[-1]) == (404, 429)
    BUCKETS.clear()


def test_its_pages_are_in_no_index_and_in_no_cache(outsider: Client) -> None:
    answers = [outsider.get(new_link()), opened(outsider).get(HERE)]
    for answer in answers:
        assert 'content="noindex' in answer.content.decode()
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_closed_sign_up_does_not_keep_the_operator_out(outsider: Client, settings: object) -> None:
    settings.SIGN_UP, settings.INVITE_ONLY = False, True  # type: ignore[attr-defined]
    opened(outsider).post(HERE, FORM)
    finish(outsider)
    assert User.objects.get(name=NAME).is_superuser
