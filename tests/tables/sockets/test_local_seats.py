"""One device plays for several seats: seals, reveals, turns, a claim in the middle, the proof."""

from functools import partial

from games.models import Room, User
from games.people.accounts.players import create_account
from games.platform.database.threads import in_database
from games.record.log.verifying import problems_of
from games.tables.live.registry import Hubs
from games.tables.live.results import count_finished_games
from games.tables.rooms import local_seats
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock, let_pass
from tests.support.people import current_game
from tests.support.sealing import Kept, make_seal
from tests.tables.live.sealed_table import table_of


async def seal_all(client: AsgiClient) -> dict[int, Kept]:
    """Seal a seed for each seat that the client plays; return them by seat."""
    kept = {}
    for seat in client.room["seats"]:
        if client.player not in (seat["player"], seat.get("operator")):
            continue
        own = make_seal(client.room["next"]["game"], seat["player"], f"seed{seat['seat']}")
        number = {} if seat["player"] == client.player else {"seat": seat["seat"]}
        answer = await client.ask("seal", game=own.game, seal=own.seal, **number)
        assert answer["type"] == "ack", answer
        kept[seat["seat"]] = own
    return kept


async def reveal_all(client: AsgiClient, kept: dict[int, Kept]) -> None:
    for seat, own in kept.items():
        fields = {"game": own.game, "salt": own.salt, "text": own.text, "seat": seat}
        assert (await client.ask("reveal", **fields))["type"] == "ack"


async def take_turn(client: AsgiClient, seat: int) -> None:
    """Roll once for a seat, and fill its first open box."""
    assert client.table["acting"] == [seat]
    answer = await client.ask("roll", **client.moment(), seat=seat)
    assert answer["type"] == "ack", answer
    option = client.table["seats"][seat]["options"][0]
    box = {"category": option["category"], "column": option["column"]}
    answer = await client.ask("score", **client.moment(), **box, seat=seat)
    assert answer["type"] == "ack", answer


async def begun(hubs: Hubs, alice: User, bob: User) -> tuple[Room, AsgiClient, AsgiClient]:
    """A game of Alice with Tom on her device, and of Bob with his own, up to the first turn."""
    room, one, two = await table_of(alice, bob, variant="yacht", seats=2)
    assert (await one.ask("add_local", name="Tom"))["type"] == "ack"
    tom = (await two.reach_room(status="open"))["seats"][2]
    assert (tom["name"], tom["operator"], tom["lender"]) == ("Tom", alice.pk, alice.pk)
    await two.hear("presence", here=sorted([alice.pk, bob.pk, tom["player"]]))
    hers, his = await seal_all(one), await seal_all(two)
    assert hers.keys() == {0, 2}
    assert (await one.ask("start"))["type"] == "ack"
    await two.reach(1)
    await reveal_all(two, his)
    await reveal_all(one, hers)
    await one.reach(4)
    return room, one, two


async def test_one_device_plays_its_seats_and_no_other(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room, one, two = await begun(hubs, alice, bob)
    three = await visit(room, charlie)
    await take_turn(one, 0)
    await two.reach(one.table["seq"])
    assert (await one.ask("roll", **one.moment(), seat=1))["code"] == "forbidden"
    await take_turn(two, 1)
    for client in (two, three):
        await client.reach(two.table["seq"])
        for command in ("roll", "resign", "back", "hint"):
            fields = {"game": client.table["game"], "seat": 2}
            if command in ("roll", "hint"):
                fields |= {"turn": 1, "roll": 0}
            assert (await client.ask(command, **fields))["code"] == "forbidden", command
        assert (await client.ask("offer_seat", seat=2))["code"] == "forbidden"
    assert (await one.ask("roll", **one.moment(), seat=9))["code"] == "not_found"
    # Nobody plays for Tom automatically while the device is here.
    answer = await two.ask("play_on", game=two.table["game"], seat=2)
    assert answer["code"] == "forbidden"
    await one.reach(two.table["seq"])
    await take_turn(one, 2)
    assert one.table["acting"] == [0]
    while one.table["status"] == "playing":
        for client, seat in ((one, 0), (two, 1), (one, 2)):
            await client.reach(max(one.table["seq"], two.table["seq"]))
            await take_turn(client, seat)
        await one.reach(two.table["seq"])
    game = await in_database(partial(current_game, room))
    assert await in_database(partial(problems_of, game)) == []
    assert game.replay
    await in_database(count_finished_games)
    assert not await in_database(game.scorecards.exclude(finished_at=None).exists)


async def test_a_seat_is_claimed_in_the_middle(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room, one, two = await begun(hubs, alice, bob)
    await take_turn(one, 0)
    answer = await one.ask("offer_seat", seat=2)
    assert answer["type"] == "ack"
    (offer,) = [frame for frame in one.frames if frame["type"] == "seat.offered"]
    word = offer["path"].split("/")[-2]
    three = await visit(room, charlie)
    await in_database(partial(local_seats.claim, room.pk, word, charlie.pk))
    hubs.room_changed(room.pk)
    seats = [dict(seat) for seat in one.room["seats"]]
    seats[2]["operator"] = charlie.pk
    for client in (one, three):
        await client.reach_room(seats=seats)
    await two.reach(one.table["seq"])
    await take_turn(two, 1)
    await three.reach(two.table["seq"])
    await one.reach(two.table["seq"])
    refused = await one.ask("roll", **one.moment(), seat=2)
    assert refused["code"] == "forbidden"
    tom = three.table["seats"][2]["player"]
    await take_turn(three, 2)
    assert three.table["seats"][2]["player"] == tom  # the log names the same player
    # Ids belong to an operator and a seat: this one was never used by Charlie.
    await one.reach(three.table["seq"])
    assert (await one.roll())["type"] == "ack"
    assert await in_database(lambda: problems_of(current_game(room))) == []


def locals_of(client: AsgiClient, operator: User) -> set[int]:
    return {seat["player"] for seat in client.room["seats"] if seat.get("operator") == operator.pk}


async def test_a_device_with_many_players_goes_away_and_comes_back(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob, variant="yacht", seats=2)
    refused = await one.ask("add_local", name="admin")
    assert (refused["code"], "free" in refused) == ("forbidden", False)
    for name in "CDEFGH":
        assert (await one.ask("add_local", name=f"Player {name}"))["type"] == "ack"
    assert (await one.ask("add_local", name="Nine"))["code"] == "room_full"
    hers, his = await seal_all(one), await seal_all(two)
    assert (await one.ask("start"))["type"] == "ack"
    await two.reach(1)
    await reveal_all(one, hers)
    await reveal_all(two, his)
    await one.reach(9)
    await take_turn(one, 0)
    await two.reach(one.table["seq"])
    await take_turn(two, 1)
    gone = {alice.pk, *locals_of(two, alice)}
    assert len(gone) == 7
    await one.leave()
    await let_pass(clock, 12, two)
    await two.hear("presence", away=sorted(gone))
    await let_pass(clock, 31, two)
    answer = await two.ask("play_on", game=two.table["game"], seat=2)
    assert answer["type"] == "ack", answer
    assert (await two.reach(answer["seq"]))["seats"][2]["auto"]
    one = await visit(room, alice)
    while one.table["seats"][2]["auto"]:  # whoever comes back plays for all their players
        await one.reach(one.table["seq"] + 1)


async def test_the_refusal_of_a_name_that_is_taken_has_a_free_one(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    _, one, _ = await table_of(alice, bob, variant="yacht", seats=2)
    await in_database(lambda: create_account("Charlotte", "x"))
    refused = await one.ask("add_local", name="charlotte")
    assert (refused["code"], refused["free"]) == ("forbidden", "charlotte 2")
    assert "“charlotte 2”" in refused["message"]
    assert (await one.ask("add_local", name=refused["free"]))["type"] == "ack"
