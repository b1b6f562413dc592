"""Accounts from a list, and the links of their owners."""

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import ProviderLink, User
from games.people.accounts.players import create_account
from games.platform.clock import utc_now
from games.site.account.membership import invited_people
from games.site.account.membership.invited_people import (
    ListRefused,
    find_account_of,
    make_accounts,
    make_token,
    read,
)
from tests.fixtures import As
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD, person
from tests.support.played import finished_game

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


def invite(path: Path, *options: str) -> list[str]:
    out = StringIO()
    call_command("invite_people", str(path), *options, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people.csv"


LISTS = {
    "names": "Dora\nEmil\n",
    "headings": "name,email\nDora,dora@example.com\nEmil,\n",
    "heading of one column": "Name\nDora\nEmil",
    "semicolons": "Dora;dora@example.com\nEmil;\n",
    "another word for mail": "Name;E-Mail\nDora;dora@example.com\nEmil",
    "tabs": "Dora\tdora@example.com\nEmil\t\n",
    "columns without anything": "name,email,,\nDora,,,\nEmil,,,\n",
    "a line about the sign between cells": "sep=;\nName;Mail\nDora;\nEmil;\n",
    "lines of an old Macintosh": "Dora\rEmil\r",
    "Windows": "Dora\r\nEmil\r\n",
    "empty lines and spaces": "\n  Dora  ,\n\n,\nEmil",
    "quotes": '"Dora"\n"Emil",""\n',
}


@pytest.mark.parametrize("shape", LISTS)
def test_it_reads_lists(shape: str) -> None:
    assert [row.name for row in read(LISTS[shape])] == ["Dora", "Emil"]


def test_a_comma_in_a_name_is_no_end_of_it() -> None:
    assert [row.name for row in read("Müller, Anna;a@example.com\nBen;")] == ["Müller, Anna", "Ben"]


SCRIPTS = [
    *("Анна", "王小明", "محمد", "अनिता", "אבי", "Γιώργος", "한지민", "Nguyễn", "Zoë", "O'Brien"),
    *("Anne-Marie", "Özgür Çelik"),
]


@pytest.mark.parametrize(
    ("bytes_of", "options"),
    [
        (lambda text: text.encode(), []),
        (lambda text: text.encode("utf-8-sig"), []),
        (lambda text: text.encode("utf-16"), []),
        (lambda text: text.encode("gb18030"), ["--encoding", "gb18030"]),
    ],
    ids=["utf-8", "utf-8 with a mark", "utf-16", "another"],
)
def test_names_may_be_in_any_script(
    path: Path, bytes_of: Callable[[str], bytes], options: list[str]
) -> None:
    path.write_bytes(bytes_of("\r\n".join(SCRIPTS)))
    assert [line.split("\t")[0] for line in invite(path, *options)[:-1]] == SCRIPTS


def test_a_list_of_an_old_spreadsheet_says_what_to_do(path: Path) -> None:
    path.write_bytes("Name;Email\r\nZoë Müller;\r\n".encode("cp1252"))
    errors = StringIO()
    with pytest.raises(CommandError, match="Nothing was made"):
        call_command("invite_people", str(path), stderr=errors)
    assert "--encoding cp1252" in errors.getvalue()
    assert invite(path, "--encoding", "cp1252")[0].startswith("Zoë Müller\t")


@pytest.mark.parametrize("content", [b"PK\x03\x04\x14\x00", b"Dora\0\nEmil", b"\xff\xfe\x00"])
def test_a_file_that_is_no_list_makes_nobody(path: Path, content: bytes) -> None:
    """Such as the sheet itself."""
    path.write_bytes(content)
    before = User.objects.count()
    with pytest.raises(CommandError, match="Nothing was made"):
        call_command("invite_people", str(path), stderr=StringIO())
    assert User.objects.count() == before


def test_a_name_that_somebody_takes_meanwhile_makes_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("Dora\nEmil\nFritz\n")
    make = create_account

    def late(name: str, *rest: Any) -> User:
        if name == "Fritz":
            make("FRITZ", PASSWORD)
        return make(name, *rest)

    monkeypatch.setattr(invited_people, "create_account", late)
    errors = StringIO()
    with pytest.raises(CommandError, match="Nothing was made"):
        call_command("invite_people", str(path), stderr=errors)
    assert errors.getvalue().startswith("line 3: Fritz: ")
    assert not User.objects.filter(name__in=["Dora", "Emil", "Fritz"]).exists()


def test_games_go_on_while_a_long_list_is_written(path: Path) -> None:
    """No transaction is longer than one line."""
    open_at: list[bool] = []
    make = create_account
    with pytest.MonkeyPatch.context() as patch:
        depth = len(connection.savepoint_ids)

        def watch(name: str, *rest: Any) -> User:
            open_at.append(len(connection.savepoint_ids) == depth + 1)
            return make(name, *rest)

        patch.setattr(invited_people, "create_account", watch)
        read_first = invited_people._problems_of

        def problems(rows: Any) -> Any:
            open_at.append(len(connection.savepoint_ids) == depth)
            return read_first(rows)

        patch.setattr(invited_people, "_problems_of", problems)
        path.write_text("Dora\nEmil\n")
        invite(path)
    assert open_at == [True] * 3


def test_it_makes_accounts_without_a_password(path: Path) -> None:
    path.write_text("Dora,dora@example.com\nEmil\n")
    lines = invite(path)
    assert [line.split("\t")[0] for line in lines[:2]] == ["Dora", "Emil"]
    assert all("/welcome/" in line for line in lines[:2])
    dora = User.objects.get(name="Dora")
    assert (dora.email, dora.is_guest, dora.has_usable_password()) == (
        "dora@example.com",
        False,
        False,
    )


BAD = {
    "a taken name": ("Alice B\nALICE", "line 2: ALICE: This name is taken"),
    "one that looks the same": ("AIice", "line 1: AIice: This name is taken"),
    "one of staff": ("Moderator", "line 1: Moderator: This name is reserved"),
    "a slur": ("Dora\nGook", "line 2: Gook: This name could hurt somebody"),
    "too long": ("x" * 21, "at most 20 characters"),
    "no name": (",dora@example.com", "line 1: : Please enter a name"),
    "no mail address": ("Dora,dora", "line 1: dora is no mail address"),
    "twice": ("Dora\nEmil\ndora", "line 3: dora looks like the name in line 1"),
    "three columns": ("Dora,,x", "line 1: more than a name and a mail address"),
    "an open quote": ('Dora\n"Emil', "line 2: "),
    "nothing": ("\n", "The list is empty."),
}


@pytest.mark.parametrize("case", BAD)
def test_one_bad_line_makes_nothing(path: Path, alice: User, case: str) -> None:
    text, problem = BAD[case]
    path.write_text(text)
    before = set(User.objects.values_list("pk", flat=True))
    errors = StringIO()
    with pytest.raises(CommandError, match="Nothing was made"):
        call_command("invite_people", str(path), stderr=errors)
    assert problem in errors.getvalue()
    assert len(errors.getvalue().splitlines()) == 1
    assert set(User.objects.values_list("pk", flat=True)) == before


def test_each_bad_line_is_told(path: Path) -> None:
    path.write_text("Moderator\nDora\nGook\nEmil,x\n")
    with pytest.raises(ListRefused) as refused:
        make_accounts(path.read_text())
    assert [each.split(":")[0] for each in refused.value.problems] == ["line 1", "line 3", "line 4"]
    assert not User.objects.filter(name="Dora").exists()


def test_the_same_list_again_changes_nobody(path: Path) -> None:
    path.write_text("Dora\nEmil\n")
    invite(path)
    before = list(User.objects.order_by("pk").values_list("pk", "name", "password"))
    lines = invite(path)
    assert list(User.objects.order_by("pk").values_list("pk", "name", "password")) == before
    assert all("/welcome/" in line for line in lines[:2])


def test_a_longer_list_adds_people(path: Path) -> None:
    path.write_text("Dora\n")
    invite(path)
    path.write_text("Dora\nEmil\n")
    invite(path)
    assert User.objects.filter(name__in=["Dora", "Emil"]).count() == 2


def test_there_is_no_link_to_an_account_that_somebody_has(path: Path, alice: User) -> None:
    """With a password, or without one: they sign in with a provider."""
    create_account("Dora", None)
    dora = User.objects.get(name="Dora")
    ProviderLink.objects.create(
        player=dora, issuer="x", subject="1", linked_at=utc_now(), used_at=utc_now()
    )
    User.objects.filter(pk=dora.pk).update(last_login=utc_now())
    token = make_token(dora)
    path.write_text("Alice\nDora\n")
    lines = invite(path)
    assert lines[:2] == ["Alice\thas signed in already", "Dora\thas signed in already"]
    assert find_account_of(token) is None
    assert find_account_of(make_token(alice)) is None


# The link


def link_of(path: Path, name: str = "Dora") -> str:
    path.write_text(f"{name}\n")
    (line, _) = invite(path)
    return "/welcome/" + line.split("/welcome/")[1]


def test_the_owner_chooses_a_password_and_is_in(path: Path, client: Client) -> None:
    link = link_of(path)
    assert "Welcome, " in client.get(link).content.decode()
    assert "_auth_user_id" not in client.session, "opening it is not enough"
    answer = client.post(link, {"new": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    dora = User.objects.get(name="Dora")
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert dora.check_password(PASSWORD)


def test_the_link_works_once(path: Path, client: Client) -> None:
    link = link_of(path)
    client.post(link, {"new": PASSWORD})
    thief = Client()
    assert thief.get(link).status_code == 422
    assert thief.post(link, {"new": "another long one 1"}).status_code == 422
    assert "_auth_user_id" not in thief.session
    assert User.objects.get(name="Dora").check_password(PASSWORD)


def test_the_link_lasts_sixty_days(path: Path, clock: FakeClock) -> None:
    token = link_of(path).split("/")[2]
    clock.advance(60 * 86_400)
    assert find_account_of(token) is not None
    clock.advance(86_400)
    assert find_account_of(token) is None


def test_a_link_from_tomorrow_is_none(path: Path, clock: FakeClock) -> None:
    clock.advance(86_400)
    token = link_of(path).split("/")[2]
    clock.advance(-86_400)
    assert find_account_of(token) is None


def test_the_address_can_be_typed(path: Path, client: Client) -> None:
    link = link_of(path)
    token = link.split("/")[2]
    assert len(token) < 40
    assert re.fullmatch(r"[a-z0-9-]+", token)
    assert client.get(f"/welcome/{token.upper()}/").status_code == 200


def changed(token: str) -> Iterator[str]:
    """The token with one sign changed, each in turn, and what else is none."""
    for at, sign in enumerate(token):
        yield token[:at] + ("a" if sign != "a" else "b") + token[at + 1 :]
        yield token[:at] + token[at + 1 :]
    yield from ("", "x:y:z", "1-2-3", "٣-1-aaaaaaaaaaaaaaaa", "9" * 400, f"{token}a", f"{token}\n")


def test_a_link_that_nobody_made_is_none(path: Path, client: Client) -> None:
    token = link_of(path).split("/")[2]
    assert [each for each in changed(token) if find_account_of(each) is not None] == []
    assert client.get("/welcome/x:y:z/").status_code == 422


def test_links_to_a_guessed_address_are_told(path: Path, settings: Settings) -> None:
    path.write_text("Dora\n")
    for url, told in (("", 1), ("https://dice.example", 0)):
        settings.SITE_URL = url
        errors = StringIO()
        call_command("invite_people", str(path), stdout=StringIO(), stderr=errors)
        assert errors.getvalue().count("set SITE_URL") == told


def test_a_weak_password_is_refused(path: Path, client: Client) -> None:
    link = link_of(path)
    for weak in ("", "12345678", "password"):
        assert client.post(link, {"new": weak}).status_code == 422
    assert not User.objects.get(name="Dora").has_usable_password()


def test_a_guest_takes_along_what_they_played(path: Path, bob: User, signed_in: As) -> None:
    link = link_of(path)
    gus = person("Gus")
    finished_game(gus, bob)
    browser = signed_in(gus)
    assert browser.post(link, {"new": PASSWORD}).status_code == 302
    assert User.objects.get(name="Dora").scorecards.count() == 1


def test_a_closed_account_has_no_link(path: Path, client: Client) -> None:
    link = link_of(path)
    User.objects.filter(name="Dora").update(is_active=False)
    assert client.post(link, {"new": PASSWORD}).status_code == 422


# The cards


def test_cards_are_for_those_who_wait(path: Path, tmp_path: Path, alice: User) -> None:
    path.write_text("Alice\nDora\nEmil\n")
    cards = tmp_path / "cards.html"
    invite(path, "--cards", str(cards), "--language", "de")
    text = cards.read_text()
    assert text.count("data:image/svg+xml") == 2
    assert text.count("/welcome/") == 2
    assert "Dora" in text
    assert "Alice" not in text
    assert cards.stat().st_mode & 0o777 == 0o600


def test_cards_replace_no_file(path: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.html"
    cards.write_text("mine")
    path.write_text("Dora\n")
    with pytest.raises(CommandError, match="exists"):
        invite(path, "--cards", str(cards))
    assert cards.read_text() == "mine"
    assert not User.objects.filter(name="Dora").exists()


def test_a_missing_list_is_told(path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        invite(path)


def test_cards_that_cannot_be_written_make_nobody(path: Path, tmp_path: Path) -> None:
    path.write_text("Dora\n")
    with pytest.raises(CommandError, match="cannot be written"):
        invite(path, "--cards", str(tmp_path / "nowhere" / "cards.html"))
    assert not User.objects.filter(name="Dora").exists()


def test_with_only_sso_nobody_needs_a_link(path: Path, settings: Settings) -> None:
    link = link_of(path)
    settings.ONLY_SSO = True
    with pytest.raises(CommandError, match="ONLY_SSO"):
        invite(path)
    assert Client().get(link).status_code == 403
