"""A game with sealed seeds: seals, start, reveals, first roll; and starts that are cancelled."""

from games.models import User
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import Hubs
from games.tables.live.seed_watch import REVEAL_S
from tests.support.client import Client, visit
from tests.support.clock import FakeClock, let_pass
from tests.support.sealing import make_seal, reveal, seal
from tests.tables.live.sealed_table import begun, game_of, problems, table_of


async def test_it_rolls_only_after_the_last_seed(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob, clock=60)
    assert (one.table["status"], one.table["acting"]) == ("playing", [])
    assert (one.table["revealing"], one.table["deadline"]) == ([0, 1], None)
    assert one.table["fairness"]["seeds"] == ["", ""]
    assert one.table["fairness"]["seals"] == [hers.seal, his.seal]
    moment = {"game": hers.game, "turn": 1, "roll": 0}
    assert (await one.ask("roll", **moment))["code"] == "not_started"
    clock.advance(1)
    assert (await reveal(two, his))["type"] == "ack"
    assert (await one.reach(2))["revealing"] == [0]
    assert (await one.ask("roll", **moment))["code"] == "not_started"
    clock.advance(2)
    answer = await reveal(one, hers)
    shown = await two.reach(answer["seq"])
    assert (shown["acting"], shown["revealing"]) == ([0], [])
    assert shown["fairness"]["seeds"] == [hers.seed, his.seed]
    # The first turn has its whole time.
    assert shown["deadline"] == clock.ms + 60_000
    assert (await one.roll())["type"] == "ack"
    assert await problems(room) == []


async def test_it_keeps_seeds_from_everybody_until_all_seals_are_fixed(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, one, two = await table_of(alice, bob)
    hers = await seal(one, alice)
    shown = (await two.reach_room(status="open"))["seats"][0]
    assert (shown["seal"], shown["seed"], shown["known"]) == (hers.seal, "", False)
    await seal(two, bob)
    await one.ask("start")
    await two.reach(1)
    for client in (one, two):
        assert not any(hers.salt in str(frame) for frame in client.frames)


async def test_it_takes_only_the_seed_that_was_sealed(hubs: Hubs, alice: User, bob: User) -> None:
    _, one, two, hers, his = await begun(alice, bob)
    assert (await reveal(one, hers._replace(text="another")))["code"] == "bad_seed"
    assert (await reveal(one, his))["code"] == "bad_seed"
    assert (await reveal(two, hers))["code"] == "bad_seed"
    assert (await reveal(one, hers._replace(game=two.room["next"]["game"])))["code"] == "stale"
    assert one.table["revealing"] == [0, 1]


async def test_it_refuses_a_seal_for_another_game_and_one_that_was_used(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, one, two = await table_of(alice, bob)
    code = one.room["next"]["game"]
    hers = await seal(one, alice)
    assert (await two.ask("seal", game=code, seal=hers.seal))["code"] == "bad_seed"
    assert (await two.ask("seal", game="zzzz", seal="a" * 64))["code"] == "stale"
    await seal(two, bob)
    await one.ask("start")
    await one.reach(1)
    assert (await one.ask("seal", game=code, seal="a" * 64))["code"] == "stale"
    following = (await one.reach_room(status="playing"))["next"]["game"]
    again = await one.ask("seal", game=following, seal=hers.seal)
    assert again["code"] == "bad_seed"
    assert (await one.ask("seal", game=following, seal="b" * 64))["type"] == "ack"


async def test_it_starts_a_day_long_game_without_the_others_and_waits_a_turn_for_their_seeds(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob, clock=86_400)
    hers, his = await seal(one, alice), await seal(two, bob)
    await two.leave()
    await let_pass(clock, 12, one)
    assert (await one.ask("start"))["type"] == "ack"
    await one.reach(1)
    await reveal(one, hers)
    await let_pass(clock, 60, one)
    back = await visit(room, bob)
    await let_pass(clock, 60, one, back)
    await hubs._tick()
    await sweep_deadlines()
    assert back.table["revealing"] == [1]
    assert (await reveal(back, his))["type"] == "ack"
    assert (await one.reach(3))["deadline"] == clock.ms + 86_400_000


# --- Rematches ----------------------------------------------------------------------------


async def finish(one: Client, two: Client) -> None:
    answer = await one.ask("resign", game=one.table["game"])
    for client in (one, two):
        await client.reach(answer["seq"])
        await client.reach_room(status="over")


async def test_it_begins_a_rematch_with_seals_in_the_same_message(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    await reveal(two, his)
    await finish(one, two)
    code = one.room["next"]["game"]
    hers, his = make_seal(code, alice.pk), make_seal(code, bob.pk)
    assert (await one.ask("rematch", game=code, seal=hers.seal))["type"] == "ack"
    assert (await two.ask("rematch", game=code, seal=his.seal))["type"] == "ack"
    shown = (await one.hear("update", game=code))["view"]
    assert (shown["revealing"], shown["fairness"]["seals"]) == ([0, 1], [hers.seal, his.seal])


async def test_it_shows_a_seal_of_another_device_before_a_rematch_locks_it(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    await reveal(two, his)
    await finish(one, two)
    code = one.room["next"]["game"]
    await seal(one, alice)
    await seal(two, bob)
    await two.ask("rematch")
    phone = await visit(room, alice)
    newer = make_seal(code, alice.pk)
    before = len(one.frames)
    assert (await phone.ask("rematch", game=code, seal=newer.seal))["type"] == "ack"
    await one.hear("update", game=code)
    started = [frame["type"] for frame in one.frames[before:]].index("update")
    shown = [frame for frame in one.frames[before:][:started] if frame["type"] == "room"]
    assert shown[0]["room"]["seats"][0]["seal"] == newer.seal
    assert shown[0]["room"]["next"]["game"] == code


async def test_it_begins_a_rematch_when_the_last_player_is_back(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    await reveal(two, his)
    await finish(one, two)
    first = await game_of(room)
    await seal(one, alice)
    await seal(two, bob)
    await two.ask("rematch")
    await two.leave()
    await let_pass(clock, 12, one)
    await one.ask("rematch")
    assert (await game_of(room)).pk == first.pk
    await visit(room, bob)
    shown = (await one.hear("update", seq=1))["view"]
    assert shown["revealing"] == [0, 1]


async def test_it_counts_a_seed_that_is_being_stored(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    clock.advance(REVEAL_S + 5)
    game = hubs.rooms[room.code].game
    assert game is not None
    async with game.turn:
        await hubs._tick()
    assert (await reveal(two, his))["type"] == "ack"
    assert (await one.reach(3))["acting"] == [0]
