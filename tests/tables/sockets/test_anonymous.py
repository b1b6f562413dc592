"""A client may watch a room as nobody, although its browser is signed in."""

import pytest

from games.models import Room, User
from games.people.conduct.contact import note_change
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient
from tests.support.people import cookie_of, playing


async def watch(room: Room, user: User, query: str) -> AsgiClient:
    """Open the room's socket in the browser of `user`."""
    cookie = await in_database(lambda: cookie_of(user))
    return await AsgiClient(f"/ws/v1/rooms/{room.code}/{query}", cookie).open()


async def test_it_is_nobody_if_it_asks_for_it(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob, public=True))
    for query in ("?anonymous=1", "?whole=1&anonymous=1"):
        client = await watch(room, alice, query)
        assert client.frames[0]["you"]["player"] is None
        assert (await client.ask("resign", game=client.table["game"]))["code"] == "sign_in_first"
    named = await watch(room, bob, "?anonymous=0")
    assert named.frames[0]["you"]["player"] == bob.pk


async def test_it_keeps_the_language_of_the_browser(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob, public=True))
    cookie = await in_database(lambda: cookie_of(alice))
    path = f"/ws/v1/rooms/{room.code}/?anonymous=1"
    client = await AsgiClient(path, f"{cookie}; language=de").open()
    assert client.frames[0]["you"]["player"] is None
    refusal = await client.ask("resign", game=client.table["game"])
    assert refusal["message"] == "Bitte wähle zuerst einen Namen."


async def test_a_family_lock_holds_for_nobody_also_when_it_begins_later(
    hubs: Hubs, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All clients of a test must have the same view, except for the names here.
    monkeypatch.setattr(AsgiClient, "_compare_view", lambda self: None)
    room = await in_database(lambda: playing(bob, charlie))
    client = await watch(room, alice, "?anonymous=1")
    named = client.frames[0]["room"]["seats"]
    assert [seat["name"] for seat in named] == ["Bob", "Charlie"]

    def lock() -> None:
        User.objects.filter(pk=alice.pk).update(locked=True)
        note_change([alice.pk])

    await in_database(lock)
    hubs.people_changed()
    people = await client.hear("people")
    assert [seat["name"] for seat in people["room"]["seats"]] == ["Player 1", "Player 2"]
    later = await watch(room, alice, "?anonymous=1")
    assert "charlie" not in str(later.frames).casefold()
    assert later.frames[0]["you"]["player"] is None
