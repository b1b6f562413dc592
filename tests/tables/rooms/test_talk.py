"""Where strangers meet, people write once two have opened the chat."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.protocol.errors import Refused
from games.models import ChatMessage, Room, User
from games.site.account.membership import blocks
from games.tables.rooms import chat, seating, starting
from games.tables.rooms.chat import set_talk
from games.tables.rooms.opening import open_paired_room, open_room

pytestmark = pytest.mark.registered


def paired(*people: User) -> Room:
    """A table of people who were paired."""
    return open_paired_room([each.pk for each in people], "yacht", {}, None, rated=False)


def said(room: Room) -> list[str]:
    return list(ChatMessage.objects.filter(room=room).order_by("pk").values_list("text", flat=True))


def test_it_refuses_lines_until_two_have_opened_the_chat(alice: User, bob: User) -> None:
    room = paired(alice, bob)
    for opened in ([], [alice]):
        for player in opened:
            set_talk(room.pk, player.pk, True)
        for player in (alice, bob):
            with pytest.raises(Refused, match="Phrases only until both"):
                chat.say(room.pk, player.pk, "k1", "hello")
            chat.check_may_react(room.pk, player.pk)
    set_talk(room.pk, bob.pk, True)
    chat.say(room.pk, alice.pk, "k1", "hello")
    chat.say(room.pk, bob.pk, "k1", "hi")
    set_talk(room.pk, alice.pk, False)
    for player in (alice, bob):
        with pytest.raises(Refused, match="Phrases only until both"):
            chat.say(room.pk, player.pk, "k2", "again")
    assert said(room) == ["hello", "hi"]


def test_people_with_a_private_link_write_at_once(alice: User, bob: User) -> None:
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    chat.say(room.pk, bob.pk, "k1", "see www.example.com")
    with pytest.raises(Refused, match="Everybody may write"):
        set_talk(room.pk, bob.pk, True)
    assert said(room) == ["see www.example.com"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("see www.example.com", "links"),
        ("anna at example dot com", "mail addresses"),
        ("0170 1234567", "phone numbers"),
        ("you darkie", "stay friendly"),
    ],
)
def test_it_holds_back_a_line_and_says_why(alice: User, bob: User, text: str, why: str) -> None:
    room = paired(alice, bob)
    for player in (alice, bob):
        set_talk(room.pk, player.pk, True)
    with pytest.raises(Refused, match=why):
        chat.say(room.pk, alice.pk, "k1", text)
    assert said(room) == []


def test_it_takes_no_line_a_third_time_within_a_minute(alice: User) -> None:
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    for key in ("k1", "k2", "k2"):
        chat.say(room.pk, alice.pk, key, "go on")
    with pytest.raises(Refused, match="just said that"):
        chat.say(room.pk, alice.pk, "k3", "go on")
    assert said(room) == ["go on", "go on"]


def test_it_asks_little(alice: User, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    # What people say and show is a large part of what a table costs. All are prepared, and on
    # PostgreSQL a reaction is one round trip, a line three.
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    with django_assert_max_num_queries(3):
        chat.check_may_react(room.pk, alice.pk)
    with django_assert_max_num_queries(11):  # with two for the savepoint of the test
        chat.say(room.pk, alice.pk, "k1", "hello")


def test_it_notices_who_is_muted_a_moment_before(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    chat.say(room.pk, bob.pk, "k0", "good evening")
    check = chat.check_not_again

    def check_and_mute(*arguments: Any) -> None:
        check(*arguments)
        monkeypatch.setattr(chat, "check_not_again", check)
        chat.mute(room.pk, alice.pk, bob.pk, True)

    monkeypatch.setattr(chat, "check_not_again", check_and_mute)
    with pytest.raises(Refused, match="muted you"):
        chat.say(room.pk, bob.pk, "k1", "hello")
    assert said(room) == ["good evening"]


@pytest.mark.parametrize("column", ["chat_off", "locked"])
def test_who_wants_no_chat_writes_nothing(alice: User, bob: User, column: str) -> None:
    User.objects.filter(pk=alice.pk).update(**{column: True})
    for room in (paired(alice, bob), open_room(alice, "yacht", {}, 2, None, public=False)):
        with pytest.raises(Refused, match=r"switched the chat off|family lock"):
            chat.say(room.pk, alice.pk, "k1", "hello")
        chat.check_may_react(room.pk, alice.pk)


@pytest.mark.parametrize("host_blocks", [True, False])
def test_nobody_sits_down_with_a_host_who_is_kept_apart(
    alice: User, bob: User, host_blocks: bool
) -> None:
    room = open_room(alice, "yacht", {}, 2, None, public=False)
    blocks.block(*((alice.pk, bob.pk) if host_blocks else (bob.pk, alice.pk)))
    with pytest.raises(Refused, match="This seat is not available"):
        seating.sit(room.pk, bob.pk, None, None)
    blocks.unblock(*((alice.pk, bob.pk) if host_blocks else (bob.pk, alice.pk)))
    seating.sit(room.pk, bob.pk, None, None)


def test_among_strangers_nobody_sits_down_with_anybody_who_is_kept_apart(
    alice: User, bob: User, charlie: User
) -> None:
    blocks.block(bob.pk, charlie.pk)
    for public in (True, False):
        room = open_room(alice, "yacht", {}, 3, None, public=public)
        seating.sit(room.pk, bob.pk, None, None)
        if public:
            with pytest.raises(Refused, match="This seat is not available"):
                seating.sit(room.pk, charlie.pk, None, None)
        else:
            seating.sit(room.pk, charlie.pk, None, None)


@pytest.mark.parametrize("host_blocks", [True, False])
def test_a_block_frees_a_seat_between_games_and_none_during_one(
    alice: User, bob: User, host_blocks: bool
) -> None:
    idle, playing = [open_room(alice, "yacht", {}, 2, None, public=False) for _ in range(2)]
    for room in (idle, playing):
        seating.sit(room.pk, bob.pk, None, None)
    starting.start(playing.pk, alice.pk)
    blocks.block(*((alice.pk, bob.pk) if host_blocks else (bob.pk, alice.pk)))
    assert set(idle.seats.exclude(player=None).values_list("player", flat=True)) == {alice.pk}
    assert playing.seats.exclude(player=None).count() == 2
