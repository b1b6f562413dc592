"""The page of the community: who is online, the podium, and what an empty site shows."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import User
from games.people.accounts.players import create_account
from games.platform.clock import utc_now
from games.record.ratings.models import Rating
from games.site.account.membership.blocks import block
from games.site.archive.community.online import people_online
from games.tables.matchmaking.room_lists import ONLINE
from tests.fixtures import As
from tests.support.reading import plain


def names(viewer: User | None = None) -> list[str]:
    return [each.name for each in people_online(utc_now(), None if viewer is None else viewer.pk)]


def page(browser: Client) -> str:
    answer = browser.get("/community/")
    assert answer.status_code == 200
    return plain(answer.content.decode())


def rate(player: User, pool: str, shown: int, *, listed: bool = True) -> None:
    Rating.objects.create(player=player, pool=pool, mu=1500, sigma=50, shown=shown, listed=listed)


def test_it_names_accounts_that_are_online_and_do_not_hide(outsider: Client, alice: User) -> None:
    for name in ("dora", "Emil", "Finn", "Bea"):
        create_account(name, "red sails")
    User.objects.filter(name="Emil").update(listed_online=False)
    long_ago = utc_now() - ONLINE - timedelta(seconds=1)
    User.objects.filter(name="Finn").update(seen_at=long_ago)
    # Alice is a guest.
    assert names() == ["Bea", "dora"]
    assert 'href="/@dora/"' in outsider.get("/community/").content.decode()


@pytest.mark.registered
@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_a_block_hides_each_from_the_other(
    alice: User, bob: User, charlie: User, signed_in: As, blocker: str
) -> None:
    assert names(alice) == ["Bob", "Charlie"]
    one, other = (alice, bob) if blocker == "alice" else (bob, alice)
    block(one.pk, other.pk)
    assert (names(alice), names(bob), names(charlie)) == (
        ["Charlie"],
        ["Charlie"],
        ["Alice", "Bob"],
    )
    assert 'href="/@Bob/"' not in page(signed_in(alice))


@pytest.mark.registered
def test_nobody_sees_a_child_with_a_lock_and_the_child_sees_nobody(
    alice: User, bob: User, outsider: Client, signed_in: As
) -> None:
    User.objects.filter(pk=alice.pk).update(locked=True)
    assert names() == ["Bob"]
    assert signed_in(alice).get("/community/").status_code == 403


@pytest.mark.registered
def test_the_podium_has_the_three_best_of_the_visitors_game(
    alice: User, bob: User, charlie: User, outsider: Client
) -> None:
    dora = create_account("Dora", "red sails")
    for player, shown in ((alice, 1500), (bob, 1700), (charlie, 1600), (dora, 1400)):
        rate(player, "yahtzee", shown)
    rate(dora, "yatzy", 1999)
    User.objects.update(listed_online=False)
    text = page(outsider)
    found = [text.index(f'href="/@{name}/"') for name in ("Bob", "Charlie", "Alice")]
    assert found == sorted(found)
    assert "Dora" not in text
    swede = outsider.get("/community/", headers={"accept-language": "sv"}).content.decode()
    assert "Dora" in swede
    assert "Bob" not in swede


def test_an_empty_site_offers_the_bots_and_a_free_podium(db: None, outsider: Client) -> None:
    text = page(outsider)
    assert "The bots keep the podium warm." in text
    assert "The bots always play." in text
    assert "Pip" in text


@pytest.mark.registered
def test_it_asks_the_database_little(
    outsider: Client,
    alice: User,
    bob: User,
    signed_in: As,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    rate(bob, "yahtzee", 1500)
    with django_assert_num_queries(3):
        page(outsider)
    browser = signed_in(alice)
    page(browser)
    # The session, the player, and whom a block keeps apart.
    with django_assert_num_queries(6):
        page(browser)
