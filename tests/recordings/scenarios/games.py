"""Whole games of every variant."""

import random
from typing import Any

from tests.recordings.script import Scenario, Script


async def _for_two(script: Script, rolls: float, **settings: Any) -> None:
    """Alice and Bob play at random to the end, and a stranger watches."""
    room = await script.room("alice", **settings)
    await script.open(room, "alice", "bob", "nobody")
    await script.ok("alice", "seed", seed="seedofalice")
    await script.ok("bob", "sit", seed="seedofbob")
    await script.ok("alice", "start")
    await script.play_on(["alice", "bob"], random.Random(5), rolls)


async def game_of_yacht(script: Script) -> None:
    await _for_two(script, 0.5)


async def game_of_yahtzee(script: Script) -> None:
    await _for_two(script, 0.5, variant="yahtzee", clock=60)


async def game_of_yatzy(script: Script) -> None:
    await _for_two(script, 0.4, variant="yatzy", clock=86400)


async def game_of_triple_yahtzee(script: Script) -> None:
    await _for_two(script, 0.1, variant="triple_yahtzee")


async def _alone(
    script: Script, variant: str, joker: str, *turns: int, one_face: bool = True
) -> tuple[bytes, str]:
    """Alice begins a game alone in which these turns can end in five alike; the first one does."""
    room = await script.room("alice", variant=variant, seats=1, switches={"joker": joker})
    await script.open(room, "alice")
    game = script.rooms["alice"]["next"]["game"]
    seed = await script.seed_with_yahtzees(game, *turns, one_face=one_face)
    await script.ok("alice", "seed", seed=seed)
    await script.ok("alice", "start")
    secret = await script.secret_of(game)
    await script.roll_yahtzee("alice", secret, seed)
    await script.score("alice", "yahtzee")
    return secret, seed


async def _with_joker(script: Script, joker: str) -> None:
    """Her Yahtzee box and the upper box of the face are filled when five alike come again."""
    secret, seed = await _alone(script, "yahtzee", joker, 1, 3)
    face = script.views["alice"]["last"]["dice"][0]
    await script.roll("alice")
    upper = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    await script.score("alice", upper[face - 1])
    await script.roll_yahtzee("alice", secret, seed)
    other = upper[face % 6]
    if joker == "forced":
        moment = script.moment("alice")
        await script.no("box_not_allowed", "alice", "score", **moment, category=other)
    await script.score("alice", "large_straight")
    await script.play_on(["alice"], random.Random(8), 0.5)


async def _upper_box_first(script: Script, variant: str, joker: str, wish: str) -> None:
    """Five alike come again while the upper box of their face is open."""
    columns = 3 if variant == "triple_yahtzee" else 1
    turns = range(1, columns + 2)
    secret, seed = await _alone(script, variant, joker, *turns, one_face=False)
    for column in range(1, columns):
        await script.roll_yahtzee("alice", secret, seed)
        await script.score("alice", "yahtzee", column)
    await script.roll_yahtzee("alice", secret, seed)
    if joker == "forced":
        moment = script.moment("alice")
        await script.no("box_not_allowed", "alice", "score", **moment, category=wish)
        await script.first_box("alice")
    else:
        await script.score("alice", wish)
    await script.ok("alice", "resign", game=script.views["alice"]["game"])


async def game_with_forced_joker(script: Script) -> None:
    await _with_joker(script, "forced")


async def game_with_free_joker(script: Script) -> None:
    await _with_joker(script, "free")


async def game_without_joker(script: Script) -> None:
    await _with_joker(script, "none")


async def upper_box_first_with_forced_joker(script: Script) -> None:
    await _upper_box_first(script, "yahtzee", "forced", "chance")


async def upper_box_first_with_free_joker(script: Script) -> None:
    await _upper_box_first(script, "yahtzee", "free", "large_straight")


async def upper_box_first_in_triple_yahtzee(script: Script) -> None:
    await _upper_box_first(script, "triple_yahtzee", "forced", "chance")


async def upper_box_first_in_free_triple_yahtzee(script: Script) -> None:
    await _upper_box_first(script, "triple_yahtzee", "free", "full_house")


async def upper_box_first_without_joker_in_triple_yahtzee(script: Script) -> None:
    await _upper_box_first(script, "triple_yahtzee", "none", "full_house")


async def game_in_rounds(script: Script) -> None:
    """Alice and Bob play two rounds, each seeing the other's only after both are done; strangers
    watch, and the worker ends a third round. Alice has two tabs, one for whole views.
    """
    room = await script.room("alice", clock=60, mode="rounds")
    await script.open_for_deltas(room, "alice", "bob", "nobody")
    await script.open(room, "alice2", "nobody2")
    await script.ok("alice", "seed", seed="seedofalice")
    await script.ok("bob", "sit", seed="seedofbob")
    await script.ok("alice", "start")
    game = script.views["alice"]["game"]
    for number, box in ((1, "choice"), (2, "ones")):
        first = {"game": game, "turn": number, "roll": 0}
        await script.ok("bob", "roll", **first)
        await script.ok("alice", "roll", **first)
        await script.no("forbidden", "alice", "chat", text="What a roll!")
        await script.no("forbidden", "bob", "select", game=game, turn=number, hold=[0])
        await script.ok("alice", "score", game=game, turn=number, roll=1, category=box)
        await script.no("not_your_turn", "alice", "roll", game=game, turn=number + 1, roll=0)
        await script.say("bob", "sync", game=game, seq=1)
        await script.ok("bob", "score", game=game, turn=number, roll=1, category=box)
        await script.no("not_started", "bob", "roll", game=game, turn=number + 1, roll=0)
        await script.ok("bob", "chat", text="Well played.")
        await script.wait(3.5)
    await script.ok("alice", "roll", game=game, turn=3, roll=0)
    for _ in range(3):
        await script.wait(21)
        for client in ("alice", "bob", "nobody", "alice2", "nobody2"):
            await script.say(client, "ping", game=game, seq=1, rev=0)
    await script.sweep("deadlines")
    await script.wait(3.5)
    await script.ok("bob", "resign", game=game)


SCRIPTS: list[Scenario] = [
    game_of_yacht,
    game_of_yahtzee,
    game_of_yatzy,
    game_of_triple_yahtzee,
    game_in_rounds,
    game_with_forced_joker,
    game_with_free_joker,
    game_without_joker,
    upper_box_first_with_forced_joker,
    upper_box_first_with_free_joker,
    upper_box_first_in_triple_yahtzee,
    upper_box_first_in_free_triple_yahtzee,
    upper_box_first_without_joker_in_triple_yahtzee,
]
