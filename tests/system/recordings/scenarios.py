"""What is recorded: each function is the script of the recording of its name."""

import hashlib
from typing import Any

from tests.system.recordings.script import Scenario, Script
from tests.system.recordings.world import PEOPLE

# So long after a change the lobby has told of it.
SOON = 0.1


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


def _wish(**differing: Any) -> dict[str, Any]:
    return {"variant": "yacht", "switches": {}, "clock": 60, "rated": False, **differing}


async def _tell(script: Script, client: str, type_: str, **fields: Any) -> None:
    """Send a command that is acknowledged, and wait for what the lobby has to say."""
    await script.ok(client, type_, **fields)
    await script.wait(SOON)


async def play_now(script: Script) -> None:
    """Tickets come, change and go, and find each other."""
    await script.look("alice", "alice2", "bob", "charlie", "nobody")
    await _tell(script, "alice", "play", **_wish(players=3))
    await _tell(script, "alice", "play", **_wish(players=3))
    await _tell(script, "alice2", "play", **_wish(variant="yahtzee", players=2))
    await _tell(script, "alice", "cancel")
    await _tell(script, "alice", "cancel")
    for wrong in (
        {"players": 1},
        {"variant": "chess"},
        {"variant": ""},
        {"switches": {"joker": "free"}},
        {"variant": "yahtzee", "switches": {"joker": "wild"}},
        {"variant": "yahtzee", "switches": {"self": "x"}},
        {"clock": 61},
        {"clock": 0},
        {"rated": True, "clock": None},
    ):
        await script.no("bad_message", "bob", "play", **_wish(**wrong))
    await script.no("forbidden", "bob", "play", **_wish(rated=True))
    wish = _wish(variant="yatzy", players=2)
    await _tell(script, "alice", "play", **wish)
    await _tell(script, "bob", "play", **_wish(variant="yatzy", players=3))
    await script.sweep("tickets")
    await script.wait(SOON)
    await _tell(script, "bob", "play", **wish)
    await script.sweep("tickets")
    await script.wait(SOON)
    room = next(frame["room"] for frame in script.frames["bob"] if frame.get("type") == "paired")
    await script.no("already_started", "bob", "play", **wish)
    await script.open(room, "alice3", "bob3")
    await script.no("forbidden", "alice3", "start")
    await script.no("forbidden", "alice3", "remove", seat=1)
    await script.ok("alice3", "seed", seed="alice")
    await script.ok("bob3", "seed", seed="bob")
    await script.wait(1)
    await script.turn("alice3")
    await script.wait(6)
    await script.sweep("tickets")
    await script.wait(1)


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


def _seal(client: str, game: str, text: str = "lucky") -> dict[str, str]:
    """The fields of `reveal` for a seed of this client, and its `seal`."""
    who = client.rstrip("0123456789")
    salt = hashlib.md5(f"{who}|{game}".encode(), usedforsecurity=False).hexdigest()
    whole = f"seal|{game}|{PEOPLE[who][0]}|{salt}|{text}"
    return {"salt": salt, "text": text, "seal": hashlib.sha256(whole.encode()).hexdigest()}


def _next(script: Script, client: str) -> str:
    return str(script.rooms[client]["next"]["game"])


async def _send_seal(script: Script, client: str, text: str = "lucky") -> None:
    game = _next(script, client)
    await script.ok(client, "seal", game=game, seal=_seal(client, game, text)["seal"])


async def _reveal(script: Script, client: str, text: str = "lucky") -> None:
    game = script.views[client]["game"]
    kept = _seal(client, game, text)
    await script.ok(client, "reveal", game=game, salt=kept["salt"], text=kept["text"])


async def withheld_seeds(script: Script) -> None:
    """A player does not show their seed; a day-long game waits for a turn's time."""
    room = await script.room("alice", clock=30)
    await script.open(room, "alice", "bob")
    await script.ok("bob", "sit")
    await _send_seal(script, "alice")
    await _send_seal(script, "bob")
    await script.ok("alice", "start")
    await _reveal(script, "alice")
    await script.wait(12)
    await script.no("not_seated", "bob", "seal", game=_next(script, "bob"), seal="0" * 64)
    await script.ok("bob", "sit")
    await script.no("forbidden", "alice", "start")
    await _send_seal(script, "alice")
    await _send_seal(script, "bob")
    await script.ok("alice", "start")
    await _reveal(script, "bob")
    await _reveal(script, "alice")
    slow = await script.room("alice", clock=86400)
    await script.open(slow, "alice3", "bob3")
    await script.ok("bob3", "sit")
    await _send_seal(script, "alice3")
    await _send_seal(script, "bob3")
    await script.ok("alice3", "start")
    await _reveal(script, "alice3")
    await script.wait(40)
    await script.sweep("deadlines")
    await script.do("jump", seconds=86_400)
    await script.sweep("deadlines")
    await script.wait(1)
    await script.open(slow, "alice4")
    assert script.views["alice4"]["status"] == "cancelled"


async def deltas(script: Script) -> None:
    """One player gets whole views, the other one and a spectator what changes in them."""
    room = await script.room("alice", variant="triple_yahtzee")
    await script.open(room, "alice")
    await script.open_for_deltas(room, "bob", "nobody")
    await script.ok("alice", "seed", seed="alice")
    await script.ok("bob", "sit", seed="bob")
    await script.ok("alice", "start")
    for mover in ("alice", "bob") * 3:
        for _ in range(2):
            await script.ok(mover, "roll", **script.moment("alice"))
        box = script.views["alice"]["seats"][mover == "bob"]["options"][0]
        where = {"category": box["category"], "column": box["column"]}
        await script.ok(mover, "score", **script.moment("alice"), **where)
    game = script.views["alice"]["game"]
    await script.ok("bob", "sync", game=game, seq=9)
    await script.ok("bob", "sync", game=game)
    await script.ok("bob", "ping", rev=0)
    await script.ok("bob", "resign", game=game)
    await script.ok("alice", "rematch")
    await script.ok("bob", "rematch")


SCENARIOS: dict[str, Scenario] = {
    script.__name__: script for script in (deltas, game_in_rounds, play_now, rated, withheld_seeds)
}
