"""No text of one person brings contact details to a stranger, whichever way it takes."""

import ast

import pytest
from django.db import connection

from games.core.protocol.errors import Refused
from games.core.refusal import Refusal
from games.models import User
from games.people.accounts.names import NameRefused
from games.people.accounts.word_lists import WordList
from games.site.study.real_dice.card import BadCard
from tests.environment import ROOT
from tests.people.conduct.ways import NAMES, WAYS, Way, guest

pytestmark = pytest.mark.django_db

DETAILS = (
    "t.me/evil99",
    "a@b.com",
    "call 0151 2345678",
    "snap: evil99",
    "evil.сom",
    "evil dot com",
)
OF_STAFF = ("Moderator", "Admin")


def is_refused_for_its_words(way: Way, text: str) -> bool:
    try:
        way(text)
    except BadCard as refused:
        return refused.code == "bad_name"
    except (NameRefused, Refused, Refusal):
        return True
    return False


@pytest.mark.parametrize("text", DETAILS)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_way_takes_contact_details(way: Way, text: str) -> None:
    assert is_refused_for_its_words(way, text)


@pytest.mark.parametrize("text", OF_STAFF)
@pytest.mark.parametrize("way", NAMES, ids=lambda way: way.__name__)
def test_no_name_poses_as_staff(way: Way, text: str) -> None:
    assert is_refused_for_its_words(way, text)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_way_reads_the_lists_of_words_in_a_transaction(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first check of a process takes a second or longer. Others would wait for what the
    # transaction has locked, and PostgreSQL ends one that does nothing for too long.
    find, depths = WordList.find, []

    def note_and_find(words: WordList, text: str) -> str | None:
        depths.append(len(connection.savepoint_ids))
        return find(words, text)

    monkeypatch.setattr(WordList, "find", note_and_find)
    way("Zora Winter")
    assert depths[0] == 0


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_takes_an_ordinary_text(way: Way) -> None:
    assert not is_refused_for_its_words(way, "Zora Winter")


@pytest.mark.parametrize(
    "name",
    [
        "Jean-Luc",
        "St. John",
        "Dr. No",
        "Me",
        "Will.I.Am",
        "J.R.R. Tolk",
        "B.B. King",
        "O'Neil",
        "Ann-Kathrin",
        "Max 2",
        "Mr. Lucky",
        "Anna_B",
        "Dice 4 You",
        "Nora So",
        "Guest 12345",
        "x_Wolf_x",
        "R2-D2",
        "No. 1",
        "李雷",
        "Анна",
        "Zoë",
        "Ed Snap",
        "Müller-Lüdenscheidt",
    ],
)
def test_names_of_people_pass(name: str) -> None:
    assert not is_refused_for_its_words(guest, name)


def test_every_caller_that_stores_a_name_is_among_the_ways() -> None:
    # Code that judges a name: a new one fails here until `WAYS` has it.
    root = ROOT / "games"
    judging = set()
    for path in root.rglob("*.py"):
        names = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if names & {"clean_name", "visible_name", "tidy_name"}:
            judging.add(path.relative_to(root).as_posix())
    assert judging == {
        "people/accounts/names.py",
        "people/accounts/players.py",  # guest, account
        "people/circles/membership.py",  # circle, renamed_circle
        "site/account/membership/admin.py",  # staff rename an account
        "site/shared/table_form/name_field.py",  # the forms before these functions
        "site/account/membership/renaming.py",  # renamed
        "site/account/membership/upgrade.py",  # guest_who_signs_up
        "site/account/membership/invited_people.py",  # person_on_a_list
        "site/account/providers/entering.py",  # offers a name in the form of `account`
        "site/study/house_rules/kept.py",  # rules_of_the_house
        "site/events/appointments/planning.py",  # appointment
        "site/study/real_dice/card.py",  # kept_card
        "site/front/table/device.py",  # table_on_a_device
        "site/events/tournaments/scheduling.py",  # event
        "tables/rooms/local_seats.py",  # player_on_a_device, table_on_a_device
    }
    assert User._meta.get_field("name").max_length == 20
