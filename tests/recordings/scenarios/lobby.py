"""The lobby: open tables, play now, challenges, bots as company."""

from typing import Any

from tests.recordings.script import Scenario, Script

# So long after a change the lobby has told of it.
SOON = 0.1


def _wish(**differing: Any) -> dict[str, Any]:
    return {"variant": "yacht", "switches": {}, "clock": 60, "rated": False, **differing}


async def _tell(script: Script, client: str, type_: str, **fields: Any) -> None:
    """Send a command that is acknowledged, and wait for what the lobby has to say."""
    await script.ok(client, type_, **fields)
    await script.wait(SOON)


async def tables(script: Script) -> None:
    """Rows of open tables and running games come, change and go."""
    await script.look("alice", "nobody", "erin")
    private = await script.room("bob")
    public = await script.room("bob", public=True, seats=3, variant="yahtzee", clock=90)
    await script.wait(1)
    other = await script.room(
        "charlie", public=True, variant="triple_yahtzee", switches={"joker": "none"}
    )
    await script.wait(1)
    await script.open(public, "bob", "dora")
    await script.open(private, "charlie")
    await _tell(script, "dora", "sit", seed="dora")
    await script.look("nobody2")
    for fields in ({}, {"seq": 0}, {"seq": 999}):
        await script.ok("alice", "ping", **fields)
    await script.ok("nobody", "sync")
    await _tell(script, "bob", "close", seat=2)
    await _tell(script, "bob", "start")
    await _tell(script, "bob", "resign", game=script.views["bob"]["game"])
    await _tell(script, "dora", "stand")
    await script.open(other, "charlie2")
    await _tell(script, "charlie2", "stand")
    await script.say("alice", "ping", id=None)
    await script.wait(44)


async def nameless_in_the_lobby(script: Script) -> None:
    """What is refused to somebody without a name."""
    await script.look("nobody")
    for type_, fields in (
        ("play", _wish()),
        ("cancel", {}),
        ("company", {"variant": "yacht"}),
        ("challenge", {"name": "Erin", "variant": "yacht"}),
        ("accept", {"challenge": 1}),
        ("decline", {"challenge": 1}),
        ("withdraw", {"challenge": 1}),
    ):
        await script.no("sign_in_first", "nobody", type_, **fields)


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


async def three_who_take_any(script: Script) -> None:
    """Who takes any number is not left over; a game begins without who does not come."""
    await script.look("alice", "bob", "charlie")
    for client in ("alice", "bob", "charlie"):
        await _tell(script, client, "play", **_wish(clock=30))
    await script.sweep("tickets")
    await script.wait(SOON)
    room = next(frame["room"] for frame in script.frames["bob"] if frame.get("type") == "paired")
    await script.open(room, "alice2")
    await script.ok("alice2", "seed", seed="alice")
    await script.wait(10)
    await script.sweep("tickets")
    await script.wait(6)
    await script.sweep("tickets")
    await script.wait(1)
    await script.sweep("tickets")


async def waiting(script: Script) -> None:
    """Who waits is offered company; who closes the tab waits no more."""
    await script.look("alice", "nobody")
    await _tell(script, "alice", "play", **_wish())
    await script.wait(21)
    await script.do("leave", client="alice")
    await script.wait(12)
    await script.sweep("tickets")
    await script.look("bob")
    await _tell(script, "bob", "play", **_wish())
    await script.sweep("tickets")
    room = await script.room("charlie")
    await script.open(room, "bob2")
    await _tell(script, "bob2", "sit")
    await script.wait(1)
    await script.world("update", model="User", where={"pk": 12}, is_active=False)
    await script.no("sign_in_first", "bob", "play", **_wish())
    await script.no("sign_in_first", "bob", "company", variant="yacht")
    await script.no("sign_in_first", "bob", "challenge", name="Erin", variant="yacht")


async def challenges(script: Script) -> None:
    """One asks another: yes, no, taken back, too late."""
    await script.look("alice", "erin", "frank", "frank2")
    wish = {"variant": "yatzy", "clock": 60}
    await _tell(script, "alice", "challenge", name="frank", **wish)
    await script.no("forbidden", "alice", "challenge", name="Frank", **wish)
    await script.no("not_found", "alice", "challenge", name="Bob", **wish)
    await script.no("not_found", "alice", "challenge", name="Nobody", **wish)
    await script.no("forbidden", "erin", "challenge", name="Erin", **wish)
    await script.no("forbidden", "alice", "challenge", name="Erin", **wish, rated=True)
    await script.no("bad_message", "alice", "challenge", name="Erin", variant="chess")
    await script.no("stale", "alice", "accept", challenge=1)
    await script.no("stale", "erin", "withdraw", challenge=1)
    await _tell(script, "frank", "decline", challenge=1)
    await script.no("stale", "frank", "accept", challenge=1)
    await _tell(script, "erin", "challenge", name="Frank", **wish, rated=True)
    await _tell(script, "erin", "withdraw", challenge=2)
    await script.no("stale", "frank", "decline", challenge=2)
    await script.no("stale", "frank", "accept", challenge=99)
    await _tell(script, "erin", "challenge", name="Frank", **wish, rated=True)
    await _tell(script, "erin", "play", **_wish())
    await _tell(script, "frank", "accept", challenge=3)
    await _tell(script, "erin", "play", **_wish())
    await _tell(script, "alice", "challenge", name="Frank", **wish)
    await _tell(script, "frank", "play", **_wish())
    room = next(frame["room"] for frame in script.frames["erin"] if frame.get("type") == "paired")
    await script.open(room, "erin3", "frank3")
    await script.ok("erin3", "seed", seed="erin")
    await script.ok("frank3", "seed", seed="frank")
    await script.wait(32)


async def paired_meanwhile(script: Script) -> None:
    """Who has just been paired with somebody can accept nothing else."""
    await script.look("erin", "frank", "grace")
    await _tell(script, "erin", "play", **_wish(rated=True))
    await _tell(script, "frank", "challenge", name="Erin", variant="yacht")
    await _tell(script, "grace", "play", **_wish(rated=True))
    await script.sweep("tickets")
    await script.wait(SOON)
    await script.no("already_started", "erin", "accept", challenge=1)
    await script.no("already_started", "grace", "play", **_wish())


async def unwanted_challenges(script: Script) -> None:
    """Whom one has blocked; how many one may ask; how long it stands."""
    await script.look("erin", "frank")
    wish = {"variant": "yacht"}
    await _tell(script, "erin", "challenge", name="Frank", **wish)
    await script.world("post", who="frank", path="/@Erin/block")
    await script.wait(1)
    await script.no("forbidden", "erin", "challenge", name="Frank", **wish)
    await script.no("forbidden", "frank", "challenge", name="Erin", **wish)
    await script.world("post", who="frank", path="/@Erin/unblock")
    # Accounts with whom nothing else happens.
    for pk in (11, 12, 13, 14, 23):
        await script.world("update", model="User", where={"pk": pk}, is_guest=False)
    for name in ("Alice", "Bob", "Charlie", "Dora", "Grace"):
        await script.ok("erin", "challenge", name=name, **wish)
    await script.no("forbidden", "erin", "challenge", name="Frank", **wish)
    for _ in range(8):
        await script.wait(40)
        await script.say("erin", "ping", id=None)
        await script.say("frank", "ping", id=None)
    await script.no("stale", "erin", "withdraw", challenge=2)
    await _tell(script, "erin", "challenge", name="Frank", **wish)


async def company(script: Script) -> None:
    """A game with bots at once, and another one after it."""
    await script.look("alice", "alice2")
    await script.no("not_found", "alice", "company", variant="yacht", wanted=["hal"])
    await script.no("bad_message", "alice", "company", variant="chess")
    await _tell(script, "alice", "play", **_wish())
    await _tell(script, "alice", "company", variant="yatzy", bots=2, wanted=["gull"], clock=30)
    await _tell(script, "alice", "company", variant="yacht")
    room = next(frame["room"] for frame in script.frames["alice"] if frame.get("type") == "paired")
    await script.open(room, "alice3")
    await script.ok("alice3", "seed", seed="mine")
    await script.turn("alice3")
    for _ in range(2):
        await script.wait(2)
        await script.sweep("deadlines")
        await script.wait(10)
        await script.say("alice3", "ping", id=None)
    await script.turn("alice3")
    await script.ok("alice3", "resign", game=script.views["alice3"]["game"])
    await script.wait(1)
    for _ in range(24):
        if script.views["alice3"]["status"] != "playing":
            break
        await script.wait(2)
        await script.sweep("deadlines")
        await script.wait(28)
        await script.say("alice3", "ping", id=None)
    await script.ok("alice3", "rematch", seed="again")


SCRIPTS: list[Scenario] = [
    tables,
    nameless_in_the_lobby,
    play_now,
    three_who_take_any,
    waiting,
    challenges,
    paired_meanwhile,
    unwanted_challenges,
    company,
]
