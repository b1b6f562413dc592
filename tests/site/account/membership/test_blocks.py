"""Block a player from their page."""

import pytest
from django.test import Client

from games.models import User
from games.people.conduct.contact import read_contact
from games.site.account.membership.blocks import block, has_blocked, unblock
from tests.fixtures import As
from tests.support.reading import plain

pytestmark = pytest.mark.registered


def test_it_blocks_and_unblocks(alice: User, bob: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert "If you block Bob" in plain(browser.get("/@Bob/").content.decode())
    answer = browser.post(f"/people/{bob.pk}/block")
    assert (answer.status_code, answer["Location"]) == (302, "/@Bob/")
    assert has_blocked(alice.pk, bob.pk)
    assert not has_blocked(bob.pk, alice.pk)
    assert "You have blocked Bob" in plain(browser.get("/@Bob/").content.decode())
    browser.post(f"/people/{bob.pk}/unblock")
    assert not has_blocked(alice.pk, bob.pk)


def test_it_offers_a_challenge_to_everybody_but_oneself_and_the_blocked(
    alice: User, bob: User, signed_in: As, client: Client
) -> None:
    offer = 'href="/?challenge=Bob"'
    for browser in (client, signed_in(alice)):
        assert offer in browser.get("/@Bob/").content.decode()
    assert offer not in signed_in(bob).get("/@Bob/").content.decode()
    block(alice.pk, bob.pk)
    assert offer not in signed_in(alice).get("/@Bob/").content.decode()


def test_it_tells_the_blocked_one_nothing(alice: User, bob: User, signed_in: As) -> None:
    block(alice.pk, bob.pk)
    page = plain(signed_in(bob).get("/@Alice/").content.decode())
    assert "You have blocked" not in page
    assert "If you block Alice" in page


def test_it_offers_nothing_to_strangers_and_oneself(
    alice: User, signed_in: As, outsider: Client
) -> None:
    for browser in (outsider, signed_in(alice)):
        assert "Rather not meet" not in browser.get("/@Alice/").content.decode()


def test_it_lets_guests_block_too(alice: User, guest: User, signed_in: As) -> None:
    signed_in(guest).post(f"/people/{alice.pk}/block")
    assert has_blocked(guest.pk, alice.pk)


def test_it_sends_strangers_to_sign_in(alice: User, outsider: Client) -> None:
    assert outsider.post(f"/people/{alice.pk}/block")["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("verb", ["block", "unblock", "mute", "unmute"])
def test_it_takes_posts_with_a_token_only(alice: User, bob: User, verb: str) -> None:
    path = f"/people/{alice.pk}/{verb}"
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get(path).status_code == 405
    assert browser.post(path).status_code == 403


def test_it_knows_nobody_else(alice: User, signed_in: As) -> None:
    assert signed_in(alice).post("/people/999999/block").status_code == 404
    assert signed_in(alice).post(f"/people/{alice.pk}/praise").status_code == 404


def test_it_changes_nothing_the_second_time_or_for_oneself(alice: User, bob: User) -> None:
    for _ in range(2):
        block(alice.pk, bob.pk)
        block(alice.pk, alice.pk)
    assert list(alice.blocked.all()) == [bob]
    for _ in range(2):
        unblock(alice.pk, bob.pk)
    assert not alice.blocked.exists()


def test_it_mutes_and_unmutes_at_a_table(alice: User, guest: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert browser.post(f"/people/{guest.pk}/mute?stay").status_code == 204
    assert read_contact(alice).unheard == {guest.pk}
    assert read_contact(guest).unheard == frozenset()
    browser.post(f"/people/{guest.pk}/unmute?stay")
    assert read_contact(alice).unheard == frozenset()
