"""Sealed seeds: seals, starts that wait for them, and starts that are cancelled."""

import hashlib

from tests.recordings.script import Scenario, Script
from tests.recordings.world import PEOPLE


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


async def sealed_start(script: Script) -> None:
    """Two who seal, and one who does not, play; then again with seals in one message."""
    room = await script.room("alice", seats=3, clock=60)
    await script.open(room, "alice", "bob", "charlie", "bob2")
    game = _next(script, "alice")
    await script.ok("bob", "sit", game=game, seal=_seal("bob", game)["seal"])
    await script.ok("charlie", "sit", seed="plain")
    await _send_seal(script, "alice", "first")
    await _send_seal(script, "alice")
    await script.ok("alice", "start")
    await script.no("not_started", "bob", "roll", game=game, turn=1, roll=0)
    await script.no("not_started", "bob", "resign", game=game)
    kept = _seal("alice", game)
    await script.no("bad_seed", "alice", "reveal", game=game, salt=kept["salt"], text="first")
    await script.no("stale", "charlie", "reveal", game=game, salt=kept["salt"], text="plain")
    await script.wait(0.2)
    await _reveal(script, "bob2")
    await _reveal(script, "bob")
    await script.wait(0.2)
    await _reveal(script, "alice")
    await script.turn("alice")
    for client in ("charlie", "bob", "alice"):
        if script.views[client]["status"] == "playing":
            await script.ok(client, "resign", game=game)
    following = _next(script, "alice")
    seals = {name: _seal(name, following)["seal"] for name in ("alice", "bob")}
    await script.ok("alice", "rematch", game=following, seal=seals["alice"])
    await script.ok("charlie", "rematch")
    await script.ok("bob", "rematch")
    await script.ok("bob", "seal", game=following, seal=seals["bob"])
    await _reveal(script, "alice")
    await _reveal(script, "bob")
    await script.turn("bob")


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


async def refused_seals(script: Script) -> None:
    """Seals that are refused."""
    room = await script.room("alice")
    await script.open(room, "alice", "bob", "nobody")
    game = _next(script, "alice")
    seal = _seal("alice", game)["seal"]
    await script.no("sign_in_first", "nobody", "seal", game=game, seal=seal)
    await script.no("sign_in_first", "nobody", "reveal", game=game, salt="0" * 32, text="abc")
    await script.no("not_seated", "bob", "seal", game=game, seal=seal)
    await script.no("not_started", "alice", "reveal", game=game, salt="0" * 32, text="abc")
    await script.no("bad_message", "alice", "seal", game=game, seal=seal.upper())
    await script.no("bad_message", "bob", "sit", seal=seal)
    await script.no("bad_message", "bob", "sit", game=game, seal=seal, seed="abc")
    await script.no("stale", "bob", "sit", game="zzzzzzzzzzzz", seal=seal)
    await script.ok("alice", "seal", game=game, seal=seal)
    await script.no("bad_seed", "bob", "sit", game=game, seal=seal)
    await script.ok("bob", "sit")
    await script.ok("alice", "seed", seed="abc")
    await script.ok("alice", "start")


SCRIPTS: list[Scenario] = [sealed_start, withheld_seeds, refused_seals]
