"""The pages: report, decisions about oneself, the desk."""

import pytest
from django.test import Client

from games.models import User
from games.people.conduct.models import Sanction
from games.site.account.desk.decisions import Decision, decide
from games.site.account.desk.models import Appeal, Case
from games.site.account.desk.reports import report
from tests.fixtures import As
from tests.support.people import PASSWORD, account

pytestmark = pytest.mark.registered

DESK = ("/desk/", "/desk/audit/", "/desk/cases/{case}/")
ACTS = ("/desk/cases/{case}/", "/desk/sanctions/1/undo", "/desk/appeals/1/judge")


def staff(player: User, role: str = "moderator") -> User:
    User.objects.filter(pk=player.pk).update(desk_role=role)
    return User.objects.get(pk=player.pk)


def test_a_report_asks_first_sends_at_a_button_and_leads_back(
    alice: User, bob: User, signed_in: As
) -> None:
    browser = signed_in(alice)
    query = f"kind=player&subject={bob.pk}&next=/@Bob/"
    shown = browser.get(f"/report/?{query}").content.decode()
    assert shown.index("What is wrong?") < shown.index("Anything we should know")
    assert shown.index("Anything we should know") < shown.index(">Send report</button>")
    assert 'name="reason" value="insult" required' in shown
    assert 'href="/@Bob/"' in shown, "the way back"
    sent = {"kind": "player", "subject": bob.pk, "reason": "other", "text": "Hm", "next": "/@Bob/"}
    kept = browser.post("/report/", {**sent, "subject": alice.pk}).content.decode()
    assert "You cannot report yourself." in kept
    assert 'value="other" required checked' in kept
    assert 'value="Hm"' in kept
    back = browser.post("/report/", sent, follow=True)
    assert back.redirect_chain[-1][0] == "/@Bob/"
    assert "A moderator will look at it." in back.content.decode()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:1"])
def test_a_report_leads_nobody_to_another_site(
    alice: User, bob: User, signed_in: As, elsewhere: str
) -> None:
    browser = signed_in(alice)
    asked = {"kind": "player", "subject": str(bob.pk), "next": elsewhere}
    assert elsewhere not in browser.get("/report/", asked).content.decode()
    answer = browser.post("/report/", {**asked, "reason": "other"})
    assert answer["Location"] == "/settings/reports/"


def test_two_taps_report_and_the_reporter_hears_of_it(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    browser = signed_in(alice)
    link = f"/report/?kind=player&amp;subject={bob.pk}&amp;next=/%40Bob/"
    assert link in browser.get("/@Bob/").content.decode()
    assert "Insults or hate" in browser.get(link.replace("&amp;", "&")).content.decode()
    asked = {"kind": "player", "subject": bob.pk, "room": "", "reason": "insult"}
    assert browser.post("/report/", asked)["Location"] == "/settings/reports/"
    assert "Has arrived" in browser.get("/settings/reports/").content.decode()
    decide(Case.objects.get().pk, staff(charlie), Decision(Sanction.Kind.WARNING))
    assert "We did something about it" in browser.get("/settings/reports/").content.decode()


def test_the_person_concerned_reads_the_decision_its_lines_and_appeals(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    case = report(alice, "player", str(bob.pk), "insult").case
    case.evidence = [{"lines": [{"id": 1, "player": bob.pk, "name": "Bob", "text": "you stink"}]}]
    case.save()
    decide(case.pk, staff(charlie), Decision(Sanction.Kind.NO_CHAT, "insult", "Please stop.", 7))
    browser = signed_in(User.objects.get(pk=bob.pk))
    assert "There is a decision about your account" in browser.get("/rules/").content.decode()
    told = browser.get("/decisions/").content.decode()
    for words in ("No chat", "hurts or degrades", "Please stop.", "you stink", "A person decided"):
        assert words in told
    assert "Alice" not in told
    assert "Charlie" not in told
    assert "There is a decision" not in browser.get("/rules/").content.decode()
    sanction = Sanction.objects.get()
    browser.post("/decisions/", {"sanction": sanction.pk, "text": "I was joking."})
    assert Appeal.objects.get().text == "I was joking."
    assert "A moderator will look at it" in browser.get("/decisions/").content.decode()
    assert browser.post("/decisions/", {"sanction": sanction.pk, "text": "x"}).status_code == 403


def test_somebody_whose_account_is_closed_reads_why_and_appeals_but_does_nothing_else(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    case = report(alice, "player", str(bob.pk), "cheating").case
    decide(case.pk, staff(charlie), Decision(Sanction.Kind.CLOSED, "cheating"))
    wrong = client.post("/sign-in/", {"name": "Bob", "password": "something else"})
    assert wrong.status_code == 422
    answer = client.post("/sign-in/", {"name": "Bob", "password": PASSWORD})
    link = answer["Location"]
    assert link.startswith("/decisions/")
    told = client.get(link).content.decode()
    assert "Account closed" in told
    client.post(link, {"sanction": Sanction.objects.get().pk, "text": "It was not me."})
    assert Appeal.objects.exists()
    assert client.get("/games/").status_code == 302, "not signed in"
    assert client.get(link[:-3] + "xx/").status_code == 404


@pytest.mark.parametrize("who", ["outsider", "alice", "bob"])
def test_the_desk_does_not_exist_for_others(
    alice: User, bob: User, signed_in: As, outsider: Client, who: str
) -> None:
    case = report(alice, "player", str(bob.pk), "insult").case
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    browser = outsider if who == "outsider" else signed_in({"alice": alice, "bob": bob}[who])
    for path in DESK:
        assert browser.get(path.format(case=case.pk)).status_code == 404
    for path in ACTS:
        assert browser.post(path.format(case=case.pk)).status_code == 404
    assert Case.objects.get().state == "open"


def test_a_helper_sees_cases_about_talk_only(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    talk = report(alice, "player", str(bob.pk), "insult").case
    other = report(bob, "player", str(alice.pk), "cheating").case
    browser = signed_in(staff(charlie, "helper"))
    queue = browser.get("/desk/").content.decode()
    assert f"/desk/cases/{talk.pk}/" in queue
    assert f"/desk/cases/{other.pk}/" not in queue
    assert browser.get(f"/desk/cases/{other.pk}/").status_code == 404
    assert browser.get("/desk/audit/").status_code == 404
    page = browser.get(f"/desk/cases/{talk.pk}/").content.decode()
    assert 'value="no chat"' in page
    assert 'value="closed"' not in page


def test_a_moderator_decides_on_the_page_of_a_case(
    alice: User, bob: User, charlie: User, signed_in: As
) -> None:
    case = report(alice, "player", str(bob.pk), "insult").case
    browser = signed_in(staff(charlie))
    path = f"/desk/cases/{case.pk}/"
    browser.post(path, {"do": "second", "words": "What do you think?"})
    assert "What do you think?" in browser.get(path).content.decode()
    chosen = {"do": "decide", "kind": "no rated", "ground": "insult", "days": "30", "words": "So."}
    assert browser.post(path, chosen).status_code == 403, "who asked does not answer"
    browser = signed_in(staff(account("Dora")))
    assert browser.post(path, chosen)["Location"] == "/desk/"
    made = Sanction.objects.get()
    assert (made.player, made.kind, made.words) == (bob, "no rated", "So.")
    assert made.ends_at is not None
    assert (made.ends_at - made.begins_at).days == 30
    assert browser.post(path, chosen).status_code == 403
    browser.post(f"/desk/sanctions/{made.pk}/undo")
    assert Sanction.objects.get().undone_at is not None
    assert browser.get("/desk/audit/").status_code == 200
