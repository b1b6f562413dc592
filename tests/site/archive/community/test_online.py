"""Who is online, on the page of the community."""

from datetime import timedelta

from django.test import Client

from games.models import User
from games.people.accounts.players import create_account
from games.platform.clock import utc_now
from games.site.archive.community.online import names_online
from games.tables.matchmaking.room_lists import ONLINE


def test_it_names_accounts_that_are_online_and_do_not_hide(outsider: Client, alice: User) -> None:
    for name in ("dora", "Emil", "Finn", "Bea"):
        create_account(name, "red sails")
    User.objects.filter(name="Emil").update(listed_online=False)
    long_ago = utc_now() - ONLINE - timedelta(seconds=1)
    User.objects.filter(name="Finn").update(seen_at=long_ago)
    # Alice is a guest.
    assert names_online(utc_now()) == ["Bea", "dora"]
    assert 'href="/@dora/"' in outsider.get("/community/").content.decode()
