"""Nobody concerned learns who reported: on no page, in no mail, in no export."""

import json

import pytest
from django.core import mail
from django.test import Client

from games.models import Case, Sanction, User
from games.site.account.desk.decisions import Decision, decide
from games.site.account.desk.reports import report
from games.site.account.membership.export import export
from games.site.account.membership.mail import send_next_mail
from tests.people.authority import scenes
from tests.people.authority.people import browser_of, user_of
from tests.support.people import account, registered
from tests.support.reading import plain

PATHS = (
    "/desk/", "/desk/?page=2", "/desk/audit/", "/desk/cases/{case}/", "/desk/cases/{other}/",
    "/desk/players/{bob}/", "/desk/players/{me}/", "/decisions/", "/settings/reports/", "/@Bob/",
)  # fmt: skip
CONCERNED = [scene for each in scenes.OF_EVIDENCE.values() for scene in each]
CONCERNED.append(scenes.about_actor)


def reads(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code in (200, 302, 404), path
    return answer.content.decode()


@pytest.mark.parametrize("kind", ["player", "helper", "moderator", "superuser"])
@pytest.mark.parametrize("scene", CONCERNED, ids=lambda scene: scene.__name__)
def test_pages(db: None, kind: str, scene: scenes.Scene) -> None:
    actor = user_of(kind)
    case = scene(actor)
    snitch = account("Snitchy")
    User.objects.filter(pk=snitch.pk).update(id=987_654)  # a number that is nowhere by chance
    snitch = User.objects.get(pk=987_654)
    kind_of_case, _, subject = case.key.partition(":")
    report(snitch, kind_of_case, subject, "insult", text="He is nasty")
    bob = User.objects.filter(name="Bob").first() or actor
    # Another moderator may see another case about the same person, with a link to the first.
    other = Case.objects.create(key=f"x:{bob.pk}", subject=bob, opened_at=case.opened_at)
    case.refresh_from_db()
    decide(case.pk, user_of("superuser", "Dora"), Decision(None))
    browser = browser_of(actor)
    numbers = {"case": case.pk, "other": other.pk, "bob": bob.pk, "me": actor.pk}
    for path in PATHS:
        text = reads(browser, path.format(**numbers))
        for secret in ("Snitchy", "987654", "987,654", "He is nasty"):
            assert secret not in text, (path, secret)


def test_the_audit_log_names_no_reporter_to_anybody(db: None) -> None:
    case = scenes.about_bob(user_of("superuser"))
    actor = case.reports.get().reporter_id
    page = reads(browser_of(user_of("moderator", "Nora")), "/desk/audit/")
    assert f"case {case.pk}" in plain(page)
    assert "reported" in page
    assert f'<td class="number">{actor}</td>' not in page


def test_mails_and_exports(db: None) -> None:
    bob, snitch = registered("Bob"), account("Snitchy")
    case = report(snitch, "player", str(bob.pk), "insult", text="He is nasty").case
    kind = Sanction.Kind.NO_CHAT
    decide(case.pk, user_of("moderator"), Decision(kind, "insult", "Please stop.", 7))
    while send_next_mail():
        pass
    told = str([(each.subject, each.body) for each in mail.outbox])
    told += json.dumps(export(User.objects.get(pk=bob.pk)))
    assert "Please stop." in told
    assert "Snitchy" not in told
    assert "nasty" not in told
