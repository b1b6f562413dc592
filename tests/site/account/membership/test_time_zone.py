"""The time zone of an account: guessed once, chosen in the settings, told in mail and export."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from games.models import User
from games.people.conduct.models import Sanction
from games.site.account.desk.decisions import tell_by_mail
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.device_mail import tell_of_new_device
from games.site.account.membership.export import export
from games.site.account.membership.mail import send_next_mail
from games.site.account.notifications.choices import confirm_address
from tests.fixtures import As
from tests.platform.language.moments import KATHMANDU, MOMENTS, NEW_YORK, Moment

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


def guess(browser: Client, zone: str) -> Any:
    """Tell the zone of the browser, as its script does."""
    return browser.post("/settings/save", {"time_zone": zone})


def choose(browser: Client, zone: str) -> Any:
    return browser.post("/account/time-zone/", {"time_zone": zone})


def zone_of(player: User) -> str:
    player.refresh_from_db()
    return player.time_zone


def is_asked(browser: Client) -> bool:
    """Whether a page asks the browser for its zone."""
    head = browser.get("/rules/").content.decode().split("<head>")[0]
    return "data-needs-zone" in head


def test_it_is_guessed_once(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert is_asked(browser)
    assert guess(browser, NEW_YORK).json() == {}
    assert zone_of(alice) == NEW_YORK
    assert not is_asked(browser)
    # On a journey.
    assert guess(browser, KATHMANDU).status_code == 200
    assert zone_of(alice) == NEW_YORK


def test_old_names_that_browsers_tell_become_those_of_today(alice: User, signed_in: As) -> None:
    guess(signed_in(alice), "Europe/Kiev")
    assert zone_of(alice) == "Europe/Kyiv"


def test_an_unknown_guess_is_refused_and_stores_nothing(alice: User, signed_in: As) -> None:
    for zone in ("", "Mars/Olympus_Mons", "x" * 5000, "../etc/passwd"):
        assert guess(signed_in(alice), zone).status_code == 422
    assert zone_of(alice) == ""


def test_a_guess_changes_no_other_setting(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    browser.post("/settings/save", {"changes": '{"theme": "dark"}'})
    before = User.objects.get(pk=alice.pk).preferences
    guess(browser, NEW_YORK)
    assert User.objects.get(pk=alice.pk).preferences == before


def test_guests_have_none(guest: User, signed_in: As) -> None:
    browser = signed_in(guest)
    assert not is_asked(browser)
    assert guess(browser, NEW_YORK).status_code == 403
    choose(browser, NEW_YORK)
    assert zone_of(guest) == ""
    assert "Time zone" not in browser.get("/settings/").content.decode()


def test_it_is_chosen_in_the_settings_by_name_or_place(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    page = browser.get("/settings/").content.decode()
    assert '<option value="Asia/Kathmandu">' in page
    assert '<option value="UTC">' in page
    for typed, zone in (("new york", NEW_YORK), (KATHMANDU, KATHMANDU), ("", "")):
        assert choose(browser, typed).status_code == 302
        assert zone_of(alice) == zone
    choose(browser, NEW_YORK)
    assert f'value="{NEW_YORK}"' in browser.get("/settings/").content.decode()


def test_an_unknown_zone_is_refused_in_words_and_stays_typed(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    choose(browser, NEW_YORK)
    answer = choose(browser, "Springfield <3")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "There is no time zone “Springfield &lt;3”." in page
    assert 'value="Springfield &lt;3"' in page
    # A word from right to left does not turn the sentence around it.
    assert "“\u2068תל אביב\u2069”" in choose(browser, "תל אביב").content.decode()
    assert re.search(r'<details id="time-zone" open>', page)
    assert zone_of(alice) == NEW_YORK


def test_it_is_in_the_export_and_goes_with_the_account(alice: User, signed_in: As) -> None:
    choose(signed_in(alice), NEW_YORK)
    alice.refresh_from_db()
    assert export(alice)["profile"]["time_zone"] == NEW_YORK
    delete_player(alice)
    assert zone_of(alice) == ""


def mails() -> list[str]:
    while send_next_mail():
        pass
    return [str(each.body) for each in mail.outbox]


def with_address(player: User, zone: str) -> User:
    User.objects.filter(pk=player.pk).update(email="alice@example.com", time_zone=zone)
    player.refresh_from_db()
    assert confirm_address(player.pk, player.email)
    return player


def decided(player: User, ends_at: datetime) -> None:
    tell_by_mail(
        Sanction.objects.create(
            player=player, kind="no chat", reason="insult", begins_at=ends_at, ends_at=ends_at
        )
    )


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda each: f"{each.zone} {each.utc}")
def test_mail_about_decisions_says_when_they_end_there(alice: User, moment: Moment) -> None:
    decided(with_address(alice, moment.zone), datetime.fromisoformat(moment.utc))
    (body,) = mails()
    place = moment.zone.rpartition("/")[2].replace("_", " ")
    assert f"It ends on {moment.day}, {moment.time} ({place}, {moment.offset})." in body


def test_mail_without_a_zone_says_utc(alice: User) -> None:
    decided(with_address(alice, ""), datetime(2026, 11, 28, 4, 25, 2, tzinfo=UTC))
    (body,) = mails()
    assert "It ends on 28 Nov 2026, 04:25 UTC." in body


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        (NEW_YORK, "?, 27 Nov 2026, 23:25 (New York, UTC−5)\n"),
        (KATHMANDU, "?, 28 Nov 2026, 10:10 (Kathmandu, UTC+5:45)\n"),
        ("", "?, 28 Nov 2026, 04:25 UTC\n"),
    ],
)
def test_mail_about_new_browsers_says_when(alice: User, zone: str, words: str) -> None:
    player = with_address(alice, zone)
    tell_of_new_device(player, "", datetime(2026, 11, 28, 4, 25, tzinfo=UTC))
    (body,) = mails()
    assert words in body
