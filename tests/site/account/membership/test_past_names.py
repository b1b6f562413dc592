"""A profile tells the former name for thirty days, and nothing of it is left afterwards."""

import pytest
from django.test import Client

from games.models import PastName, User
from games.site.account.membership.renaming import forget_past_names, rename_player
from tests.support.clock import FakeClock
from tests.support.reading import plain

pytestmark = pytest.mark.registered


def test_it_is_told_for_thirty_days(alice: User, client: Client, clock: FakeClock) -> None:
    rename_player(alice, "Zelda")
    assert "formerly Alice" in plain(client.get("/@Zelda/").content.decode())
    assert client.get("/api/v1/players/Zelda").json()["past_names"] == ["Alice"]
    clock.advance(30 * 86_400 + 1)
    assert "formerly" not in client.get("/@Zelda/").content.decode()
    forget_past_names(clock.utc_now())
    assert not PastName.objects.exists()


def test_a_name_that_was_taken_back_is_not_told(alice: User, client: Client) -> None:
    rename_player(alice, "Zelda")
    rename_player(alice, "Alice")
    told = plain(client.get("/@Alice/").content.decode())
    assert "formerly Zelda" in told
    assert PastName.objects.count() == 2


def test_nobody_tells_the_former_names_of_guests(guest: User) -> None:
    rename_player(guest, "Gustav")
    assert not PastName.objects.exists()
