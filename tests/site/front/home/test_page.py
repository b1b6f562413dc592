"""The home page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.core.bots import PERSONALITIES
from games.core.rules import VARIANTS
from games.models import Room, User
from games.tables.rooms import hosting, seating
from tests.fixtures import As, OpenRoom
from tests.support.played import begin, play_out, take_turn
from tests.support.reading import plain

pytestmark = pytest.mark.registered


def page(browser: Client) -> str:
    return plain(browser.get("/").content.decode())


def test_it_invites_a_new_visitor(outsider: Client) -> None:
    text = page(outsider)
    assert "Five dice, three rolls, your friends." in text
    assert 'name="name"' in text
    for variant in VARIANTS.values():
        assert f'value="{variant.id}"' in text
        assert variant.name in text


def test_it_shows_three_ways_to_a_game(outsider: Client) -> None:
    text = page(outsider)
    assert 'data-socket="/ws/v1/lobby/"' in text
    for bot in PERSONALITIES.values():
        assert f'name="bot" value="{bot.id}"' in text
        assert f"img/bots.svg#{bot.id}" in text
    for way in ("play-now", "play-friends", "play-bot"):
        assert f'id="{way}"' in text


def test_it_shows_the_weakest_bot_first(outsider: Client) -> None:
    ids = re.findall(r'name="bot" value="(\w+)"', page(outsider))
    assert (ids[0], ids[-1], len(ids)) == ("pip", "polaris", len(PERSONALITIES))


@pytest.mark.parametrize(
    ("header", "cookie", "game"),
    [
        ("en-GB,en;q=0.9", "", "Yahtzee"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "Yahtzee"),
        ("sv-SE,sv;q=0.9,en;q=0.5", "", "Yatzy"),
        ("nb,no;q=0.9,en;q=0.5", "", "Yatzy"),
        ("sv-SE,sv;q=0.9", "de", "Yahtzee"),
        ("", "", "Yahtzee"),
    ],
)
def test_it_begins_with_the_game_that_people_of_the_language_play(
    outsider: Client, header: str, cookie: str, game: str
) -> None:
    outsider.cookies["language"] = cookie
    form = outsider.get("/", headers={"accept-language": header}).context["form"]
    (first, is_chosen), *_ = form.first_games
    assert (first.common_name, is_chosen) == (game, True)
    others = ["Triple Yahtzee", "Generala", "Maxi Yatzy", "Double Generala", "Forced Yatzy"]
    assert [variant.common_name for variant, _ in form.more_games] == others


def test_it_leads_to_the_game_that_waits_for_me(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    begin(room := new_room(alice), alice, bob)
    assert "Your turn: Yacht with Bob" in page(signed_in(alice))
    assert "Your turn:" not in page(signed_in(bob))
    assert f'href="/r/{room.code}/"' in page(signed_in(bob))


def test_it_says_in_one_sentence_what_play_starts(
    alice: User, signed_in: As, guest: User, outsider: Client
) -> None:
    line = "Yahtzee, 2–4 players, 60 s a turn"
    assert f"{line}, rated<" in page(signed_in(alice))
    for browser in (outsider, signed_in(guest)):
        assert f"{line}<" in page(browser)


def test_it_takes_no_longer_names_than_the_server(outsider: Client) -> None:
    assert 'maxlength="100"' in page(outsider)


def test_it_does_not_list_a_finished_game_for_long(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    play_out(begin(new_room(alice), alice, bob))
    assert "Game over" in page(signed_in(alice))
    Room.objects.update(active_at=timezone.now() - timedelta(minutes=61))
    assert "Game over" not in page(signed_in(alice))
    waiting = new_room(alice)
    Room.objects.update(active_at=timezone.now() - timedelta(hours=23))
    assert waiting.code in page(signed_in(alice))


def test_it_asks_nobody_for_a_name_twice(guest: User, signed_in: As) -> None:
    text = page(signed_in(guest))
    assert "Good to see you, Gus." in text
    assert 'name="name"' not in text


def test_it_shows_names_as_text(signed_in: As, outsider: Client) -> None:
    outsider.post("/guest/", {"name": "<script>x</script>"})
    assert "<script>x" not in page(outsider)
    assert "&lt;script&gt;x" in page(outsider)


def test_it_lists_games_that_wait_for_me_first(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    mine, waiting = new_room(alice), new_room(alice)
    begin(mine, alice, bob)
    theirs = new_room(alice)
    take_turn(begin(theirs, alice, bob))
    seating.sit(waiting.pk, alice.pk, None, None)
    tables = signed_in(alice).get("/").context["tables"]
    assert [table.code for table in tables] == [mine.code, theirs.code, waiting.code]
    assert [table.mine for table in tables] == [True, False, False]
    text = page(signed_in(alice))
    assert "Your turn" in text
    assert "Bob’s turn" in text
    assert "Nobody yet" in text


def test_it_shows_my_tables_to_me_only(
    alice: User, bob: User, charlie: User, signed_in: As, outsider: Client, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    begin(room, alice, bob)
    for browser in (signed_in(charlie), outsider):
        assert room.code not in page(browser)


def test_it_forgets_idle_tables_but_never_a_running_game(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    running, idle = new_room(alice), new_room(alice)
    begin(running, alice, bob)
    seating.sit(idle.pk, alice.pk, None, None)
    Room.objects.update(active_at=timezone.now() - timedelta(days=30))
    tables = signed_in(alice).get("/").context["tables"]
    assert [table.code for table in tables] == [running.code]


def test_it_lists_public_tables_with_a_waiting_player_and_a_free_seat(
    alice: User,
    bob: User,
    charlie: User,
    signed_in: As,
    outsider: Client,
    new_room: OpenRoom,
) -> None:
    open_, _secret, empty, full, playing = (
        new_room(alice, public=public) for public in (True, False, True, True, True)
    )
    seating.stand(empty.pk, alice.pk)
    seating.sit(full.pk, bob.pk, None, None)
    begin(playing, alice, bob)
    for browser in (signed_in(charlie), outsider):
        listed = [table.code for table in browser.get("/").context["public"]]
        assert listed == [open_.code]
    assert signed_in(alice).get("/").context["public"] == []
    assert empty.code not in page(outsider)


def test_it_hides_a_public_table_from_whom_the_host_sent_away(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice, public=True)
    for player in (alice, bob):
        seating.sit(room.pk, player.pk, None, None)
    hosting.remove(room.pk, alice.pk, 1)
    assert signed_in(bob).get("/").context["public"] == []


def test_an_old_link_with_a_code_is_looked_for_in_the_community(outsider: Client) -> None:
    assert outsider.get("/", {"room": "a b"})["Location"] == "/community/?find=a+b"


def test_it_asks_the_database_the_same_few_questions_for_many_tables(
    alice: User,
    bob: User,
    signed_in: As,
    new_room: OpenRoom,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(4):
        begin(new_room(alice), alice, bob)
        seating.sit(new_room(bob, public=True).pk, bob.pk, None, None)
    browser = signed_in(alice)
    # Session, player, my rooms, their seats, their cards, tournaments (two), public rooms, their
    # seats; whom I hear, my circles, whom I played with, these people, requests, invitations.
    with django_assert_num_queries(16):
        answer = browser.get("/")
    assert (len(answer.context["tables"]), len(answer.context["public"])) == (4, 4)


def test_it_asks_the_database_little_for_an_outsider(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Public rooms, the next tournament, the last one.
    with django_assert_num_queries(3):
        page(outsider)


def test_it_notes_that_a_player_was_here_now_and_then(
    alice: User, signed_in: As, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    long_ago = timezone.now() - timedelta(days=3)
    User.objects.update(seen_at=long_ago)
    page(signed_in(alice))
    alice.refresh_from_db()
    assert alice.seen_at > long_ago
    seen = alice.seen_at
    page(signed_in(alice))
    alice.refresh_from_db()
    assert alice.seen_at == seen
