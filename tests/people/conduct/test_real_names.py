"""People have the names that they have, in every script; and nobody has the name of another."""

import unicodedata

import pytest
from django.db import transaction
from django.test import Client

from games.core.protocol.errors import Refused
from games.models import User
from games.people.accounts.names import NameRefused, find_account
from games.people.accounts.players import create_account
from games.site.study.real_dice.card import BadCard
from tests.people.conduct.lists import Block, blocks_of
from tests.people.conduct.ways import NAMES, PLAYERS, Way, event
from tests.support.people import PASSWORD

pytestmark = pytest.mark.django_db

LANGUAGES = blocks_of("real_names.txt")
KINDS = blocks_of("impersonations.txt")
NOBODY = "?"
SHORTEST_EVENT = 3


class Undone(Exception):
    """Undoes what was done in a transaction."""


def outcome(way: Way, text: str, owner: str = NOBODY) -> str:
    """Return what others see after somebody has given this name in this way, or the code of the
    refusal. `owner`: the name of an account that exists.
    """
    shown = ""
    try:
        with transaction.atomic():
            if owner != NOBODY:
                create_account(owner, "x")
            shown = way(text)
            raise Undone
    except Undone:
        return shown
    except NameRefused as refused:
        return f"refused: {refused.code}"
    except (BadCard, Refused) as refused:
        return f"refused: {refused}"


def test_the_lists_are_long_and_say_where_their_names_are_from() -> None:
    names = {name for block in LANGUAGES for name in block.entries}
    copies = {entry for block in KINDS for entry in block.entries}
    assert len(names) >= 300
    assert len(LANGUAGES) >= 40
    assert len(copies) >= 100
    assert all(block.source for block in (*LANGUAGES, *KINDS))


@pytest.mark.parametrize("way", NAMES, ids=lambda way: way.__name__)
def test_every_way_shows_real_names_as_they_are_typed(way: Way) -> None:
    least = SHORTEST_EVENT if way is event else 1
    names = [name for block in LANGUAGES for name in block.entries]
    expected = {name: unicodedata.normalize("NFC", name) for name in names}
    expected = {name: shown for name, shown in expected.items() if len(shown) >= least}
    assert {name: outcome(way, name) for name in expected} == expected


@pytest.mark.parametrize("block", KINDS, ids=lambda block: block.title)
@pytest.mark.parametrize("way", PLAYERS, ids=lambda way: way.__name__)
def test_no_way_takes_the_name_of_somebody_else(way: Way, block: Block) -> None:
    for entry in block.entries:
        owner, _, copy = entry.partition(" > ")
        told = outcome(way, copy, owner)
        assert told.startswith("refused: "), f"{entry}: shown as {told!r}"


@pytest.mark.parametrize("way", NAMES, ids=lambda way: way.__name__)
def test_no_way_takes_a_name_of_the_staff_in_any_disguise(way: Way) -> None:
    (staff,) = (block for block in KINDS if block.title == "Staff and the site")
    for entry in staff.entries:
        copy = entry.partition(" > ")[2]
        assert outcome(way, copy).startswith("refused: "), entry


@pytest.mark.parametrize("block", LANGUAGES, ids=lambda block: block.title)
def test_people_sign_in_and_have_a_page_by_their_names(block: Block, client: Client) -> None:
    for name in block.entries:
        user = create_account(name, PASSWORD)
        for typed in (name, unicodedata.normalize("NFD", name), name.lower(), f" {name} "):
            assert find_account(typed) == user, typed
        assert client.get(f"/@{name}/").status_code == 200, name
        assert client.post("/sign-in/", {"name": name, "password": PASSWORD}).status_code == 302
        client.post("/sign-out/")
        User.objects.filter(pk=user.pk).delete()
