"""A page whose player signed out in another tab: what it sends is refused in words."""

import pytest
from django.test import Client
from django.urls import reverse

ANOTHER_TAB = "You signed in or out in another tab. Reload the page and try again."
COOKIES = "Your browser blocks cookies."
POSTED_BY_SCRIPTS: list[tuple[str, tuple[object, ...]]] = [
    ("guest", ()),
    ("puzzle-answer", ()),
    ("puzzle-next", ()),
    ("people", (1, "mute")),
    ("report", ()),
    ("settings-save", ()),
    ("push-subscribe", ()),
    ("push-unsubscribe", ()),
    ("passkey-options", ()),
    ("passkey-add", ()),
    ("passkey-show", ()),
    ("passkey-sign-in-options", ()),
    ("passkey-sign-in", ()),
    ("scorecard-verdict", ()),
    ("scorecard-keep", ()),
    ("offline-game-keep", ("9e7a27c3-6f0f-4d53-8f5d-0b3d0c1c1a11",)),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "values"), POSTED_BY_SCRIPTS)
def test_a_script_gets_the_reason(route: str, values: tuple[object, ...]) -> None:
    address = reverse(route, args=values)
    browser = Client(enforce_csrf_checks=True, headers={"Accept": "application/json"})
    answer = browser.post(address, {"csrfmiddlewaretoken": "a" * 32})
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/json")
    assert answer.json()["error"]["message"].startswith(COOKIES)
    browser.cookies["csrftoken"] = "b" * 32
    answer = browser.post(address, {"csrfmiddlewaretoken": "a" * 32})
    assert answer.status_code == 403
    assert answer.json() == {"error": {"code": "forbidden", "message": ANOTHER_TAB}}


@pytest.mark.django_db
def test_a_form_gets_a_page() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = "b" * 32
    answer = browser.post("/new/", {"csrfmiddlewaretoken": "a" * 32})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()


@pytest.mark.django_db
def test_it_says_it_in_the_language_of_the_page() -> None:
    browser = Client(enforce_csrf_checks=True, headers={"Accept": "application/json"})
    browser.cookies["csrftoken"] = "b" * 32
    browser.cookies["language"] = "de"
    answer = browser.post(reverse("guest"), {"csrfmiddlewaretoken": "a" * 32})
    assert answer.json()["error"]["message"].startswith("Du hast dich in einem anderen Tab")
