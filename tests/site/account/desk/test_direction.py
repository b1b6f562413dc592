"""What people write keeps the joiners of its language, and turns nothing on the page around it."""

import pytest
from django.core import mail
from django.test import Client

from games.models import Appeal, Case, ChatMessage, Sanction, User
from games.site.account.desk.decisions import Decision, appeal, decide, judge
from games.site.account.desk.reports import report
from games.site.account.membership.mail import send_next_mail
from games.tables.rooms import chat
from tests.fixtures import As
from tests.site.account.desk.test_pages import staff
from tests.support.people import account, open_room

pytestmark = pytest.mark.registered
WORDS = "می\u200cروم 5"
"""Persian, with the U+200C that its spelling needs."""
TURNING = "\u202e\u2067\u2069\u2069"
"""It would turn all that follows, and end what isolates it."""


def check(browser: Client, path: str) -> None:
    """Check that a page shows the words, isolated, and nothing that turns."""
    page = browser.get(path).content.decode()
    assert f"<bdi>{WORDS}</bdi>" in page
    assert not set(page) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2069")


def test_a_report_and_its_evidence(alice: User, bob: User, charlie: User, signed_in: As) -> None:
    room = open_room(alice)
    chat.say(room.pk, bob.pk, "1", WORDS)
    line = str(ChatMessage.objects.get().pk)
    case = report(alice, "line", line, "insult", room.code, WORDS + TURNING).case
    desk = signed_in(staff(charlie))
    check(desk, f"/desk/cases/{case.pk}/")
    page = desk.get(f"/desk/cases/{case.pk}/").content.decode()
    assert page.count(f"<bdi>{WORDS}</bdi>") == 2


def test_a_note_on_a_case(bob: User, charlie: User, signed_in: As) -> None:
    desk = signed_in(staff(charlie))
    desk.post(f"/desk/players/{bob.pk}/", {"do": "open", "words": WORDS + TURNING})
    check(desk, f"/desk/cases/{Case.objects.get().pk}/")


def test_a_decision_its_mail_and_an_appeal(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@example.com", name="דנה")
    case = report(alice, "player", str(bob.pk), "insult").case
    decision = Decision(Sanction.Kind.NO_CHAT, "insult", WORDS + TURNING, 3)
    decide(case.pk, staff(charlie), decision)
    bob.refresh_from_db()
    check(signed_in(bob), "/decisions/")
    assert send_next_mail()
    body = str(mail.outbox[0].body)
    assert "Hello \u2068דנה\u2069," in body
    assert f"\u2068{WORDS}\u2069" in body
    assert "\u202e" not in body
    sanction = Sanction.objects.get()
    appeal(bob.pk, sanction.pk, WORDS + TURNING)
    other = staff(account("Dora"))
    check(signed_in(other), "/desk/")
    judge(Appeal.objects.get().pk, other, granted=False, answer=WORDS + TURNING)
    page = signed_in(bob).get("/decisions/").content.decode()
    assert page.count(f"<bdi>{WORDS}</bdi>") == 2


def test_rules_that_somebody_keeps(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    browser.post("/rules/x/yatzy+bonus-100/keep/", {"name": WORDS + TURNING})
    check(browser, "/rules/x/")
    check(browser, "/rules/x/yatzy+bonus-100/")
