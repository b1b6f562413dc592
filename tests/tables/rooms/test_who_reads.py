"""Where strangers meet, a line reaches those who had opened the chat; watchers reach nobody."""

import pytest

from games.core.protocol.errors import Refused
from games.models import ChatMessage, Room, User
from games.record.reveals.shared_dice import open_share
from games.tables.rooms import chat, seating
from games.tables.rooms.chat import readers_of, set_talk
from games.tables.rooms.opening import open_paired_room
from tests.support.shared_tables import open_shared_table

pytestmark = pytest.mark.registered

A, B, C, V, W = "ABCVW"  # A, B and C play; V and W watch
HAND_WRITTEN = (
    # sides, who tapped, who of them hears watchers, writer, whom the line reaches
    ("AB", "", "", A, ""),
    ("AB", "A", "", A, ""),
    ("AB", "B", "", A, ""),
    ("AB", "AB", "", A, "AB"),
    ("AB", "AB", "", B, "AB"),
    ("AB", "AW", "", A, ""),  # a watcher's tap never counts for a player
    ("AB", "AW", "", W, ""),
    ("AB", "VW", "", W, "VW"),
    ("AB", "ABW", "", A, "ABW"),
    ("AB", "ABW", "", W, ""),
    ("AB", "ABVW", "", W, "VW"),
    ("AB", "ABW", "A", W, "AW"),
    ("AB", "ABW", "AB", W, "ABW"),
    ("AB", "AW", "A", W, "AW"),
    ("AB", "AB", "A", W, ""),
    ("ABC", "AB", "", A, ""),
    ("ABC", "ABC", "", A, "ABC"),
    ("ABC", "ABW", "", A, ""),
    ("ABC", "ABCVW", "B", W, "BVW"),
    ("A", "A", "", A, ""),  # alone, or with bots
    ("A", "AW", "", A, ""),
    ("A", "AW", "A", W, "AW"),
    ("", "VW", "", V, "VW"),
)


@pytest.mark.parametrize(("sides", "opened", "for_watchers", "writer", "reached"), HAND_WRITTEN)
def test_it_reaches_whom_the_table_says(
    sides: str, opened: str, for_watchers: str, writer: str, reached: str
) -> None:
    ids = {name: number for number, name in enumerate("ABCVW", 1)}
    found = readers_of(
        ids[writer], *({ids[each] for each in group} for group in (sides, opened, for_watchers))
    )
    assert found == {ids[each] for each in reached}


def paired(*people: User) -> Room:
    return open_paired_room([each.pk for each in people], "yacht", {}, None, rated=False)


def test_a_watchers_tap_opens_no_chat_between_players(
    alice: User, bob: User, charlie: User
) -> None:
    room = paired(alice, bob)
    for tapped in (alice, charlie):
        set_talk(room.pk, tapped.pk, True)
    for writer in (alice, charlie):
        with pytest.raises(Refused, match="Phrases only"):
            chat.say(room.pk, writer.pk, "k1", "hello")
    assert not ChatMessage.objects.exists()


def test_a_line_keeps_whom_it_reached(alice: User, bob: User, charlie: User) -> None:
    room = paired(alice, bob)
    for tapped in (alice, bob):
        set_talk(room.pk, tapped.pk, True)
    chat.say(room.pk, alice.pk, "k1", "hello")
    set_talk(room.pk, charlie.pk, True)
    chat.say(room.pk, bob.pk, "k1", "hi")
    first, second = chat.recent(room.pk)
    assert first.readers == frozenset({alice.pk, bob.pk})
    assert second.readers == frozenset({alice.pk, bob.pk, charlie.pk})


def test_who_sits_down_later_has_to_tap_themselves(alice: User, bob: User, charlie: User) -> None:
    room = paired(alice, bob)
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    for tapped in (alice, bob):
        set_talk(room.pk, tapped.pk, True)
    seating.stand(room.pk, bob.pk)
    seating.sit(room.pk, charlie.pk, None, None)
    for writer in (alice, bob):
        with pytest.raises(Refused, match="Phrases only"):
            chat.say(room.pk, writer.pk, "k1", "hello")
    set_talk(room.pk, charlie.pk, True)
    chat.say(room.pk, charlie.pk, "k1", "hello")
    assert chat.recent(room.pk)[-1].readers == frozenset({alice.pk, bob.pk, charlie.pk})


def test_who_tapped_as_a_watcher_taps_once_more_as_a_player(
    alice: User, bob: User, charlie: User
) -> None:
    room = paired(alice, bob)
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    set_talk(room.pk, alice.pk, True)
    set_talk(room.pk, charlie.pk, True, watchers=True)
    seating.stand(room.pk, bob.pk)
    seating.sit(room.pk, charlie.pk, None, None)
    for writer in (alice, charlie):
        with pytest.raises(Refused, match="Phrases only"):
            chat.say(room.pk, writer.pk, "k1", "hello")
    room.refresh_from_db()
    assert (room.talk, room.talk_watchers) == ([alice.pk], [])
    set_talk(room.pk, charlie.pk, True)
    chat.say(room.pk, alice.pk, "k1", "hello")
    # Another seat is the same side.
    seating.sit(room.pk, charlie.pk, 1, None)
    chat.say(room.pk, charlie.pk, "k1", "hi")


def test_at_a_tournaments_table_of_the_same_dice_people_are_strangers(
    alice: User, bob: User
) -> None:
    room = open_shared_table([alice, bob], "yacht", {}, 30, open_share(), 0)
    with pytest.raises(Refused, match="Phrases only"):
        chat.say(room.pk, alice.pk, "k1", "see www.example.com")
