"""The pages of the desk do what docs/moderation.md says, for every kind of person and every tie."""

from functools import partial
from typing import Any

import pytest
from django.test import Client

from games.models import Appeal, Sanction, User
from games.site.account.desk.models import Case
from tests.people.authority import document, scenes
from tests.people.authority.document import ACTORS, Table
from tests.people.authority.people import browser_of, user_of
from tests.people.authority.trying import works
from tests.support.people import account, open_room


def questions(table: Table, scenes_of: dict[str, Any]) -> list[Any]:
    """Return each kind of person with each scene of each row, and the words of the table."""
    assert list(table) == list(scenes_of)
    return [
        pytest.param(actor, scene, table[row][actor], id=f"{actor}-{row}-{number}")
        for row, scenes_here in scenes_of.items()
        for number, scene in enumerate(scenes_here)
        for actor in ACTORS
    ]


def is_seen(browser: Client, case: Case) -> bool:
    """Whether somebody sees the case: its page, its row and its steps, all or none."""
    page = browser.get(f"/desk/cases/{case.pk}/")
    queue = browser.get("/desk/")
    link = f"/desk/cases/{case.pk}/".encode()
    assert page.status_code in (200, 404)
    seen = page.status_code == 200
    assert (link in queue.content) == seen
    audit = browser.get("/desk/audit/")
    assert (f"case {case.pk}".encode() in audit.content) <= seen
    return seen


def is_decided(browser: Client, case: Case) -> bool:
    answer = browser.post(f"/desk/cases/{case.pk}/", {"do": "decide", "kind": ""})
    assert answer.status_code in (302, 403, 404)
    closed = Case.objects.get(pk=case.pk).state == "closed"
    assert closed == (answer.status_code == 302)
    return closed


def is_asked(browser: Client, case: Case) -> bool:
    before = Case.objects.filter(pk=case.pk).values_list("state", "asked_by", "note").get()
    browser.post(f"/desk/cases/{case.pk}/", {"do": "second", "words": "What do you think?"})
    after = Case.objects.filter(pk=case.pk).values_list("state", "asked_by", "note").get()
    assert before == after or after[2] == "What do you think?"
    return before != after


@pytest.mark.parametrize(("kind", "scene", "words"), questions(document.CASES, scenes.CASES))
def test_cases(db: None, kind: str, scene: scenes.Scene, words: frozenset[str]) -> None:
    actor = user_of(kind)
    case = scene(actor)
    browser = browser_of(actor)
    tried = {
        "see": is_seen(browser, case),
        "decide": works(lambda: is_decided(browser, case)),
        "ask": works(lambda: is_asked(browser, case)),
    }
    assert {word for word, worked in tried.items() if worked} == words


def is_undone(browser: Client, sanction: Sanction) -> bool:
    browser.post(f"/desk/sanctions/{sanction.pk}/undo")
    return Sanction.objects.get(pk=sanction.pk).undone_at is not None


def is_appealed(browser: Client, sanction: Sanction) -> bool:
    browser.post("/decisions/", {"sanction": sanction.pk, "text": "I object."})
    return Appeal.objects.filter(sanction=sanction).exists()


@pytest.mark.parametrize(
    ("kind", "scene", "words"), questions(document.DECISIONS, scenes.DECISIONS)
)
def test_decisions(db: None, kind: str, scene: scenes.DecisionScene, words: frozenset[str]) -> None:
    actor = user_of(kind)
    sanction = scene(actor)
    browser = browser_of(actor)
    tried = {
        "undo": works(lambda: is_undone(browser, sanction)),
        "appeal": works(lambda: is_appealed(browser, sanction)),
    }
    assert {word for word, worked in tried.items() if worked} == words


def is_judged(browser: Client, appeal: Appeal, granted: str) -> bool:
    browser.post(f"/desk/appeals/{appeal.pk}/judge", {"granted": granted, "answer": "So."})
    return Appeal.objects.get(pk=appeal.pk).judged_at is not None


@pytest.mark.parametrize(("kind", "scene", "words"), questions(document.APPEALS, scenes.APPEALS))
def test_appeals(db: None, kind: str, scene: scenes.AppealScene, words: frozenset[str]) -> None:
    actor = user_of(kind)
    appeal = scene(actor)
    browser = browser_of(actor)
    granted = works(lambda: is_judged(browser, appeal, "yes"))
    rejected = works(lambda: is_judged(browser, appeal, "no"))
    assert granted == rejected
    page = browser.get("/desk/")
    tried = {"judge": granted, "read": b"I object." in page.content}
    assert (f"/desk/appeals/{appeal.pk}/judge".encode() in page.content) == granted
    assert {word for word, worked in tried.items() if worked} == words


# Accounts


def players(actor: User) -> dict[str, User]:
    """Return whose account it is, for each row."""
    deleted = account("Gone")
    User.objects.filter(pk=deleted.pk).update(is_active=False, name="Deleted player")
    colleague = user_of("helper", "Hanna")
    room = open_room(actor)
    mate = scenes.guest_of(actor, room).player
    assert mate is not None
    return {
        "a player's": account("Bob"),
        "of staff": colleague,
        "yours": actor,
        "of somebody who shares a device with you": mate,
        "of somebody who has left": User.objects.get(pk=deleted.pk),
    }


EVERY_ACCOUNT = [
    pytest.param(actor, row, id=f"{actor}-{row}") for row in document.ACCOUNTS for actor in ACTORS
]
DECISIONS = {
    "warn": [("warning", ""), ("no chat", "7"), ("no chat", "1")],
    "punish": [
        ("no chat", "30"),
        ("no chat", ""),
        *((kind, "7") for kind in ("no rated", "no events", "closed")),
        ("closed", ""),
    ],
}


def is_imposed(browser: Client, player: User, kind: str, days: str) -> bool:
    """Whether the case about somebody ends with this decision."""
    path = f"/desk/cases/{Case.objects.get().pk}/"
    form = {"do": "decide", "kind": kind, "ground": "insult", "days": days}
    browser.post(path, form)
    return Sanction.objects.filter(player=player, kind=kind).exists()


@pytest.mark.parametrize(("kind", "row"), EVERY_ACCOUNT)
def test_decisions_by_what_they_are(db: None, kind: str, row: str) -> None:
    actor = user_of(kind)
    player = players(actor)[row]
    Case.objects.create(
        key=f"player:{player.pk}",
        subject=player,
        about_talk=True,
        opened_at=player.date_joined,
    )
    browser = browser_of(actor)
    found = set()
    for word, decisions in DECISIONS.items():
        done = {works(partial(is_imposed, browser, player, *each)) for each in decisions}
        assert len(done) == 1, word
        if done == {True}:
            found.add(word)
    assert found == document.KINDS[row][kind]


@pytest.mark.parametrize("kind", ["moderator", "superuser"])
def test_only_a_superuser_decides_about_staff_in_a_game(db: None, kind: str) -> None:
    actor = user_of(kind)
    case = scenes.game_of_staff(actor)
    path, browser = f"/desk/cases/{case.pk}/", browser_of(actor)
    for name, words in (("Mo", document.KINDS["of staff"]), ("Bob", document.KINDS["a player's"])):
        target = str(User.objects.get(name=name).pk)
        for word, (decision, days) in (("warn", ("warning", "")), ("punish", ("closed", "7"))):
            form = {"do": "decide", "kind": decision, "ground": "insult", "days": days}
            done = works(lambda: browser.post(path, {**form, "target": target}).status_code == 302)  # noqa: B023
            assert done == (word in words[kind]), (name, word)


def is_opened(browser: Client, player: User) -> bool:
    browser.post(f"/desk/players/{player.pk}/", {"do": "open", "words": "Look."})
    return Case.objects.filter(subject=player).exists()


def test_who_is_concerned_does_not_hear_that_there_is_a_case(db: None) -> None:
    actor = user_of("moderator")
    scenes.reported(actor)
    bob = User.objects.get(name="Bob")
    path, form = f"/desk/players/{bob.pk}/", {"do": "open", "words": "Look."}
    eve = account("Eve")
    answers = [
        browser_of(actor).post(f"/desk/players/{player.pk}/", form, follow=True)
        for player in (bob, eve)
    ]
    assert [each.redirect_chain for each in answers] == [[("/desk/", 302)]] * 2
    assert Case.objects.filter(subject=bob).count() == Case.objects.filter(subject=eve).count() == 1
    answer = browser_of(user_of("moderator", "Nora")).post(path, form)
    assert "There is an open case about this player." in answer.content.decode()


def is_reopened(browser: Client, player: User) -> bool:
    User.objects.filter(pk=player.pk).update(is_active=False)
    if not User.objects.filter(pk=int(browser.session["_auth_user_id"]), is_active=True).exists():
        return False  # their own account is closed, so they are signed out
    browser.post(f"/desk/players/{player.pk}/", {"do": "reopen"})
    return User.objects.get(pk=player.pk).is_active


@pytest.mark.parametrize(("kind", "row"), EVERY_ACCOUNT)
def test_accounts_without_a_report(db: None, kind: str, row: str) -> None:
    actor = user_of(kind)
    player = players(actor)[row]
    browser = browser_of(actor)
    tried = {
        "open a case": works(lambda: is_opened(browser, player)),
        "reopen": works(lambda: is_reopened(browser, player)),
    }
    assert {word for word, worked in tried.items() if worked} == document.ACCOUNTS[row][kind]
