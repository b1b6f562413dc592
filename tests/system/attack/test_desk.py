"""The desk, reports and appeals, used by those who must not, and with forged input."""

from typing import Any

import pytest
from django.test import Client

from games.models import ChatMessage, Room, User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.site.account.desk import audit
from games.site.account.desk.models import Appeal, AuditEntry, Case, Report
from games.site.account.desk.reports import report
from tests.support.people import BACKEND, passes_second_factor, person, playing

pytestmark = pytest.mark.django_db(transaction=True)

FORGED = ["0", "-1", "x", "1 OR 1=1", "9" * 20, "9" * 18, "", "\x00", "\ufeff1", "١"]


@pytest.fixture
def room() -> Room:
    """A game of Alice and Bob, who has insulted her."""
    made = playing(person("Alice"), person("Bob"))
    bob = User.objects.get(name="Bob")
    ChatMessage.objects.create(room=made, player=bob, key="k", name="Bob", text="nasty words")
    return made


@pytest.fixture
def case(room: Room) -> Case:
    """The case about Bob, with a sanction and an appeal that waits."""
    bob = User.objects.get(name="Bob")
    found = report(User.objects.get(name="Alice"), "player", str(bob.pk), "insult", room.code).case
    sanction = impose(bob, Sanction.Kind.NO_CHAT, "insult", "Enough.", case=found.pk)
    Appeal.objects.create(sanction=sanction, text="No.", at=utc_now())
    return found


def with_role(role: str, name: str = "Mona") -> User:
    made = person(name)
    User.objects.filter(pk=made.pk).update(desk_role=role)
    return User.objects.get(pk=made.pk)


def browser(user: User, passed: bool = True, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user, backend=BACKEND)
    return passes_second_factor(client) if passed else client


def posts(case: Case) -> list[tuple[str, dict[str, Any]]]:
    """Every request of the desk that changes something."""
    sanction, appeal = Sanction.objects.get(), Appeal.objects.get()
    page = f"/desk/cases/{case.pk}/"
    return [
        (page, {"do": "decide", "kind": "closed", "ground": "insult", "days": "7"}),
        (page, {"do": "decide", "kind": "no rated", "ground": "insult", "days": ""}),
        (page, {"do": "decide", "kind": "no chat", "ground": "insult", "days": "8"}),
        (f"/desk/sanctions/{sanction.pk}/undo", {}),
        (f"/desk/appeals/{appeal.pk}/judge", {"granted": "yes"}),
    ]


def everything() -> Any:
    """Return what the desk decides about."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Case, Sanction, Appeal, Report, AuditEntry)
    ]


def outsider(who: str) -> Client:
    match who:
        case "player":
            return browser(person("Charlie"))
        case "unverified":
            return browser(with_role("moderator"), passed=False)
        case "reader":  # staff of the admin are no moderators
            return browser(User.objects.create(username="r", name="R", is_staff=True))
        case _:
            return Client()


@pytest.mark.parametrize("who", ["nobody", "player", "unverified", "reader"])
def test_it_refuses_everybody_else(case: Case, who: str) -> None:
    client = outsider(who)
    before = everything()
    for path, form in [*posts(case), ("/desk/", {}), ("/desk/audit/", {})]:
        for method in (client.get, client.post):
            answer = method(path, form)
            assert answer.status_code in (302, 403, 404, 405), (path, answer.status_code)
            assert b"nasty words" not in answer.content
    assert everything() == before


def test_helpers_decide_about_talk_only(case: Case) -> None:
    client = browser(with_role("helper"))
    before = everything()
    for path, form in posts(case):
        assert client.post(path, form).status_code in (302, 403, 404, 422), path
        assert everything() == before, (path, form)
    assert client.get("/desk/audit/").status_code == 404
    Case.objects.update(about_talk=False)
    assert client.get(f"/desk/cases/{case.pk}/").status_code in (403, 404)


def test_it_refuses_forms_of_other_sites(case: Case) -> None:
    client = browser(with_role("moderator"), enforce_csrf_checks=True)
    before = everything()
    for path, form in posts(case):
        assert client.post(path, form).status_code == 403, path
    assert everything() == before


def test_nobody_judges_themselves(case: Case) -> None:
    bob = User.objects.get(name="Bob")
    User.objects.filter(pk=bob.pk).update(desk_role="moderator")
    client = browser(User.objects.get(pk=bob.pk))
    before = everything()
    for path, form in posts(case):
        client.post(path, form)
    assert everything() == before


@pytest.mark.parametrize("forged", FORGED)
def test_it_survives_forged_input(case: Case, forged: str) -> None:
    client = browser(with_role("moderator"))
    page = f"/desk/cases/{case.pk}/"
    for field in ("kind", "ground", "days", "target"):
        Case.objects.update(state=Case.State.OPEN)
        form = {"do": "decide", "kind": "no rated", "ground": "insult", "days": "7"}
        answer = client.post(page, form | {field: forged})
        assert answer.status_code < 500, field
    # Some forged values mean something, such as "" for good; but only for the one concerned.
    assert set(Sanction.objects.values_list("player__name", "kind")) <= {
        ("Bob", "no chat"),
        ("Bob", "no rated"),
    }
    for path in (f"/desk/cases/{forged}/", f"/desk/appeals/{forged}/judge"):
        assert client.get(path.replace("\x00", "%00")).status_code in (404, 405)
    bob = browser(User.objects.get(name="Bob"))
    assert bob.post("/decisions/", {"sanction": forged, "text": "No."}).status_code in (403, 404)
    assert Appeal.objects.count() == 1


@pytest.mark.parametrize("forged", FORGED)
def test_forged_reports_store_nothing(room: Room, forged: str) -> None:
    client = browser(User.objects.get(name="Alice"))
    for kind in ("player", "line", "game", "event", forged):
        form = {"kind": kind, "subject": forged, "reason": "insult", "room": forged, "text": "x"}
        assert 400 <= client.post("/report/", form).status_code < 500, kind
    bob = User.objects.get(name="Bob")
    form = {"kind": "player", "subject": str(bob.pk), "reason": forged, "text": "x"}
    assert 400 <= client.post("/report/", form).status_code < 500
    assert not Report.objects.exists()


def test_one_person_cannot_flood_the_desk(room: Room) -> None:
    alice = User.objects.get(name="Alice")
    client = browser(alice)
    people = [person(f"Victim {number}") for number in range(20)]
    for each in people:
        client.post("/report/", {"kind": "player", "subject": str(each.pk), "reason": "insult"})
    assert Report.objects.count() == 15


def test_evidence_of_ten_thousand_lines_is_cut(room: Room) -> None:
    bob = User.objects.get(name="Bob")
    lines = (
        ChatMessage(room=room, player=bob, key=f"x{number}", name="Bob", text="nasty words " * 10)
        for number in range(10_000)
    )
    ChatMessage.objects.bulk_create(lines, batch_size=1000)
    case = report(User.objects.get(name="Alice"), "player", str(bob.pk), "insult", room.code).case
    assert sum(len(copy.get("lines", ())) for copy in case.evidence) <= 31
    page = browser(with_role("moderator")).get(f"/desk/cases/{case.pk}/")
    assert page.status_code == 200
    assert len(page.content) < 100_000


def test_a_change_of_the_audit_log_is_found(case: Case) -> None:
    assert audit.find_fault() is None
    entry = AuditEntry.objects.order_by("seq").first()
    assert entry is not None
    AuditEntry.objects.filter(pk=entry.pk).update(actor=999)
    assert "was changed" in str(audit.find_fault())


# Among staff: their own games, their own cases, each other's decisions


def decide_form(kind: str = "", **fields: str) -> dict[str, str]:
    return {"do": "decide", "kind": kind, "ground": "insult", "days": "30", **fields}


@pytest.mark.parametrize("kind", ["", "no rated"])
def test_a_moderator_decides_no_case_about_a_game_that_they_play(room: Room, kind: str) -> None:
    alice, bob = User.objects.get(name="Alice"), User.objects.get(name="Bob")
    assert room.game is not None
    case = report(bob, "game", room.game.code, "cheating").case
    User.objects.filter(pk=alice.pk).update(desk_role="moderator")
    client = browser(User.objects.get(pk=alice.pk))
    page = f"/desk/cases/{case.pk}/"
    before = everything()
    assert client.get(page).status_code == 404
    for form in (decide_form(kind, target=str(bob.pk)), {"do": "second", "words": "x"}):
        assert client.post(page, form).status_code == 404
    assert page not in client.get("/desk/").content.decode()
    assert everything() == before
    answer = browser(with_role("moderator")).post(page, decide_form(kind, target=str(bob.pk)))
    assert answer.status_code == 302


def test_a_moderator_does_not_see_the_case_about_themselves(case: Case) -> None:
    for role in ("helper", "moderator"):
        User.objects.filter(name="Bob").update(desk_role=role)
        client = browser(User.objects.get(name="Bob"))
        assert client.get(f"/desk/cases/{case.pk}/").status_code == 404
        for path in ("/desk/", "/desk/audit/", "/decisions/"):
            page = client.get(path).content.decode()
            assert "Alice" not in page, path
            assert f"/desk/cases/{case.pk}/" not in page, path


def test_helpers_do_not_see_cases_about_staff(case: Case) -> None:
    client = browser(with_role("helper"))
    assert client.get(f"/desk/cases/{case.pk}/").status_code == 200
    User.objects.filter(name="Bob").update(is_staff=True)
    assert client.get(f"/desk/cases/{case.pk}/").status_code == 404
    assert f"/desk/cases/{case.pk}/" not in client.get("/desk/").content.decode()


@pytest.mark.parametrize("still_staff", [True, False])
def test_a_colleague_overrules_no_superuser_about_staff(case: Case, still_staff: bool) -> None:
    Sanction.objects.all().delete()
    User.objects.filter(name="Bob").update(desk_role="moderator")
    root = with_role("", "Root")
    User.objects.filter(pk=root.pk).update(is_superuser=True)
    path = f"/desk/cases/{case.pk}/"
    decided = browser(User.objects.get(pk=root.pk)).post(path, decide_form("no rated"))
    assert decided.status_code == 302
    if not still_staff:
        User.objects.filter(name="Bob").update(desk_role="")
    sanction = Sanction.objects.get()
    appeal = Appeal.objects.create(sanction=sanction, text="No.", at=utc_now())
    before = everything()
    colleague = browser(with_role("moderator"))
    colleague.post(f"/desk/sanctions/{sanction.pk}/undo")
    colleague.post(f"/desk/appeals/{appeal.pk}/judge", {"granted": "yes"})
    assert everything() == before


def test_nobody_answers_their_own_second_opinion(case: Case) -> None:
    asker, other = browser(with_role("moderator")), browser(with_role("moderator", "Nora"))
    path = f"/desk/cases/{case.pk}/"
    asker.post(path, {"do": "second", "words": "What do you think?"})
    before = everything()
    assert asker.post(path, decide_form()).status_code == 403
    assert asker.post(path, {"do": "second", "words": "And now?"}).status_code == 403
    assert everything() == before
    assert other.post(path, decide_form()).status_code == 302


def test_guests_cannot_push_a_trusted_report_from_the_queue(room: Room) -> None:
    alice, bob = User.objects.get(name="Alice"), User.objects.get(name="Bob")
    past = Case.objects.bulk_create(
        Case(key="x", state="closed", opened_at=utc_now()) for _ in range(5)
    )
    for each in past:
        each.reports.create(reporter=alice, reason="insult", at=utc_now(), upheld=True)
    for number in range(8):
        client = browser(person(f"Flood {number}"))
        for _ in range(15):
            subject = person("Target").pk
            client.post("/report/", {"kind": "player", "subject": subject, "reason": "cheating"})
    assert Case.objects.filter(state="open").count() <= 15
    Case.objects.bulk_create(
        Case(key=f"flood:{number}", opened_at=utc_now()) for number in range(150)
    )
    case = report(alice, "player", str(bob.pk), "insult").case
    assert (
        f"/desk/cases/{case.pk}/" in browser(with_role("moderator")).get("/desk/").content.decode()
    )


def test_a_report_copies_no_chat_of_a_foreign_table(room: Room) -> None:
    charlie = browser(person("Charlie"))
    form = {"kind": "player", "subject": person("Dora").pk, "reason": "insult", "room": room.code}
    assert charlie.post("/report/", form).status_code == 302
    assert "nasty words" not in str(Case.objects.get().evidence)
