"""A new password, or a wish, ends the player's other sessions and sockets at once."""

import re
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.test import Client

from games.models import User
from games.platform.database.threads import in_database
from games.site.account.membership.mail import send_next_mail
from games.tables.live import registry
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support.client import visit
from tests.support.people import playing
from tests.tables.matchmaking.tab import look

OLD, NEW = "red sails at dawn", "blue sails at dusk"


@pytest.fixture
def bob(bob: User) -> User:
    """Bob, with an account and an email address."""
    bob.password, bob.email = make_password(OLD), "bob@example.com"
    bob.is_guest = False
    bob.save(update_fields=["password", "email", "is_guest"])
    return bob


def change(bob: User) -> Client:
    """Change Bob's password at one device; return it."""
    browser = Client()
    browser.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    form = {"current": OLD, "new": NEW}
    assert browser.post("/account/password/", form).status_code == 302
    return browser


def reset(bob: User) -> None:
    """Choose a password by mail."""
    browser = Client()
    browser.post("/password/reset/", {"email": bob.email})
    assert send_next_mail()
    found = re.search(r"http://localhost:8000(/password/reset/\S+)", str(mail.outbox[0].body))
    assert found
    path = browser.get(found[1], follow=True).request["PATH_INFO"]
    form = {"new_password1": NEW, "new_password2": NEW}
    assert browser.post(path, form).status_code == 302


def sign_out_elsewhere(bob: User) -> Client:
    """Sign Bob out on all devices but one; return that."""
    browser = Client()
    browser.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    form = {"current": OLD}
    assert browser.post("/account/sessions/end/", form).status_code == 302
    assert browser.get("/settings/privacy/").status_code == 200
    return browser


@pytest.mark.parametrize("renew", [change, reset, sign_out_elsewhere])
async def test_it_closes_the_sockets_of_all_other_devices_and_of_nobody_else(
    hubs: Hubs, alice: User, bob: User, renew: Any
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    tabs = [await visit(room, bob), await look(bob)]
    others = [await visit(room, alice), await look(alice), await visit(room)]
    await in_database(lambda: renew(bob))
    assert [await tab.end() for tab in tabs] == [4401, 4401]
    for other in others:
        assert (await other.ask("ping"))["type"] == "ack"


async def test_it_keeps_the_seat_for_who_knows_the_new_password(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(bob, alice))
    old = await visit(room, bob)
    browser = await in_database(lambda: change(bob))
    assert await old.end() == 4401
    assert (await in_database(lambda: browser.get("/settings/privacy/"))).status_code == 200
    await in_database(bob.refresh_from_db)
    back = await visit(room, bob)
    assert (await back.roll())["type"] == "ack"


async def test_it_closes_them_in_other_processes_too(
    processes: Processes, alice: User, bob: User
) -> None:
    here, there = await processes(InMemoryChannelLayer())
    use_hubs(there)
    thief, kept = await look(bob), await look(alice)
    use_hubs(here)
    await in_database(lambda: change(bob))
    assert await thief.end() == 4401
    assert (await kept.ask("ping"))["type"] == "ack"


async def test_it_finds_a_password_that_was_set_elsewhere_a_little_later(
    transactional_db: None, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RECHECK_S", 0.05)
    hubs = Hubs()
    use_hubs(hubs)
    tab = await look(bob)
    users = User.objects.filter(pk=bob.pk)
    await in_database(lambda: users.update(password=make_password(NEW)))
    assert await tab.end() == 4401
    use_hubs(None)
    await hubs.close()
