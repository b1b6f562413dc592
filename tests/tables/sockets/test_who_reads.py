"""Sockets at a table of strangers get no line that was not for their player."""

import pytest

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.rooms.opening import open_paired_room
from tests.support.client import AsgiClient, visit

pytestmark = pytest.mark.registered


def texts(client: AsgiClient) -> list[str]:
    """The lines that the client has got since it came."""
    came = [line["text"] for line in client.frames[0]["chat"]]
    return came + [frame["text"] for frame in client.frames if frame["type"] == "chat"]


async def test_a_watcher_writes_to_nobody_who_did_not_ask_for_it(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    people = [alice.pk, bob.pk]
    room = await in_database(lambda: open_paired_room(people, "yacht", {}, None, rated=False))
    one, two, watcher = [await visit(room, each) for each in (alice, bob, charlie)]
    for client in (one, watcher):
        assert (await client.ask("talk", on=True))["type"] == "ack"
    for client in (one, watcher):
        assert (await client.ask("chat", text="psst"))["code"] == "forbidden"
    assert (await two.ask("talk", on=True))["type"] == "ack"
    assert (await one.ask("chat", text="hello"))["type"] == "ack"
    assert (await watcher.ask("chat", text="psst"))["code"] == "forbidden"
    assert (await one.ask("talk", on=True, watchers=True))["type"] == "ack"
    assert (await watcher.ask("chat", text="hello from here"))["type"] == "ack"
    assert (await two.ask("chat", text="hi"))["type"] == "ack"
    await one.hear("chat", text="hi")
    await watcher.hear("chat", text="hi")
    assert texts(one) == ["hello", "hello from here", "hi"]
    assert texts(two) == ["hello", "hi"]
    assert texts(watcher) == ["hello", "hello from here", "hi"]
    assert texts(await visit(room, bob)) == ["hello", "hi"]


async def test_nothing_said_before_somebody_tapped_reaches_them_later(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    people = [alice.pk, bob.pk]
    room = await in_database(lambda: open_paired_room(people, "yacht", {}, None, rated=False))
    one, two, watcher = [await visit(room, each) for each in (alice, bob, charlie)]
    for client in (one, two):
        await client.ask("talk", on=True)
    await one.ask("chat", text="only for two")
    await watcher.ask("talk", on=True)
    await one.ask("chat", text="for three")
    await watcher.hear("chat", text="for three")
    assert texts(watcher) == ["for three"]
    assert texts(await visit(room, charlie)) == ["for three"]
