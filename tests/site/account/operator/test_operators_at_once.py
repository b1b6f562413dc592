"""Two operators change the site's settings at once: what one stores, the other does not undo."""

import re
import threading
from collections.abc import Callable

import pytest
from django.db import connections
from django.test import Client

from games.models import SiteSettings, User
from games.platform.site_settings import current
from tests.support.people import cookie_of, registered

pytestmark = pytest.mark.django_db(transaction=True)

MAIL = {
    "host": "mail.example.org",
    "port": "587",
    "security": "smtp+tls",
    "user": "me",
    "password": "",
    "sender": "old@example.org",
}


@pytest.fixture
def operators() -> list[Client]:
    """The browsers of two operators."""
    return [operator("Olga"), operator("Oskar")]


def operator(name: str) -> Client:
    player = registered(name)
    User.objects.filter(pk=player.pk).update(is_superuser=True, is_staff=True)
    player.refresh_from_db()
    browser = Client()
    browser.cookies["sessionid"] = cookie_of(player)
    return browser


def form_of(browser: Client, question: str) -> dict[str, str]:
    """What the form of a page tells of what was stored when it was made."""
    page = browser.get(f"/site/{question}/").content.decode()
    found = re.search(r'name="shown" value="([^"]*)"', page)
    assert found is not None
    return {"shown": found[1]}


def at_once(*works: Callable[[], object]) -> None:
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        gate.wait()
        try:
            work()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("is_first", [True, False], ids=["no row", "a row"])
def test_answers_to_different_questions_are_all_stored(
    operators: list[Client], is_first: bool
) -> None:
    if not is_first:
        current.save(name="Before")
    one, other = operators
    at_once(
        lambda: one.post("/site/name/", {"name": "Dice & Co"}),
        lambda: other.post("/site/language/", {"language": "de"}),
        lambda: other.post("/site/who/", {"who": "invited"}),
    )
    now = current.read()
    assert (now.name, now.language, now.who) == ("Dice & Co", "de", "invited")
    assert SiteSettings.objects.count() == 1


@pytest.mark.parametrize("stored", [{}, {"imprint": "Old", "terms": "Old", "contact": "Stays"}])
def test_different_texts_of_one_page_are_all_stored(
    operators: list[Client], stored: dict[str, str]
) -> None:
    if stored:
        current.save(**stored)
    one, other = operators
    texts = {"contact": stored.get("contact", "")}
    mine = {**stored, **form_of(one, "legal"), **texts, "imprint": "Ours"}
    theirs = {**stored, **form_of(other, "legal"), **texts, "terms": "Play fair."}
    at_once(lambda: one.post("/site/legal/", mine), lambda: other.post("/site/legal/", theirs))
    now = current.read()
    assert (now.imprint, now.terms, now.contact) == ("Ours", "Play fair.", texts["contact"])


def test_a_new_password_and_a_new_port_of_the_mail_server_are_both_stored(
    operators: list[Client],
) -> None:
    one, other = operators
    one.post("/site/mail/", {**MAIL, "password": "old"})
    mine = {**MAIL, **form_of(one, "mail"), "password": "new"}
    theirs = {**MAIL, **form_of(other, "mail"), "port": "2525", "sender": "new@example.org"}
    at_once(lambda: one.post("/site/mail/", mine), lambda: other.post("/site/mail/", theirs))
    now = current.read()
    assert now.mail_url == "smtp+tls://me:new@mail.example.org:2525"
    assert now.mail_from == "new@example.org"


def test_the_last_of_two_answers_to_the_same_question_counts(operators: list[Client]) -> None:
    one, other = operators
    shown = form_of(other, "name")
    one.post("/site/name/", {**shown, "name": "Mine"})
    other.post("/site/name/", {**shown, "name": "Theirs"})
    assert current.read().name == "Theirs"
    # Back to what was there when the page was made: nobody has typed anything.
    other.post("/site/name/", {**shown, "name": ""})
    assert current.read().name == "Theirs"


@pytest.mark.parametrize("shown", ["", "name", "name:x,to:y,logo:z", ",:,", "x" * 1000])
def test_odd_marks_change_nothing_else(operators: list[Client], shown: str) -> None:
    assert operators[0].post("/site/name/", {"shown": shown, "name": "Dice"}).status_code == 302
    assert current.read().name == "Dice"


def test_a_test_mail_shows_what_it_has_stored(operators: list[Client]) -> None:
    one, _ = operators
    first = {**MAIL, **form_of(one, "mail")}
    page = one.post("/site/mail/", {**first, "port": "2525", "do": "try"}).content.decode()
    shown = re.search(r'name="shown" value="([^"]*)"', page)
    assert shown is not None
    assert 'value="2525"' in page
    one.post("/site/mail/", {**first, "shown": shown[1], "port": "587"})
    assert current.read().mail_url == "smtp+tls://me:@mail.example.org:587"
