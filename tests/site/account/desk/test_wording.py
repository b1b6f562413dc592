"""Readers of a language that nobody has confirmed are asked what reads wrong, and can tell."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Case, Report, User
from games.site.shared.pages.places import safe_place
from tests.support.staff import staff

UNCONFIRMED = [code for code, _ in settings.LANGUAGES if code not in settings.CONFIRMED_LANGUAGES]
LINK = re.compile(r'<a class="wording" href="([^"]+)"')


def test_only_english_and_german_are_confirmed() -> None:
    assert settings.CONFIRMED_LANGUAGES == ["en", "de"]
    assert set(settings.CONFIRMED_LANGUAGES) <= dict(settings.LANGUAGES).keys()


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_foot_of_a_page_asks_where_nobody_has_confirmed_the_texts(
    outsider: Client, language: str
) -> None:
    text = outsider.get(f"/{language}/learn/").content.decode()
    asked = [parse_qs(urlsplit(each).query)["at"] for each in LINK.findall(text)]
    assert asked == ([[f"/{language}/learn/"]] if language in UNCONFIRMED else [])


def test_a_site_can_confirm_a_language(outsider: Client, settings: Settings) -> None:
    settings.CONFIRMED_LANGUAGES = ["en", "sv"]
    assert not LINK.findall(outsider.get("/sv/learn/").content.decode())
    assert LINK.findall(outsider.get("/de/learn/").content.decode())


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/sv/learn/?x=1#there", "/sv/learn/"),
        ("/rules/yatzy/", "/rules/yatzy/"),
        ("/r/abcdefgh2345/", "/r/*/"),
        ("/r/*/", "/r/*/"),
        ("/r/abcdefgh2345**", ""),
        ("/@Alice*/", ""),
        ("/rules/x/" + "a" * 200 + "/", ""),
        ("a" * 60_000, ""),
        ("/r/abcdefgh2345/seat/secret", ""),
        ("/j/secret/", ""),
        ("/first/secret/", ""),
        ("/decisions/secret/", ""),
        ("/password/reset/Mg/secret/", ""),
        ("/notifications/stop/secret/", ""),
        ("/no/such/page/", ""),
        ("//example.org/", ""),
        ("https://example.org/", ""),
        ("", ""),
    ],
)
def test_the_address_that_it_carries_has_no_secret(path: str, kept: str) -> None:
    assert safe_place(path) == kept
    assert safe_place(safe_place(path)) == kept


def test_what_somebody_writes_is_a_case_at_the_desk(outsider: Client, db: None) -> None:
    form = {"at": "/sv/learn/", "text": "Kasta om\nshould be “slå om”"}
    outsider.cookies["language"] = "sv"
    answer = outsider.post("/wording/", form)
    assert (answer.status_code, answer["Location"]) == (302, "/sv/learn/")
    outsider.post("/wording/", {"text": "Another slip", "at": "/r/abcdefgh2345/"})
    case = Case.objects.get()
    assert (case.key, case.state, case.about_talk, case.subject) == ("text:sv", "open", True, None)
    assert [each.text for each in case.reports.order_by("pk")] == [
        "/sv/learn/ Kasta om should be “slå om”",
        "/r/*/ Another slip",
    ]
    assert not User.objects.filter(is_bot=False).exists()
    assert not case.reports.exclude(reporter=None).exists()


def test_moderators_read_it_and_close_the_case(outsider: Client) -> None:
    outsider.post("/wording/", {"at": "/learn/", "text": "A slip"})
    case = Case.objects.get()
    browser = staff()
    assert "text:en" in browser.get("/desk/").content.decode()
    assert "/learn/ A slip" in browser.get(f"/desk/cases/{case.pk}/").content.decode()
    browser.post(f"/desk/cases/{case.pk}/", {"do": "decide", "kind": "", "ground": "other"})
    case.refresh_from_db()
    assert case.state == "closed"
    outsider.post("/wording/", {"text": "One more"})
    assert Case.objects.count() == 2


@pytest.mark.parametrize("text", ["", "   ", "x" * 1000])
def test_it_refuses_nothing_and_too_much_and_keeps_what_was_typed(
    outsider: Client, text: str
) -> None:
    answer = outsider.post("/wording/", {"at": "/learn/", "text": text})
    assert answer.status_code == 422
    assert not Report.objects.exists()


def test_it_limits_what_comes_from_one_address(outsider: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wording-address": (2, 3600)}
    form = {"text": "A slip"}
    statuses = [outsider.post("/wording/", form).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Report.objects.count() == 2


def test_the_form_shows_where_and_works_without_a_script(outsider: Client, db: None) -> None:
    text = outsider.get(reverse("wording"), {"at": "/learn/", "text": "Slip"}).content.decode()
    assert '<input type="hidden" name="at" value="/learn/">' in text
    assert ">Slip</textarea>" in text
    assert "secret" not in outsider.get("/wording/?at=/j/secret/").content.decode()
