"""The settings offer holidays where the site has games for them, and no form is an error."""

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Holiday, User
from games.platform.clock import day_of, utc_now
from games.platform.site_settings.current import KEPT, Chosen
from games.tables.rooms import holidays
from tests.support.clock import FakeClock
from tests.support.people import BACKEND

pytestmark = [pytest.mark.django_db, pytest.mark.registered]
FORM = 'action="/account/holiday/"'


@pytest.fixture
def client(alice: User) -> Client:
    client = Client()
    client.force_login(alice, backend=BACKEND)
    return client


def offer(wanted: bool) -> None:
    KEPT.chosen = Chosen(long_clocks=wanted)


def sent(client: Client, **fields: object) -> tuple[int, str]:
    answer = client.post("/account/holiday/", fields)
    return answer.status_code, answer.content.decode()


def test_days_are_chosen_and_given_up(client: Client, clock: FakeClock) -> None:
    offer(True)
    first = day_of(utc_now()) + timedelta(days=3)
    assert FORM in client.get("/settings/").content.decode()
    assert sent(client, first=first, last=first + timedelta(days=1))[0] == 302
    mine = Holiday.objects.get()
    assert sent(client, end=mine.pk)[0] == 302
    assert not Holiday.objects.exists()


def test_it_says_what_is_wrong(client: Client, clock: FakeClock) -> None:
    offer(True)
    status, text = sent(client, first="tomorrow", last="")
    assert status == 422
    assert "Please choose a day." in text
    assert "10 days left this year" in text


def test_sites_without_long_clocks_have_none(client: Client, clock: FakeClock) -> None:
    offer(False)
    day = day_of(utc_now()) + timedelta(days=3)
    assert FORM not in client.get("/settings/").content.decode()
    assert sent(client, first=day, last=day)[0] == 404
    assert sent(client, end="²")[0] == 404
    assert not Holiday.objects.exists()


def test_who_has_one_may_still_give_it_up(alice: User, client: Client, clock: FakeClock) -> None:
    day = day_of(utc_now()) + timedelta(days=3)
    mine = holidays.choose(alice, day, day)
    offer(False)
    assert sent(client, first="", last="")[0] == 422
    assert sent(client, end=mine.pk)[0] == 302
    assert not Holiday.objects.exists()
