"""No text of one person brings contact details to a stranger, whichever way it takes."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from games.accounts.names import NameRefused
from games.accounts.players import create_account, create_guest
from games.membership.renaming import rename_player
from games.membership.upgrade import upgrade_guest
from games.models import Room, User
from games.protocol.errors import Refused
from games.real_dice.card import BadCard, read_card
from games.refusal import Refusal
from games.rooms import chat, local_seats
from games.rooms.opening import open_paired_room, open_room
from games.rooms.talk import set_talk
from games.tournaments.scheduling import checked_name
from tests.support.people import PASSWORD, person

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


def guest(text: str) -> None:
    create_guest(text)


def account(text: str) -> None:
    create_account(text, PASSWORD)


def renamed_guest(text: str) -> None:
    rename_player(person("Alice"), text)


def renamed_account(text: str) -> None:
    rename_player(create_account("Alice", PASSWORD), text)


def guest_who_signs_up(text: str) -> None:
    upgrade_guest(person("Alice"), text, PASSWORD)


def player_on_a_device(text: str) -> None:
    host = person("Alice")
    room = open_room(host, "yacht", {}, 2, None, public=False)
    local_seats.add(room.pk, host.pk, text)


def table_on_a_device(text: str) -> None:
    local_seats.open_table(person("Alice"), "yacht", {}, [text])


def event(text: str) -> None:
    checked_name(text)


def kept_card(text: str) -> None:
    name = text.replace('"', "")
    read_card(f'{{"rules":"yacht","switches":{{}},"names":["{name}"],"turns":[]}}'.encode())


def line(text: str) -> None:
    people = [person("Alice"), person("Bob")]
    ids = [each.pk for each in people]
    room: Room = open_paired_room(ids, "yacht", {}, None, rated=False)
    for id_ in ids:
        set_talk(room.pk, id_, True)
    chat.say(room.pk, ids[0], "k1", text)


NAMES = (
    *(guest, account, renamed_guest, renamed_account, guest_who_signs_up),
    *(player_on_a_device, table_on_a_device, event, kept_card),
)
WAYS = (*NAMES, line)


def is_refused_for_its_words(way: Callable[[str], None], text: str) -> bool:
    try:
        way(text)
    except BadCard as refused:
        return refused.code == "bad_name"
    except (NameRefused, Refused, Refusal):
        return True
    return False


@pytest.mark.parametrize("text", DETAILS)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_way_takes_contact_details(way: Callable[[str], None], text: str) -> None:
    assert is_refused_for_its_words(way, text)


@pytest.mark.parametrize("text", OF_STAFF)
@pytest.mark.parametrize("way", NAMES, ids=lambda way: way.__name__)
def test_no_name_poses_as_staff(way: Callable[[str], None], text: str) -> None:
    assert is_refused_for_its_words(way, text)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_way_takes_an_ordinary_text(way: Callable[[str], None]) -> None:
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
    """Code that judges a name: a new one fails here until `WAYS` has it."""
    root = Path(__file__).parents[2] / "games"
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
        "accounts/names.py",
        "accounts/players.py",  # guest, account
        "admin/players.py",  # staff rename an account
        "membership/forms.py",  # the forms before these functions
        "membership/renaming.py",  # renamed
        "membership/upgrade.py",  # guest_who_signs_up
        "real_dice/card.py",  # kept_card
        "table/device.py",  # table_on_a_device
        "tournaments/scheduling.py",  # event
    }
    assert User._meta.get_field("name").max_length == 20
