"""A member reports the name of a circle; a moderator takes it away."""

import pytest
from django.test import Client

from games.models import Case, Circle, CircleMember, User
from games.people.circles import friends, membership
from games.site.account.desk.reports import report
from tests.support.people import account, passes_second_factor

pytestmark = pytest.mark.django_db

BAD = "Nasty words"


def circle_of(owner: User, *others: User) -> Circle:
    circle = membership.open_circle(owner, BAD, "anchor", "UTC", "en")
    for each in others:
        membership.join(circle, each)
    return circle


def moderator_client() -> Client:
    moderator = account("Mo")
    User.objects.filter(pk=moderator.pk).update(desk_role="moderator")
    moderator.refresh_from_db()
    client = Client()
    client.force_login(moderator)
    return passes_second_factor(client)


def test_the_case_is_about_the_owner_and_shows_the_name(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    report(bob, "circle", circle.code, "name")
    case = Case.objects.get()
    assert case.subject == alice
    assert case.evidence[0]["name"] == BAD
    text = moderator_client().get(f"/desk/cases/{case.pk}/").content.decode()
    assert BAD in text


def test_nobody_reports_a_circle_that_they_cannot_see(alice: User, bob: User) -> None:
    circle = circle_of(alice)
    client = Client()
    client.force_login(bob)
    for code in (circle.code, "unknown"):
        sent = {"kind": "circle", "subject": code, "reason": "name"}
        assert client.post("/report/", sent).status_code == 404
    friends.ask(alice, bob)
    friends.answer(bob.pk, alice.pk, accepts=True)
    pair = friends.pair_of(alice.pk, bob.pk)
    assert pair is not None
    sent = {"kind": "circle", "subject": pair.code, "reason": "name"}
    assert client.post("/report/", sent).status_code == 404
    assert not Case.objects.exists()


def test_a_moderator_takes_only_a_reported_name_away(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    other = membership.open_circle(alice, "Tuesdays", "anchor", "UTC", "en")
    report(bob, "circle", circle.code, "name")
    client = moderator_client()
    page = f"/desk/players/{alice.pk}/"
    text = client.get(page).content.decode()
    assert BAD in text
    assert "Tuesdays" not in text
    client.post(page, {"circle": other.pk})
    client.post(page, {"circle": circle.pk})
    names = dict(Circle.objects.values_list("pk", "name"))
    assert names == {circle.pk: "Circle", other.pk: "Tuesdays"}
    assert Circle.objects.get(pk=circle.pk).emblem == "dice"
    assert BAD not in client.get(page).content.decode()


def test_a_circle_without_an_owner_is_nobodys_case(alice: User, bob: User) -> None:
    circle = circle_of(alice, bob)
    CircleMember.objects.filter(circle=circle, player=alice).delete()
    report(bob, "circle", circle.code, "name")
    assert Case.objects.get().subject is None
