"""The host mutes players and spectators."""

from games.models import Room, User
from games.tables.rooms import chat
from games.tables.rooms.loading import load_room
from tests.support.people import open_room, seated
from tests.tables.rooms.test_rooms import refusal


def heard(room: Room) -> list[str]:
    return [line.text for line in chat.recent(room.pk)]


def test_it_mutes_one_person_until_the_host_thinks_better_of_it(alice: User, bob: User) -> None:
    room = seated(alice, bob)
    chat.mute(room.pk, alice.pk, bob.pk, True)
    assert refusal(lambda: chat.say(room.pk, bob.pk, "1", "hey")) == "forbidden"
    loaded = load_room(room.code)
    assert loaded is not None
    assert (loaded.view.muted, loaded.view.spectators_muted) == ((bob.pk,), False)
    chat.mute(room.pk, alice.pk, bob.pk, False)
    chat.say(room.pk, bob.pk, "2", "sorry")
    assert heard(room) == ["sorry"]


def test_it_mutes_all_who_watch_but_nobody_at_the_table(
    alice: User, bob: User, charlie: User
) -> None:
    room = seated(alice, bob)
    chat.mute(room.pk, alice.pk, None, True)
    assert refusal(lambda: chat.say(room.pk, charlie.pk, "1", "roll!")) == "forbidden"
    chat.say(room.pk, bob.pk, "1", "quiet, isn’t it")
    chat.mute(room.pk, alice.pk, None, False)
    chat.say(room.pk, charlie.pk, "2", "roll!")
    assert heard(room) == ["quiet, isn’t it", "roll!"]


def test_it_lets_only_the_host_mute_and_never_himself(alice: User, bob: User) -> None:
    room = seated(alice, bob)
    assert refusal(lambda: chat.mute(room.pk, bob.pk, alice.pk, True)) == "forbidden"
    assert refusal(lambda: chat.mute(room.pk, bob.pk, None, True)) == "forbidden"
    assert refusal(lambda: chat.mute(room.pk, alice.pk, alice.pk, True)) == "forbidden"


def test_it_mutes_nobody_who_was_never_there(alice: User, bob: User) -> None:
    room = open_room(alice)
    assert refusal(lambda: chat.mute(room.pk, alice.pk, bob.pk, True)) == "not_found"
    chat.say(room.pk, bob.pk, "1", "I only watch")
    chat.mute(room.pk, alice.pk, bob.pk, True)
    assert refusal(lambda: chat.say(room.pk, bob.pk, "2", "but")) == "forbidden"


def test_it_marks_who_speaks_without_an_account(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_guest=False)
    room = seated(alice, bob)
    chat.say(room.pk, alice.pk, "1", "hi")
    chat.say(room.pk, bob.pk, "1", "hello")
    marks = [(line.name, line.guest) for line in chat.recent(room.pk)]
    assert marks == [("Alice", True), ("Bob", False)]
