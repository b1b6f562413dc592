"""A whole game with six dice over sockets. `test_six_dice` runs it, with the variant offered."""

import random

from games.database.threads import in_database
from games.live.registry import Hubs
from games.log.verifying import problems_of
from games.models import User
from tests.support.client import visit
from tests.support.other_dice import SIX_DICE
from tests.support.people import current_game, playing


async def test_two_play_it_to_the_end(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob, variant=SIX_DICE.id))
    clients = [await visit(room, user) for user in (alice, bob)]
    sheet = clients[0].room["sheet"]
    assert (sheet["dice"], sheet["faces"], sheet["rolls"]) == (6, 6, 2)
    rng = random.Random(1)
    moves = 0
    while clients[0].table["status"] == "playing":
        view = clients[0].table
        acting = view["acting"][0]
        seat, player = view["seats"][acting], clients[acting]
        if seat["may_roll"]:
            held = rng.sample(range(6), rng.randint(0, 6)) if seat["turn"]["roll"] else []
            answer = await player.roll(tuple(held))
        else:
            option = rng.choice(seat["options"])
            answer = await player.score(option["category"])
        assert answer["type"] == "ack", answer
        for client in clients:
            await client.reach(answer["seq"])
        moves += 1
    assert moves == 2 * 10 * 3
    assert clients[0].view == clients[1].view
    rolled = [event for event in clients[0].events if event["type"] == "dice.rolled"]
    assert {len(event["data"]["dice"]) for event in rolled} == {6}
    game = await in_database(lambda: current_game(room))
    assert await in_database(lambda: problems_of(game)) == []
