"""Sockets get no chat and no reactions of people whom their player does not hear."""

from functools import partial

import pytest
from channels.layers import get_channel_layer

from games.models import User
from games.people.conduct.contact import note_change
from games.platform.database.threads import in_database
from games.site.account.membership.blocks import block
from games.tables.live import registry
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support.client import visit
from tests.support.people import playing
from tests.tables.sockets.layers import DeadLayer


def stop_hearing(who: User, whom: User) -> None:
    """Store that one does not hear the other, without telling anybody."""
    who.silenced.add(whom)
    note_change([who.pk])


async def test_it_hides_what_was_said_before_and_what_is_said_later(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two, watcher = [await visit(room, each) for each in (alice, bob, charlie)]
    await two.ask("chat", text="before")
    assert (await one.hear("chat"))["text"] == "before"
    await in_database(partial(stop_hearing, alice, bob))
    hubs.people_changed()
    people = await one.hear("people")
    assert people["chat"] == []
    await two.ask("chat", text="after")
    await two.ask("react", reaction="clap")
    await one.ask("chat", text="and I")
    later = one.frames[one.frames.index(people) + 1 :]
    assert [frame["text"] for frame in later if frame["type"] == "chat"] == ["and I"]
    assert "reaction" not in {frame["type"] for frame in later}
    assert (await watcher.hear("reaction"))["player"] == bob.pk
    assert [line["text"] for line in (await visit(room, bob)).frames[0]["chat"]] == [
        "before",
        "after",
        "and I",
    ]


@pytest.mark.parametrize("layer", ["works", "is dead"])
async def test_a_block_hides_lines_in_all_processes(
    processes: Processes, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, layer: str
) -> None:
    # With hints at once, without them at the next check.
    monkeypatch.setattr(registry, "RECHECK_S", 3600 if layer == "works" else 0.1)
    one, other = await processes(get_channel_layer() if layer == "works" else DeadLayer())
    room = await in_database(lambda: playing(alice, bob))
    use_hubs(one)
    near = await visit(room, alice)
    use_hubs(other)
    far = await visit(room, alice)
    await (await visit(room, bob)).ask("chat", text="you again")
    await far.hear("chat")
    use_hubs(other if layer == "works" else one)
    await in_database(lambda: block(alice.pk, bob.pk))
    for client in (near, far):
        assert (await client.hear("people"))["chat"] == []
