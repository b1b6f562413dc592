"""The page where the owner of a circle gives an address for its news."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Circle, CircleHook, CircleMessage, User
from games.people.circles import membership
from tests.site.front.circles.hooked import circle_of, hooked, place
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, registered

pytestmark = pytest.mark.django_db

ADDRESS = "https://discord.com/api/webhooks/1/abc"


@pytest.fixture
def circle(clock: FakeClock) -> Circle:
    return circle_of(registered("Alice"), registered("Bob"))


def browser_of(name: str) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(name=name), backend=BACKEND)
    return browser


def send(browser: Client, circle: Circle, action: str, **fields: str) -> str:
    """Send the form. Return the page that answers."""
    path = reverse("circle-news", args=[circle.code])
    return browser.post(path, {"action": action, **fields}, follow=True).content.decode()


def test_the_owner_gives_tests_signs_anew_and_removes(circle: Circle) -> None:
    alice = browser_of("Alice")
    assert "Saved." in send(alice, circle, "save", address=ADDRESS, form="discord")
    hook = CircleHook.objects.get()
    assert (hook.address, hook.form) == (ADDRESS, "discord")
    assert "on its way" in send(alice, circle, "test")
    assert CircleMessage.objects.get().next_try_at is not None
    before = bytes(hook.secret)
    send(alice, circle, "secret")
    hook.refresh_from_db()
    assert bytes(hook.secret) != before
    send(alice, circle, "remove")
    assert not CircleHook.objects.exists()


def test_it_says_what_is_wrong_and_keeps_what_was_typed(circle: Circle) -> None:
    page = send(browser_of("Alice"), circle, "save", address="https://10.0.0.1/x", form="json")
    assert "This address is not on the public internet." in page
    assert "https://10.0.0.1/x" in page
    assert not CircleHook.objects.exists()


def test_only_the_owner_sees_the_address(circle: Circle) -> None:
    alice = User.objects.get(name="Alice")
    hooked(circle, alice, ADDRESS)
    path = reverse("circle-news", args=[circle.code])
    membership.make_helper(
        circle, place(circle, alice), User.objects.get(name="Bob").pk, helps=True
    )
    assert ADDRESS in browser_of("Alice").get(path).content.decode()
    answer = browser_of("Bob").get(path)
    assert (answer.status_code, ADDRESS in answer.content.decode()) == (403, False)
    assert (
        ADDRESS not in browser_of("Bob").get(reverse("circle", args=[circle.code])).content.decode()
    )


def test_a_circle_chooses_its_weekly_card(circle: Circle) -> None:
    path = reverse("circle-weekly", args=[circle.code])
    assert browser_of("Bob").post(path, {"variant": "yatzy"}).status_code == 403
    browser_of("Alice").post(path, {"variant": "yatzy"})
    circle.refresh_from_db()
    assert circle.weekly == "yatzy"
    assert browser_of("Alice").post(path, {"variant": "chess"}).status_code == 422
    browser_of("Alice").post(path, {"variant": ""})
    circle.refresh_from_db()
    assert circle.weekly == ""
