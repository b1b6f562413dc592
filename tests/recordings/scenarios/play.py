"""Single moments of games: refusals, absence, time, hints, chances, and what comes after a game."""

import random
from typing import Any

from tests.recordings.script import Scenario, Script


async def _playing(script: Script, *others: str, **settings: Any) -> str:
    """Alice and others begin a game; returns the room."""
    room = await script.room("alice", seats=1 + len(others), **settings)
    await script.open(room, "alice", *others)
    await script.ok("alice", "seed", seed="alice")
    for other in others:
        await script.ok(other, "sit", seed=other)
    await script.ok("alice", "start")
    return room


async def refusals(script: Script) -> None:
    """What a game does not allow at a moment."""
    room = await _playing(script, "bob")
    await script.open(room, "charlie")
    game = script.views["alice"]["game"]
    first = {"game": game, "turn": 1, "roll": 0}
    await script.no("not_seated", "charlie", "roll", **first)
    await script.no("not_seated", "charlie", "resign", game=game)
    await script.no("not_seated", "charlie", "hint", **first)
    await script.no("not_your_turn", "charlie", "select", game=game, turn=1, hold=[])
    await script.no("not_your_turn", "bob", "roll", **first)
    await script.no("stale", "alice", "roll", **{**first, "turn": 2})
    await script.no("stale", "alice", "roll", **{**first, "roll": 1})
    await script.no("stale", "alice", "roll", **{**first, "game": "zzzzzzzzzzzz"})
    await script.no("bad_hold", "alice", "roll", **first, hold=[0])
    await script.no("must_roll_first", "alice", "score", **first, category="ones")
    await script.no("must_roll_first", "alice", "hint", **first)
    await script.no("stale", "alice", "back", game=game)
    await script.no("forbidden", "bob", "play_on", game=game, seat=0)
    await script.no("not_found", "bob", "play_on", game=game, seat=7)
    await script.no("not_your_turn", "bob", "select", game=game, turn=1, hold=[0])
    await script.no("stale", "alice", "select", game=game, turn=2, hold=[0])
    for type_, fields in (
        ("sit", {}),
        ("stand", {}),
        ("ready", {}),
        ("seed", {"seed": "abc"}),
        ("start", {}),
        ("close", {"seat": 1}),
        ("open", {"seat": 1}),
        ("remove", {"seat": 1}),
        ("add_bot", {"bot": "pip"}),
        ("fill", {}),
        ("stand_ins", {"on": True}),
        ("rematch", {}),
    ):
        await script.no("already_started", "alice", type_, **fields)
    await script.roll("alice")
    moment = script.moment("alice")
    await script.no("bad_hold", "alice", "roll", **moment, hold=[1, 1])
    await script.no("no_such_box", "alice", "score", **moment, category="nonsense")
    await script.no("no_such_box", "alice", "score", **moment, category="ones", column=1)
    await script.roll("alice", (0, 1, 2, 3, 4))
    await script.roll("alice", (4, 2))
    await script.no("no_rolls_left", "alice", "roll", **script.moment("alice"))
    await script.score("alice", "ones")
    await script.turn("bob")
    await script.roll("alice")
    await script.no("box_filled", "alice", "score", **script.moment("alice"), category="ones")
    await script.ok("alice", "resign", game=game)
    await script.no("game_over", "bob", "roll", **first)
    await script.no("not_your_turn", "bob", "hint", **first)


async def resigning(script: Script) -> None:
    """One of three gives up, then another."""
    await _playing(script, "bob", "charlie", variant="yatzy")
    game = script.views["alice"]["game"]
    await script.turn("alice")
    await script.roll("bob")
    await script.ok("bob", "resign", game=game)
    await script.no("not_your_turn", "bob", "roll", game=game, turn=1, roll=1)
    await script.turn("charlie")
    await script.turn("alice")
    await script.ok("alice", "resign", game=game)


async def resent(script: Script) -> None:
    """Commands that are sent again have their old answer."""
    await _playing(script, "bob")
    game = script.views["alice"]["game"]
    roll = {"game": game, "turn": 1, "roll": 0, "id": "again"}
    for _ in range(3):
        await script.ok("alice", "roll", **roll)
    await script.ok("alice", "score", **script.moment("alice"), category="choice", id="box")
    await script.turn("bob")
    await script.ok("alice", "roll", **roll)
    await script.ok("alice", "resign", game=game, id="enough")
    await script.ok("alice", "resign", game=game, id="enough")
    await script.ok("alice", "roll", **roll)
    await script.ok("alice", "rematch", id="more")
    await script.ok("bob", "rematch", seed="bobagain")
    await script.no("already_started", "alice", "rematch", id="more")
    # Of the game before.
    await script.ok("alice", "roll", **roll)
    await script.no("stale", "alice", "roll", **{**roll, "id": "new"})
    await script.say("bob", "roll", **script.moment("bob"), id=None)
    await script.ok("alice", "sync", game=game, seq=2)


async def reconnecting(script: Script) -> None:
    """Gaps are filled with events, or a snapshot."""
    room = await _playing(script, "bob")
    game = script.views["alice"]["game"]
    for _ in range(3):
        await script.turn("alice")
        await script.turn("bob")
    for seq in (13, 12, 5, 0, 14, 999_999):
        await script.ok("alice", "sync", game=game, seq=seq)
    await script.ok("alice", "sync", game="zzzzzzzzzzzz", seq=3)
    await script.ok("alice", "sync")
    await script.wait(2)
    for fields in ({}, {"game": game, "seq": 13}, {"game": game, "seq": 9}, {"rev": 1}):
        await script.ok("alice", "ping", **fields)
    await script.ok("alice", "ping", game=game, seq=500, rev=999)
    await script.ok("alice", "ping", game="zzzzzzzzzzzz", seq=1)
    await script.say("alice", "ping", id=None)
    await script.do("leave", client="alice")
    await script.open(room, "alice", "alice2")
    for _ in range(9):
        for client in ("alice", "bob"):
            for _ in range(3):
                await script.roll(client)
            await script.first_box(client)
    await script.ok("alice", "sync", game=game, seq=20)
    await script.ok("alice", "ping", game=game, seq=1)


async def selecting(script: Script) -> None:
    """Who acts shows which dice are thought of."""
    room = await _playing(script, "bob")
    game = script.views["alice"]["game"]
    await script.roll("alice")
    await script.say("alice", "select", game=game, turn=1, hold=[3, 1, 1], id=None)
    await script.ok("alice", "select", game=game, turn=1, hold=[0, 2])
    await script.open(room, "nobody")
    await script.roll("alice", (0, 2))
    await script.open(room, "nobody2")


async def presence(script: Script) -> None:
    """Who is here, who lingers, and who watches."""
    room = await script.room("alice", seats=2)
    await script.open(room, "alice", "bob", "bob2", "charlie", "nobody", "nobody2")
    await script.ok("bob", "sit")
    await script.do("leave", client="nobody2")
    await script.do("leave", client="bob2")
    await script.wait(12)
    await script.do("leave", client="bob")
    await script.wait(5)
    await script.open(room, "bob")
    await script.do("leave", client="bob")
    await script.wait(9.5)
    await script.wait(3)
    await script.open(room, "bob")
    await script.do("leave", client="charlie")
    await script.wait(12)


async def absence(script: Script) -> None:
    """Somebody is away, and the seat is played automatically until they are back."""
    room = await _playing(script, "bob")
    game = script.views["alice"]["game"]
    await script.do("leave", client="alice")
    await script.no("forbidden", "bob", "play_on", game=game, seat=0)
    await script.wait(29)
    await script.say("bob", "ping")
    await script.no("forbidden", "bob", "play_on", game=game, seat=0)
    await script.wait(15)
    await script.no("forbidden", "bob", "play_on", game=game, seat=1)
    await script.ok("bob", "play_on", game=game, seat=0, id="go")
    await script.no("stale", "bob", "play_on", game=game, seat=0)
    await script.sweep("deadlines")
    await script.wait(1.5)
    await script.sweep("deadlines")
    await script.no("stale", "bob", "play_on", game=game, seat=0)
    await script.open(room, "alice")
    await script.ok("bob", "play_on", game=game, seat=0, id="go")
    await script.no("stale", "alice", "back", game=game)
    await script.turn("bob")
    await script.turn("alice")


async def time_outs(script: Script) -> None:
    """The clock runs out, once and twice; acting brings the player back."""
    room = await _playing(script, "bob", clock=30, variant="yahtzee")
    game = script.views["alice"]["game"]
    await script.sweep("deadlines")
    await script.roll("alice")
    await script.wait(30.5)
    await script.no("stale", "alice", "roll", game=game, turn=2, roll=0)
    await script.sweep("deadlines")
    await script.wait(0.5)
    await script.no("stale", "alice", "roll", **script.moment("alice"))
    await script.sweep("deadlines")
    await script.turn("bob")
    await script.wait(31)
    await script.sweep("deadlines")
    assert script.views["bob"]["seats"][0]["auto"] is True
    await script.turn("bob")
    await script.wait(2)
    await script.sweep("deadlines")
    await script.turn("bob")
    await script.ok("alice", "back", game=game)
    await script.turn("alice")
    for _ in range(3):
        await script.wait(31)
        await script.say("alice", "ping")
        await script.say("bob", "ping")
        await script.sweep("deadlines")
    await script.say("alice", "ping")
    await script.open(room, "bob2")
    # Who acts is back, too.
    for _ in range(2):
        await script.wait(20)
        await script.say("alice", "ping")
        await script.say("bob", "ping")
        await script.wait(11)
        await script.sweep("deadlines")
    await script.say("alice", "ping")


async def stand_in(script: Script) -> None:
    """A bot plays for who has left, until they are back."""
    room = await _playing(script, "bob", clock=30, stand_ins=True)
    game = script.views["alice"]["game"]
    await script.do("leave", client="alice")
    await script.wait(31)
    await script.sweep("deadlines")
    await script.turn("bob")
    await script.wait(31)
    await script.say("bob", "ping")
    await script.sweep("deadlines")
    await script.turn("bob")
    await script.wait(2)
    await script.sweep("deadlines")
    await script.wait(12)
    await script.turn("bob")
    await script.wait(2)
    await script.sweep("deadlines")
    await script.wait(1)
    await script.open(room, "alice")
    await script.wait(5)
    await script.ok("alice", "resign", game=game)


async def hints(script: Script) -> None:
    """What is best, for the player who asks; others see only that it was asked."""
    await _playing(script, "bob")
    game = script.views["alice"]["game"]
    await script.roll("alice")
    await script.ok("alice", "hint", **script.moment("alice"))
    await script.ok("alice", "hint", **script.moment("alice"))
    await script.say("alice", "hint", **script.moment("alice"), id=None)
    await script.no("not_your_turn", "bob", "hint", **script.moment("alice"))
    await script.no("stale", "alice", "hint", game=game, turn=1, roll=2)
    await script.no("stale", "alice", "hint", game="zzzzzzzzzzzz", turn=1, roll=1)
    await script.roll("alice", (0,))
    await script.roll("alice", (0,))
    await script.ok("alice", "hint", **script.moment("alice"))


async def estimated_hints(script: Script) -> None:
    """Values of Triple Yahtzee are estimates."""
    await _playing(script, variant="triple_yahtzee")
    await script.roll("alice")
    await script.ok("alice", "hint", **script.moment("alice"))


async def chances(script: Script) -> None:
    """Who watches hears how likely each is to win; who plays does not."""
    await script.world("know_the_odds")
    room = await _playing(script, "bob", variant="triple_yahtzee")
    await script.open(room, "charlie", "nobody")
    await script.turn("alice")
    await script.turn("bob")
    await script.open(room, "nobody2")
    await script.ok("bob", "resign", game=script.views["bob"]["game"])


async def rematches(script: Script) -> None:
    """Game after game in one room; the host may begin without those who do not want to."""
    room = await _playing(script, "bob", "charlie")
    await script.open(room, "dora")
    game = script.views["alice"]["game"]
    for client in ("bob", "charlie"):
        await script.ok(client, "resign", game=game)
    await script.no("not_seated", "dora", "rematch")
    await script.ok("alice", "rematch", seed="a2")
    await script.ok("bob", "rematch")
    await script.ok("charlie", "rematch", seed="c2")
    game = script.views["alice"]["game"]
    await script.turn("bob")
    for client in ("bob", "alice"):
        await script.ok(client, "resign", game=game)
    await script.ok("bob", "rematch", seed="b3")
    await script.ok("alice", "start")
    assert len(script.views["alice"]["seats"]) == 2
    await script.ok("alice", "resign", game=script.views["alice"]["game"])
    await script.ok("alice", "fill")
    await script.no("room_full", "charlie", "sit")
    await script.ok("alice", "remove", seat=2)
    await script.ok("charlie", "sit")


async def same_dice_again(script: Script) -> None:
    """A finished game's dice, for one player."""
    await _playing(script, "bob")
    chance = random.Random(2)
    await script.turn("alice")
    await script.turn("bob")
    await script.play_on(["alice", "bob"], chance, 0.0)
    game = script.views["alice"]["game"]
    answer = await script.world("post", who="charlie", path=f"/g/{game}/again", data={"seat": 1})
    again = answer[1].split("/")[-2]
    await script.open(again, "charlie")
    await script.turn("charlie")
    await script.turn("charlie")
    await script.ok("charlie", "resign", game=script.views["charlie"]["game"])
    await script.ok("charlie", "rematch", seed="c2")


async def rated(script: Script) -> None:
    """Rated games: who may play, what they change, and what becomes of who leaves."""
    room = await script.room("erin", rated=True, clock=60, variant="yatzy", public=True)
    await script.open(room, "erin", address="8.8.8.8")
    await script.open(room, "frank", address="9.9.9.9")
    await script.open(room, "alice", "grace")
    await script.no("forbidden", "alice", "sit")
    await script.ok("erin", "seed", seed="erin")
    await script.ok("frank", "sit", seed="frank")
    await script.ok("erin", "start")
    await script.roll("erin")
    await script.no("forbidden", "erin", "hint", **script.moment("erin"))
    await script.first_box("erin")
    for client in ("frank", "erin", "frank"):
        await script.turn(client)
    await script.ok("erin", "resign", game=script.views["erin"]["game"])
    await script.sweep("results")
    await script.wait(1)
    assert script.rooms["frank"]["result"]["counted"]
    await script.no("forbidden", "erin", "rematch")
    await script.ok("erin", "stand")
    await script.no("forbidden", "erin", "sit")
    # Without a seed of her own.
    await script.ok("grace", "sit")
    await script.ok("grace", "ready")
    await script.ok("frank", "start")
    game = script.views["frank"]["game"]
    await script.ok("grace", "resign", game=game)
    await script.sweep("results")
    await script.wait(1)


async def rated_with_neighbours(script: Script) -> None:
    """A rated game of two at one address changes no rating; the ratings show in the lobby."""
    room = await script.room("erin", rated=True, clock=30, public=True)
    await script.open(room, "erin", address="8.8.8.8")
    await script.open(room, "frank", address="8.8.8.8")
    await script.ok("erin", "seed", seed="erin")
    await script.ok("frank", "sit", seed="frank")
    await script.ok("erin", "start")
    await script.turn("erin")
    await script.ok("frank", "resign", game=script.views["frank"]["game"])
    await script.sweep("results")
    await script.wait(1)


async def with_bots(script: Script) -> None:
    """A person and all seven bots, for some rounds."""
    room = await script.room("alice", seats=8)
    await script.open(room, "alice", "nobody")
    await script.ok("alice", "fill")
    await script.ok("alice", "seed", seed="alice")
    await script.ok("alice", "start")
    for _ in range(2):
        await script.turn("alice")
        await _bots_move(script, "alice")
    await script.ok("alice", "resign", game=script.views["alice"]["game"])


async def _bots_move(script: Script, client: str) -> None:
    """Wait until the person has to act again."""
    while script.views[client]["acting"] not in ([0], []):
        await script.wait(2)
        await script.sweep("deadlines")
        await script.wait(8)
        await script.say(client, "ping", id=None)


SCRIPTS: list[Scenario] = [
    refusals,
    resigning,
    resent,
    reconnecting,
    selecting,
    presence,
    absence,
    time_outs,
    stand_in,
    hints,
    estimated_hints,
    chances,
    rematches,
    same_dice_again,
    rated,
    rated_with_neighbours,
    with_bots,
]
