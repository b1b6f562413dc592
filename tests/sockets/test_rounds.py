"""Rounds over sockets: everybody is told of their own dice at once, of others' at the reveal."""

from typing import Any

import msgspec
import pytest
from channels.layers import InMemoryChannelLayer

from games.api import reading
from games.database.threads import in_database
from games.engine import SHOW_MS
from games.history.record import find_game, read_record
from games.live import game as live_game
from games.live.presence import LINGER_S
from games.live.registry import Hubs, use_hubs
from games.live.room import AWAY_S
from games.models import Game, GameEvent, Room, Scorecard, User
from tests.fixtures import Processes
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


async def test_it_tells_others_of_a_turn_only_that_it_is_done(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    _, clients = await start(alice, bob, charlie)
    one, *others = clients
    counts = [len(client.frames) for client in others]
    answer = await one.roll()
    assert answer["seq"] == one.table["seq"] == 2
    assert one.table["seats"][0]["turn"]["dice"] is not None
    await one.score("choice")
    for client, count in zip(others, counts, strict=True):
        heard = await client.hear("done")
        assert heard == {"type": "done", "game": one.table["game"], "round": 1, "done": [0]}
        assert told(client, count) == ["done"]
        assert client.table["seats"][0]["turn"] == {
            "number": 1,
            "roll": 0,
            "dice": None,
            "hold": [],
        }


async def test_it_reveals_a_round_to_all_at_once(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    _, clients = await start(alice, bob, charlie)
    one, two, three, watcher = clients
    await turn(two, "ones")
    await turn(one, "twos")
    await turn(three, "threes")
    for client in clients:
        await client.reach(8)
        news = [frame for frame in client.frames if "events" in frame]
        assert news[-1]["events"][-1]["type"] == "round.revealed"
        assert client.table["done"] == []
        boxes = [(each["seat"], each["category"]) for each in client.table["revealed"]]
        assert boxes == [(0, "twos"), (1, "ones"), (2, "threes")]
    assert [event["seat"] for event in one.events] == [0, 0, 1, 1, 2, 2, None]
    assert [event["seat"] for event in watcher.events][-1:] == [None]
    cards = [client.table["seats"] for client in (two, three, watcher)]
    shown = [[seat["card"] for seat in seats] for seats in cards]
    assert shown[0] == shown[1] == shown[2]


async def test_it_tells_nothing_by_numbers_or_whole_views(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, (one, two, watcher) = await start(alice, bob)
    await one.roll()
    await one.roll()
    for client in (two, watcher):
        await client.say("ping", game=client.table["game"], seq=1, rev=0)
        assert (await client.hear("pong"))["seq"] == 1
        await client.say("sync", game=client.table["game"], seq=0)
        frame = await client.hear("snapshot")
        assert (frame["seq"], frame["view"]["seats"][0]["turn"]["roll"]) == (1, 0)
    late = await visit(room, bob)
    assert late.table == two.table


async def test_it_shows_a_player_who_comes_back_their_own_dice(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, (one, _, _) = await start(alice, bob)
    await one.roll()
    await one.leave()
    again = await visit(room, alice)
    assert again.table == one.table
    assert again.table["seats"][0]["turn"]["dice"] is not None


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
    assert (await one.ask("chat", text="three sixes!"))["type"] == "ack"
    clock.advance(SHOW_MS / 1000)
    assert (await one.ask("chat", text="four"))["code"] == "forbidden"


async def test_it_does_a_command_that_is_sent_again_once_and_repeats_the_answer(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, (one, two, _) = await start(alice, bob)
    await two.roll()
    moment = one.moment()
    first = await one.ask("roll", **moment, hold=[], id="same-1")
    await two.roll()
    again = await one.ask("roll", **moment, hold=[], id="same-1")
    assert (first["seq"], again["seq"]) == (2, 2)


@pytest.mark.parametrize("remembered", [live_game.MAX_MISSING, 1])
async def test_a_command_keeps_its_answer_when_others_are_revealed_and_the_game_is_over(
    hubs: Hubs,
    alice: User,
    bob: User,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    remembered: int,
) -> None:
    monkeypatch.setattr(live_game, "MAX_MISSING", remembered)
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


async def test_two_processes_show_the_same_round(
    processes: Processes, alice: User, bob: User
) -> None:
    one, other = await processes(InMemoryChannelLayer(capacity=1000))
    use_hubs(one)
    room = await in_database(lambda: playing(alice, bob, mode="rounds", clock=60))
    here = await visit(room, alice)
    use_hubs(other)
    there, watcher = [await visit(room, user) for user in (bob, None)]
    await there.roll()
    await there.score("choice")
    await here.hear("done", done=[1])
    assert here.table["seats"][1]["turn"]["number"] == 1
    use_hubs(one)
    await here.roll()
    await here.score("choice")
    for client in (here, there, watcher):
        table = await client.reach(6)
        assert [seat["turn"]["number"] for seat in table["seats"]] == [2, 2]
        assert table["done"] == []


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
