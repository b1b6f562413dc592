"""Rounds over sockets: everybody is told of their own dice at once, of others' at the reveal."""

from typing import Any

import msgspec
import pytest

from games.core.engine import SHOW_MS
from games.models import Game, GameEvent, Room, Scorecard, User
from games.platform.database.threads import in_database
from games.site.archive.history import api as reading
from games.site.study.analysis.finished_game import find_game, read_record
from games.tables.live import game_news
from games.tables.live.presence import LINGER_S
from games.tables.live.registry import Hubs
from games.tables.rooms.permissions import AWAY_S
from tests.support.client import AsgiClient, Client, visit
from tests.support.clock import FakeClock
from tests.support.people import current_game, playing


async def start(host: User, *others: User, **settings: object) -> tuple[Room, list[AsgiClient]]:
    """Start a game in rounds, and connect its players and a spectator."""
    asked = {"mode": "rounds", "clock": 60, "public": True, **settings}
    room = await in_database(lambda: playing(host, *others, **asked))
    people = [host, *others, None]
    return room, [await visit(room, user) for user in people]


async def turn(client: Client, category: str) -> None:
    """Play a turn of one roll."""
    assert (await client.roll())["type"] == "ack"
    assert (await client.score(category))["type"] == "ack"


def told(client: Client, since: int) -> list[str]:
    """Return the types of the messages about the game since then.

    Without the win probabilities at the start, which come when they are computed, once.
    """
    types = [frame["type"] for frame in client.frames[since:] if frame["type"] != "presence"]
    if "chances" in types:
        types.remove("chances")
    return types


async def test_it_hides_the_round_from_pages_programs_and_lists(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, (one, two, _) = await start(alice, bob)
    await turn(one, "ones")

    def shown() -> list[object]:
        code = current_game(room).code
        found = find_game(code)
        assert found is not None
        cards = Scorecard.objects.filter(game__code=code).order_by("seat")
        return [
            found.seq,
            found.fingerprint,
            reading.game(found),
            reading.events(found, 0),
            read_record(found).state,
            list(cards.values_list("position", "total")),
        ]

    before = await in_database(shown)
    await two.roll()
    assert await in_database(shown) == before
    assert b"dice.rolled" not in msgspec.json.encode(before[3])
    await two.score("ones")
    after = await in_database(shown)
    assert after[0] == 6
    assert after[5] != before[5]


async def test_it_sends_no_marks_of_dice_and_no_chat_before_the_reveal(
    hubs: Hubs, alice: User, bob: User, clock: FakeClock
) -> None:
    _, (one, two, _) = await start(alice, bob)
    await one.roll()
    refused = await one.ask("select", game=one.table["game"], turn=1, hold=[0])
    assert refused["code"] == "forbidden"
    for client in (one, two):
        assert (await client.ask("chat", text="three sixes!"))["code"] == "forbidden"
        assert (await client.ask("react", reaction="clap"))["code"] == "forbidden"
    await one.score("ones")
    await turn(two, "ones")
    for client in (one, two):
        assert (await client.ask("talk", on=True))["type"] == "ack"
    assert (await one.ask("chat", text="three sixes!"))["type"] == "ack"
    clock.advance(SHOW_MS / 1000)
    assert (await one.ask("chat", text="four"))["code"] == "forbidden"


@pytest.mark.parametrize("remembered", [game_news.MAX_MISSING, 1])
async def test_a_command_keeps_its_answer_when_others_are_revealed_and_the_game_is_over(
    hubs: Hubs,
    alice: User,
    bob: User,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    remembered: int,
) -> None:
    monkeypatch.setattr(game_news, "MAX_MISSING", remembered)
    _, (one, two, _) = await start(alice, bob)
    asked: list[tuple[AsgiClient, str, dict[str, Any], int]] = []

    async def do(client: AsgiClient, type_: str, **fields: Any) -> None:
        fields = {**client.moment(), **fields}
        client.ids += 1
        fields["id"] = f"c{client.ids}"
        asked.append((client, type_, fields, (await client.ask(type_, **fields))["seq"]))

    async def ask_again() -> None:
        for client, type_, fields, seq in asked:
            assert (await client.ask(type_, **fields))["seq"] == seq

    for box in ("ones", "twos", "threes"):
        for client in (two, one, one, two):
            await do(client, "roll")
        for client in (two, one):
            await do(client, "score", category=box)
            await ask_again()
        clock.advance(SHOW_MS / 1000)
    await do(two, "roll")
    await one.ask("resign", game=one.table["game"])
    await one.reach_room(status="over")
    await ask_again()
    for client in (one, two):
        await client.ask("rematch")
    await one.reach_room(number=2)
    await ask_again()
    # In the first round: the players' own two rolls and a box, and the reveal of all seven events.
    assert [seq for *_, seq in asked[:6]] == [2, 2, 3, 3, 4, 8]


async def test_it_does_not_tell_who_asks_to_play_on_that_others_have(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    room, (one, two, three, _) = await start(alice, bob, charlie)
    await one.roll()
    await one.leave()
    hubs.rooms[room.code].show_presence()
    clock.advance(AWAY_S + LINGER_S + 1)
    game = two.table["game"]
    first = await two.ask("play_on", game=game, seat=0)
    second = await three.ask("play_on", game=game, seat=0)
    assert [first["type"], second["type"]] == ["ack", "ack"]
    assert first["seq"] == second["seq"] == two.table["seq"]
    away = await in_database(lambda: read_away(current_game(room)))
    assert away == 1


def read_away(game: Game) -> int:
    return GameEvent.objects.filter(game=game, type="seat.away").count()


async def test_it_sends_all_of_ones_own_view_to_a_client_that_has_missed_something(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, (one, two, spectator) = await start(alice, bob)
    await turn(one, "ones")
    shown = [client.table for client in (one, two, spectator)]
    for client, view in zip((one, two, spectator), shown, strict=True):
        await client.ask("sync", game=view["game"], seq=0)
        (whole,) = [frame for frame in client.frames if frame["type"] == "snapshot"]
        assert whole["view"] == view
    assert shown[0] != shown[2]
