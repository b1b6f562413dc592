"""The pages of appointments."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client as Browser
from django.urls import reverse

from games.models import Appointment, AppointmentAnswer, User
from games.platform.clock import utc_now
from games.site.events.appointments import opening
from tests.fixtures import As
from tests.site.events.appointments.people import BERLIN, circle_of, make
from tests.support.clock import FakeClock

pytestmark = [pytest.mark.django_db, pytest.mark.registered]


def sent(**changes: Any) -> dict[str, Any]:
    day = (utc_now() + timedelta(days=3)).date().isoformat()
    return {"day": day, "at": "20:00", "zone": "berlin", "variant": "yatzy", **changes}


def test_somebody_makes_one(alice: User, signed_in: As, clock: FakeClock) -> None:
    browser = signed_in(alice)
    page = browser.get("/d/new").content.decode()
    assert 'type="date"' in page
    answer = browser.post("/d/new", sent(title="Friday", seats="4", weekly="on"))
    made = Appointment.objects.get()
    assert answer.url == f"/d/{made.code}/"  # type: ignore[attr-defined]
    assert (made.title, made.seats, made.weekly, made.zone, made.host) == (
        "Friday",
        4,
        True,
        BERLIN,
        alice,
    )
    assert made.starts_at.hour == 19  # in January
    assert "Friday" in browser.get("/d/new").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"day": ""},
        {"day": "tomorrow"},
        {"at": ""},
        {"zone": "Atlantis"},
        {"day": "2030-01-01"},
        {"kind": "arena", "seats": "8"},
        {"kind": "arena", "clock": "86400"},
        {"variant": "chess"},
        {"circle": "nobody"},
    ],
    ids=str,
)
def test_a_form_with_mistakes_comes_back(
    alice: User, signed_in: As, clock: FakeClock, wrong: dict[str, str]
) -> None:
    assert signed_in(alice).post("/d/new", sent(**wrong)).status_code == 422
    assert not Appointment.objects.exists()


def test_an_arena_for_a_circle(
    alice: User, bob: User, signed_in: As, outsider: Browser, clock: FakeClock
) -> None:
    circle = circle_of(alice, bob)
    signed_in(alice).post(
        "/d/new", sent(kind="arena", circle=circle.code, minutes="30", seats="3", clock="")
    )
    made = Appointment.objects.get()
    assert (made.circle, made.kind, made.minutes, made.seats, made.clock) == (
        circle,
        "arena",
        30,
        3,
        30,
    )
    path = f"/d/{made.code}/"
    assert signed_in(bob).get(path).status_code == 200
    nowhere = outsider.get("/d/" + "a" * 12 + "/")
    hidden = outsider.get(path)
    assert (hidden.status_code, hidden.headers.get("Content-Length")) == (
        nowhere.status_code,
        nowhere.headers.get("Content-Length"),
    )
    assert outsider.get(f"/d/{made.code}.ics").status_code == 404
    assert outsider.post(f"/d/{made.code}/answer", {"comes": "yes"}).status_code == 404
    clock.advance((made.starts_at - utc_now()).total_seconds())
    opening.open_due(utc_now())
    made.refresh_from_db()
    assert made.tournament is not None
    arena = f"/tournaments/{made.tournament.code}/"
    assert arena in signed_in(bob).get(path).content.decode()
    assert signed_in(bob).get(arena).status_code == 200
    assert outsider.get(arena).status_code == 404
    assert outsider.get(f"/api/v1/tournaments/{made.tournament.code}").status_code == 404
    for public in ("/tournaments/", "/", "/api/v1/tournaments", "/sitemap.xml", "/community/"):
        assert made.tournament.code not in outsider.get(public).content.decode()


def test_people_say_whether_they_come(
    alice: User, bob: User, signed_in: As, outsider: Browser, clock: FakeClock
) -> None:
    made = make(alice, title="Friday")
    path = f"/d/{made.code}/"
    signed_in(bob).post(f"{path}answer", {"comes": "yes"})
    page = outsider.get(path)
    assert page["Cache-Control"] == "private, no-store"
    assert "Bob" in page.content.decode()
    outsider.post(f"{path}answer", {"comes": "no"})
    assert AppointmentAnswer.objects.filter(comes=False).count() == 1
    file = outsider.get(f"/d/{made.code}.ics")
    assert file["Content-Type"].startswith("text/calendar")
    assert b"SUMMARY:Friday" in file.content


def test_the_host_changes_it_and_calls_it_off(
    alice: User, bob: User, signed_in: As, clock: FakeClock
) -> None:
    made = make(alice, title="Friday")
    path = f"/d/{made.code}/"
    for verb in ("change", "off"):
        assert signed_in(bob).post(path + verb, sent()).status_code in {403, 404}
    host = signed_in(alice)
    page = host.get(f"{path}change").content.decode()
    assert 'value="Friday"' in page
    assert BERLIN in page
    host.post(f"{path}change", sent(title="Saturday", at="21:30"))
    made.refresh_from_db()
    assert (made.title, made.changes, made.starts_at.minute) == ("Saturday", 1, 30)
    host.post(f"{path}off")
    assert "Called off" in host.get(path).content.decode()


def test_a_table_opens_and_the_page_leads_there(
    alice: User, outsider: Browser, clock: FakeClock
) -> None:
    made = make(alice)
    clock.advance(2 * 86400)
    opening.open_due(utc_now())
    made.refresh_from_db()
    assert made.room is not None
    assert (
        reverse("room", args=[made.room.code]) in outsider.get(f"/d/{made.code}/").content.decode()
    )


def test_a_locked_child_sees_those_of_their_circle_without_words_of_others(
    alice: User, bob: User, signed_in: As, clock: FakeClock
) -> None:
    made = make(alice, circle=circle_of(alice, bob), title="Harbour night")
    by_link = make(alice, title="Alley night")
    User.objects.filter(pk=bob.pk).update(locked=True)
    bob.refresh_from_db()
    child = signed_in(bob)
    page = child.get(f"/d/{made.code}/")
    assert page.status_code == 200
    assert not {"Harbour", "Alice"} & set(page.content.decode().replace("<", " ").split())
    child.post(f"/d/{made.code}/answer", {"comes": "yes"})
    assert AppointmentAnswer.objects.filter(player=bob, comes=True).exists()
    assert "Harbour" not in child.get("/d/new").content.decode()
    assert child.post("/d/new", sent()).status_code == 422
    # They share a circle with its host, so they may come.
    assert child.get(f"/d/{by_link.code}/").status_code == 200
