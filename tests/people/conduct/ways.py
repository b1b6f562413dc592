"""All ways by which somebody's words reach others. Each returns what others then see."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from games.core.rules import VARIANTS
from games.models import ChatMessage, Room, User
from games.people.accounts.names import NameRefused
from games.people.accounts.players import create_account, create_guest
from games.people.circles.membership import describe, open_circle
from games.site.account.membership.invited_people import ListRefused, make_accounts
from games.site.account.membership.renaming import rename_player
from games.site.account.membership.upgrade import upgrade_guest
from games.site.events.appointments.planning import checked_title
from games.site.events.tournaments.scheduling import checked_name
from games.site.study.house_rules.kept import checked_name as checked_name_of_rules
from games.site.study.real_dice.card import read_card
from games.tables.rooms import chat, local_seats
from games.tables.rooms.chat import set_talk
from games.tables.rooms.opening import open_paired_room, open_room
from tests.site.study.real_dice.cards import random_card
from tests.support.people import PASSWORD, person

Way = Callable[[str], str]


def guest(text: str) -> str:
    return create_guest(text).name


def account(text: str) -> str:
    return create_account(text, PASSWORD).name


def renamed_guest(text: str) -> str:
    player = person("Alice")
    rename_player(player, text)
    return player.name


def renamed_account(text: str) -> str:
    player = create_account("Alexandra", PASSWORD)
    rename_player(player, text)
    return player.name


def guest_who_signs_up(text: str) -> str:
    player = person("Alice")
    upgrade_guest(player, text, PASSWORD)
    return player.name


def player_on_a_device(text: str) -> str:
    host = person("Alice")
    room = open_room(host, "yacht", {}, 2, None, public=False)
    local_seats.add(room.pk, host.pk, text)
    return User.objects.latest("pk").name


def table_on_a_device(text: str) -> str:
    local_seats.open_table(person("Alice"), "yacht", {}, [text])
    return User.objects.latest("pk").name


def person_on_a_list(text: str) -> str:
    try:
        (made,) = make_accounts(f'name\n"{text}"')
    except ListRefused as refused:
        raise NameRefused("bad", str(refused)) from refused
    return made.account.name


def event(text: str) -> str:
    return checked_name(text)


def appointment(text: str) -> str:
    return checked_title(text)


def circle(text: str) -> str:
    return open_circle(person("Alice"), text, "dice", "UTC", "en").name


def renamed_circle(text: str) -> str:
    owner = person("Alice")
    made = open_circle(owner, "Tuesdays", "dice", "UTC", "en")
    describe(made, made.members.get(), text, "dice", "UTC")
    made.refresh_from_db()
    return made.name


def kept_card(text: str) -> str:
    sent = json.dumps({**_played_card(), "names": [text]})
    upload, game = read_card(sent.encode())
    assert upload.names[0] == game.seats[0].name
    return upload.names[0]


def rules_of_the_house(text: str) -> str:
    return checked_name_of_rules(text)


@cache
def _played_card() -> dict[str, Any]:
    return random_card(VARIANTS["yacht"], random.Random(1), players=1)[0]


def line(text: str) -> str:
    people = [person("Alice"), person("Bob")]
    ids = [each.pk for each in people]
    room: Room = open_paired_room(ids, "yacht", {}, None, rated=False)
    for id_ in ids:
        set_talk(room.pk, id_, True)
    chat.say(room.pk, ids[0], "k1", text)
    return ChatMessage.objects.latest("pk").text


PLAYERS = (
    *(guest, account, renamed_guest, renamed_account, guest_who_signs_up),
    *(player_on_a_device, table_on_a_device),
)
"""Names of people on the site: nobody has one that an account has."""
NAMES = (
    *(*PLAYERS, person_on_a_list, event, appointment, circle, renamed_circle),
    *(kept_card, rules_of_the_house),
)
WAYS = (*NAMES, line)
