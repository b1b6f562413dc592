"""A game with sealed seeds: seals, start, reveals, first roll; and starts that are cancelled."""

import pytest
from channels.layers import InMemoryChannelLayer

from games.database.threads import in_database
from games.live.deadlines import sweep_deadlines
from games.live.registry import Hubs, use_hubs
from games.live.seed_watch import REVEAL_S
from games.models import User
from games.protocol import errors
from games.rooms import starting
from tests.fixtures import Processes
from tests.sockets.sealed_table import begun, game_of, problems, table_of
from tests.support.client import Client, visit
from tests.support.clock import FakeClock, let_pass
from tests.support.people import open_room
from tests.support.sealing import make_seal, reveal, seal


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


async def test_it_acknowledges_a_seed_that_another_tab_has_shown(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, _, hers, _ = await begun(alice, bob)
    tab = await visit(room, alice)
    assert (await reveal(one, hers))["type"] == "ack"
    assert (await reveal(tab, hers))["type"] == "ack"
    assert (await reveal(tab, hers._replace(text="another")))["type"] == "error"
    assert [event["type"] for event in one.events] == ["game.started", "seed.revealed"]


async def test_it_lets_a_player_show_their_seed_after_a_reload(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await two.leave()
    back = await visit(room, bob)
    assert back.table["revealing"] == [0, 1]
    await reveal(one, hers)
    assert (await reveal(back, his))["type"] == "ack"
    assert (await one.reach(3))["acting"] == [0]


async def test_it_counts_the_newest_seal(hubs: Hubs, alice: User, bob: User) -> None:
    _, one, two = await table_of(alice, bob)
    first = await seal(one, alice, "first")
    second = await seal(one, alice, "second")
    his = await seal(two, bob)
    await one.ask("start")
    await one.reach(1)
    assert (await reveal(one, first))["code"] == "bad_seed"
    await reveal(one, second)
    await reveal(two, his)
    assert (await one.reach(3))["fairness"]["seeds"] == [second.seed, his.seed]


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


async def test_it_names_who_is_missing_for_the_start(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    _, one, two = await table_of(alice, bob)
    await seal(two, bob)
    await seal(one, alice)
    await two.leave()
    await let_pass(clock, 12, one)
    refusal = await one.ask("start")
    assert (refusal["code"], refusal["message"]) == (
        "forbidden", "Bob must be connected at the start.",
    )  # fmt: skip


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


async def test_it_starts_a_table_of_old_clients_as_before(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob)
    await one.ask("seed", seed="aaa")
    await two.ask("seed", seed="bbb")
    await one.ask("start")
    shown = await two.reach(1)
    assert (shown["acting"], shown["revealing"]) == ([0], [])
    assert shown["fairness"]["seeds"] == ["aaa", "bbb"]
    assert shown["fairness"]["known"] == [True, True]
    expected = [
        make_seal(shown["game"], player.pk, text, "").seal
        for player, text in ((alice, "aaa"), (bob, "bbb"))
    ]
    assert shown["fairness"]["seals"] == expected
    assert await problems(room) == []


async def test_it_plays_with_an_old_client_beside_one_that_seals(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob)
    hers = await seal(one, alice)
    await two.ask("seed", seed="plain")
    await one.ask("start")
    shown = await one.reach(1)
    assert (shown["revealing"], shown["fairness"]["known"]) == ([0], [False, True])
    await reveal(one, hers)
    shown = await two.reach(2)
    assert shown["fairness"]["seeds"] == [hers.seed, "plain"]
    assert (await one.roll())["type"] == "ack"
    assert await problems(room) == []


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


async def test_it_begins_a_rematch_when_the_last_seal_arrives(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    await reveal(two, his)
    await finish(one, two)
    first = await game_of(room)
    await seal(one, alice)
    await one.ask("rematch")
    assert (await two.ask("rematch"))["type"] == "ack"
    assert (await game_of(room)).pk == first.pk
    await seal(two, bob)
    shown = (await one.hear("update", seq=1))["view"]
    assert shown["revealing"] == [0, 1]


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


async def test_it_begins_a_rematch_with_an_old_client_that_sends_no_seed(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob)
    hers = await seal(one, alice)
    await one.ask("start")
    await reveal(one, hers)
    await two.reach(2)
    await finish(one, two)
    await seal(one, alice)
    await two.ask("rematch")
    await two.leave()
    await let_pass(clock, 12, one)
    assert (await one.ask("rematch"))["type"] == "ack"
    assert (await game_of(room)).number == 1
    await visit(room, bob)
    shown = (await one.hear("update", seq=1))["view"]
    assert (shown["revealing"], shown["fairness"]["known"]) == ([0], [False, True])


# --- Several processes, and older ones -----------------------------------------------------


async def test_it_starts_across_two_processes(processes: Processes, alice: User, bob: User) -> None:
    first, second = await processes(InMemoryChannelLayer())
    room = await in_database(lambda: open_room(alice))
    use_hubs(first)
    one = await visit(room, alice)
    use_hubs(second)
    two = await visit(room, bob)
    await two.ask("sit")
    await one.hear("presence", here=[alice.pk, bob.pk], away=[])
    hers, his = await seal(one, alice), await seal(two, bob)
    assert (await one.ask("start"))["type"] == "ack"
    assert (await two.reach(1))["revealing"] == [0, 1]
    await reveal(two, his)
    await reveal(one, hers)
    for client in (one, two):
        assert (await client.reach(3))["acting"] == [0]
    # Both know the seeds on which the dice depend.
    assert (await one.roll())["type"] == "ack"
    await two.reach(4)
    score = await one.score("choice")
    await two.reach(score["seq"])
    assert (await two.roll())["type"] == "ack"
    assert await problems(room) == []


async def test_it_cancels_a_start_that_another_process_delivered(
    processes: Processes, clock: FakeClock, alice: User, bob: User
) -> None:
    first, second = await processes(InMemoryChannelLayer())
    room = await in_database(lambda: open_room(alice))
    use_hubs(first)
    one = await visit(room, alice)
    use_hubs(second)
    two = await visit(room, bob)
    await two.ask("sit")
    await one.hear("presence", here=[alice.pk, bob.pk], away=[])
    hers, _ = await seal(one, alice), await seal(two, bob)
    await one.ask("start")
    await two.reach(1)
    await reveal(one, hers)
    await two.reach(2)
    clock.advance(REVEAL_S)
    await first._tick()
    assert one.table["status"] == "playing"
    await second._tick()
    for client in (one, two):
        assert (await client.reach(3))["status"] == "cancelled"
    assert (await one.reach_room(status="open"))["seats"][1]["player"] is None


async def test_it_does_not_start_what_the_store_has_not_locked(
    hubs: Hubs, alice: User, bob: User
) -> None:
    """A start is refused as a whole while somebody's seal is missing."""
    room, one, two = await table_of(alice, bob)
    await seal(one, alice)
    await seal(two, bob)
    await one.ask("start")
    await one.reach(1)
    with pytest.raises(errors.Refused):
        await in_database(lambda: starting.start(room.pk, alice.pk, None))


# --- Restarts, bots and stand-ins ----------------------------------------------------------


async def test_it_goes_on_after_a_restart_between_start_and_seeds(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    for client in (one, two):
        await client.leave()
    await hubs.close()
    use_hubs(None)
    one, two = await visit(room, alice), await visit(room, bob)
    assert two.table["revealing"] == [1]
    # What was shown before the restart is acknowledged again.
    assert (await reveal(one, hers))["type"] == "ack"
    assert (await reveal(two, his))["type"] == "ack"
    assert (await one.reach(3))["acting"] == [0]
    assert (await one.roll())["type"] == "ack"
    assert await problems(room) == []


async def test_it_lets_a_bot_begin_after_the_last_seed(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, alice: User
) -> None:
    room = await in_database(lambda: open_room(alice, 2))
    one = await visit(room, alice)
    await one.ask("add_bot", bot="pip")
    hers = await seal(one, alice)
    await one.ask("start")
    await reveal(one, hers)
    await one.ask("resign", game=one.table["game"])
    await one.reach_room(status="over")
    again = await seal(one, alice)
    await one.ask("rematch")
    assert (one.table["game"], one.table["revealing"]) == (again.game, [0])
    clock.advance(5)
    await sweep_deadlines()
    assert [event["type"] for event in one.events] == ["game.started"]
    await reveal(one, again)
    # The second game begins with the other seat, which is the bot's.
    assert (await one.reach(2))["acting"] == [1]
    clock.advance(5)
    await sweep_deadlines()
    rolled = await one.hear("update", seq=3)
    assert (rolled["events"][0]["type"], rolled["events"][0]["seat"]) == ("dice.rolled", 1)


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
