"""What every process knows of the site's settings: within five seconds, without a query each."""

import asyncio
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import SiteSettings
from games.platform.site_settings import current
from tests.support.clock import FakeClock

pytestmark = pytest.mark.django_db


def another_process_saves(**columns: Any) -> None:
    SiteSettings.objects.update_or_create(pk=1, defaults=columns)


def test_a_change_elsewhere_shows_within_five_seconds(clock: FakeClock) -> None:
    current.forget()
    assert current.site_name() == "Yacht"
    another_process_saves(name="Dice & Co")
    clock.advance(4.9)
    assert current.site_name() == "Yacht"
    clock.advance(0.2)
    assert current.site_name() == "Dice & Co"


def test_many_pages_ask_once(
    clock: FakeClock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    current.forget()
    with django_assert_num_queries(1):
        for _ in range(100):
            current.site_name()
            current.site_language()


def test_the_event_loop_never_asks(
    clock: FakeClock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    another_process_saves(name="Dice & Co")
    current.forget()

    async def ask() -> str:
        return current.site_name()

    with django_assert_num_queries(0):
        assert asyncio.run(ask()) == "Yacht"
    assert current.site_name() == "Dice & Co"


def test_it_keeps_what_it_knew_while_the_database_is_away(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_process_saves(name="Dice & Co")
    current.forget()
    assert current.site_name() == "Dice & Co"

    def fail() -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(current, "read", fail)
    clock.advance(6)
    assert current.site_name() == "Dice & Co"
    assert Client().get("/nowhere/").status_code == 404


def test_there_is_one_row() -> None:
    another_process_saves(name="Dice & Co")
    current.save(language="de")
    assert SiteSettings.objects.get().name == "Dice & Co"


@pytest.mark.logs_errors("games.platform.site_settings.current")
def test_a_lost_key_loses_the_mail_server_only(clock: FakeClock) -> None:
    another_process_saves(name="Dice & Co", mail_url=b"\x01" + bytes(40))
    current.forget()
    assert (current.chosen().name, current.chosen().mail_url) == ("Dice & Co", "")
