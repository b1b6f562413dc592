"""Opening a room."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import VARIANTS
from games.models import Room, User
from games.people.accounts.players import create_account
from games.site.shared.pages.front_game import Offer
from games.site.shared.table_form.forms import TableForm
from games.tables.matchmaking.lobby import read_lobby
from tests.fixtures import As

pytestmark = pytest.mark.registered


def test_it_opens_a_room_in_one_tap(alice: User, signed_in: As) -> None:
    answer = signed_in(alice).post("/new/", {"variant": "yatzy"})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (room.variant, room.host, room.clock, room.public) == ("yatzy", alice, None, False)
    assert room.seats.count() == 2


def test_it_creates_a_guest_for_an_outsider_who_types_a_name(outsider: Client) -> None:
    assert outsider.post("/new/", {"variant": "yacht", "name": "Gus"}).status_code == 302
    room = Room.objects.get()
    assert room.host is not None
    assert (room.host.name, room.host.is_guest) == ("Gus", True)
    assert outsider.session["_auth_user_id"] == str(room.host.pk)


def test_it_makes_a_guest_of_an_outsider_who_types_no_name(outsider: Client) -> None:
    assert outsider.post("/new/", {"variant": "yacht", "name": " "}).status_code == 302
    host = Room.objects.get().host
    assert host is not None
    assert re.fullmatch(r"Guest \d{4}", host.name)


def test_it_shows_what_stands_when_it_asks_again(outsider: Client) -> None:
    answer = outsider.post("/new/", {"variant": "yatzy", "name": "admin", "clock": "30"})
    form = answer.context["form"]
    assert [form[field].value() for field in ("seats", "clock", "joker")] == [2, "30", "forced"]
    text = answer.content.decode()
    # The game, who plays, a bot if one did, and the mode.
    checked = re.findall(r'value="(\w+)"[^>]* checked', text)
    assert checked == ["yatzy", "friends", "breeze", "turns"]
    assert "This name is reserved." in text
    assert "In turns, 30 s a turn, 2 seats, private<" in text


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "In turns, no clock, 2 seats, private"),
        (
            {"mode": "rounds", "same": "on", "clock": "90", "seats": "9", "public": "on"},
            "All at once, same dice, 90 s a turn, 9 seats, public",
        ),
        (
            {"variant": "yahtzee", "joker": "none", "clock": "60", "seats": "1", "rated": "on"},
            "In turns, 60 s a turn, 1 seat, no joker, private, rated",
        ),
        ({"who": "strangers", "players": "3", "clock": "30"}, "3 players, 30 s a turn"),
        ({"who": "bot", "variant": "yatzy"}, ""),
    ],
)
def test_it_says_in_one_sentence_what_is_chosen(
    alice: User, asked: dict[str, str], sentence: str
) -> None:
    offer = Offer(list(VARIANTS.values()), [], [])
    form = TableForm(offer, {"variant": "yacht", "who": "friends", **asked})
    assert form.sentence == sentence
    assert form.whole_sentence.lower().endswith(sentence.lower())


def test_it_starts_a_game_with_a_bot(outsider: Client) -> None:
    sent = {"variant": "yahtzee", "joker": "free", "bot": "polaris", "clock": "30", "quick": "bot"}
    answer = outsider.post("/new/", sent)
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (room.variant, room.switches, room.clock) == ("yahtzee", {"joker": "free"}, None)
    names = room.seats.order_by("number").values_list("player__name", flat=True)
    assert list(names)[1] == "Polaris"


def test_it_opens_a_usual_table_for_friends_whatever_a_search_would_ask_for(
    alice: User, signed_in: As
) -> None:
    sent = {"variant": "yatzy", "who": "strangers", "clock": "30", "rated": "on"}
    signed_in(alice).post("/new/", {**sent, "quick": "friends"})
    room = Room.objects.get()
    assert (room.variant, room.clock, room.rated) == ("yatzy", None, False)


def test_it_leaves_a_search_to_the_home_page(outsider: Client) -> None:
    answer = outsider.post("/new/", {"who": "strangers", "name": "Gus"})
    assert answer["Location"] == "/?play"
    assert outsider.get("/").context["user"].name == "Gus"
    assert not Room.objects.exists()


def test_it_takes_every_setting(alice: User, signed_in: As) -> None:
    form = {
        "variant": "yahtzee",
        "joker": "free",
        "seats": "8",
        "clock": "86400",
        "public": "on",
    }
    signed_in(alice).post("/new/", form)
    room = Room.objects.get()
    assert (room.variant, room.switches) == ("yahtzee", {"joker": "free"})
    assert (room.clock, room.public, room.seats.count()) == (86400, True, 8)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", "0"),
        ("seats", "9"),
        ("seats", "two"),
        ("clock", "31"),
        ("clock", "-1"),
        ("joker", "wild"),
    ],
)
def test_it_refuses_what_is_not_offered(alice: User, signed_in: As, field: str, value: str) -> None:
    answer = signed_in(alice).post("/new/", {"variant": "yahtzee", field: value})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert "errorlist" in answer.content.decode()
    assert not Room.objects.exists()


@pytest.mark.parametrize(
    ("variant", "has_joker"),
    [("yacht", False), ("yahtzee", True), ("triple_yahtzee", True), ("yatzy", False)],
)
def test_it_shows_only_the_house_rules_that_the_game_has(
    outsider: Client, variant: str, has_joker: bool
) -> None:
    form = outsider.get("/new/", {"variant": variant}).context["form"]
    (row,) = (row for row in form.rows if row.kind == "rules")
    assert row.is_shown == has_joker
    assert form.value("variant") == variant


@pytest.mark.parametrize("query", [{}, {"variant": "chess"}, {"variant": "<script>"}])
def test_it_offers_the_front_game_when_it_knows_no_better(
    outsider: Client, query: dict[str, Any]
) -> None:
    answer = outsider.get("/new/", query)
    assert answer.context["form"].value("variant") == "yahtzee"
    assert "chess" not in answer.content.decode()


def test_it_limits_the_rooms_of_one_player(guest: User, signed_in: As, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "room": (2, 3600)}
    browser = signed_in(guest)
    statuses = [browser.post("/new/", {"variant": "yacht"}).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Room.objects.count() == 2


def test_it_limits_the_rooms_of_one_address(db: None, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "room-address": (2, 3600)}
    form = {"variant": "yacht", "name": "Gus"}
    statuses = [Client().post("/new/", form).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert User.objects.count() == 2


def test_it_needs_the_csrf_token(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/new/", {"variant": "yacht", "name": "Gus"}).status_code == 403
    assert not Room.objects.exists()


def test_it_refuses_a_visitor_the_name_of_an_account(outsider: Client) -> None:
    create_account("Charlotte", "five sixes in one throw")
    answer = outsider.post("/new/", {"variant": "yacht", "name": "Charlotte"})
    assert answer.status_code == 422
    assert not Room.objects.exists()


def test_it_opens_a_table_where_all_play_at_once(alice: User, signed_in: As) -> None:
    form = {"variant": "yacht", "seats": "16", "mode": "rounds", "clock": "30"}
    signed_in(alice).post("/new/", form)
    room = Room.objects.get()
    assert (room.mode, room.seats.count()) == ("rounds", 16)


def test_it_gives_rounds_a_clock_if_none_is_chosen(alice: User, signed_in: As) -> None:
    signed_in(alice).post("/new/", {"variant": "yacht", "mode": "rounds", "clock": ""})
    assert Room.objects.get().clock == 60


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"seats": "12"}, "More than 8 players can only play all at once."),
    ],
)
def test_it_says_what_does_not_go_with_the_mode(
    alice: User, signed_in: As, form: dict[str, str], words: str
) -> None:
    answer = signed_in(alice).post("/new/", {"variant": "yacht", **form})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Room.objects.exists()


@pytest.mark.parametrize(
    ("asked", "dice"),
    [
        ({"mode": "rounds", "clock": "60", "same": "on"}, "same"),
        ({"mode": "rounds", "clock": "60"}, "own"),
        # The switch is hidden then, and may still be on.
        ({"mode": "turns", "clock": "60", "same": "on"}, "own"),
    ],
)
def test_it_opens_a_table_with_the_same_dice_for_everybody_in_rounds(
    alice: User, signed_in: As, asked: dict[str, str], dice: str
) -> None:
    signed_in(alice).post("/new/", {"variant": "yacht", "seats": "4", **asked})
    assert Room.objects.get().dice == dice


def test_it_says_in_the_lobby_that_the_dice_are_the_same(alice: User, signed_in: As) -> None:
    form = {"variant": "yacht", "mode": "rounds", "clock": "60", "same": "on", "public": "on"}
    signed_in(alice).post("/new/", form)
    (row,) = read_lobby(()).rows.values()
    assert (row.mode, row.dice) == ("rounds", "same")
