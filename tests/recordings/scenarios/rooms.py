"""Seats, hosts, chat and the end of rooms."""

from typing import Any

from tests.recordings.script import Scenario, Script, path_of

ROOM_COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
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
    ("chat", {"text": "hello"}),
    ("mute", {"muted": True}),
)
GAME_COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("roll", {"turn": 1, "roll": 0}),
    ("score", {"turn": 1, "roll": 1, "category": "ones"}),
    ("hint", {"turn": 1, "roll": 1}),
    ("resign", {}),
    ("play_on", {"seat": 0}),
    ("back", {}),
    ("select", {"turn": 1, "hold": [0]}),
)
NO_GAME = "zzzzzzzzzzzz"


async def seats(script: Script) -> None:
    """Taking, leaving, closing and opening seats."""
    room = await script.room("alice", seats=4)
    await script.open(room, "alice", "bob", "charlie", "nobody")
    await script.ok("bob", "sit", seed="firstseed")
    await script.ok("bob", "sit", seat=3)
    await script.ok("bob", "sit", seat=3, seed="secondseed")
    await script.ok("charlie", "sit", seat=1)
    await script.ok("charlie", "ready")
    await script.ok("charlie", "ready", ready=False)
    await script.ok("charlie", "seed", seed="charliesseed")
    await script.no("seat_taken", "charlie", "sit", seat=0)
    await script.no("seat_taken", "alice", "close", seat=1)
    await script.no("not_found", "alice", "close", seat=7)
    await script.ok("alice", "close", seat=2)
    await script.no("seat_taken", "charlie", "sit", seat=2)
    await script.ok("alice", "open", seat=2)
    await script.ok("charlie", "sit", seat=2)
    await script.ok("charlie", "stand")
    await script.no("not_seated", "charlie", "stand")
    await script.no("not_seated", "charlie", "ready")
    await script.no("not_seated", "charlie", "seed", seed="abc")
    await script.ok("alice", "close", seat=1)
    await script.ok("alice", "close", seat=2)
    await script.no("room_full", "charlie", "sit")
    for type_, fields in (
        ("start", {}),
        ("close", {"seat": 1}),
        ("open", {"seat": 1}),
        ("remove", {"seat": 0}),
        ("add_bot", {"bot": "pip"}),
        ("fill", {}),
        ("stand_ins", {"on": True}),
        ("mute", {"muted": True}),
    ):
        await script.no("forbidden", "bob", type_, **fields)
    # A host who stands up hands the room on.
    await script.ok("alice", "stand")
    await script.no("forbidden", "alice", "start")
    await script.ok("bob", "start")
    await script.ok("bob", "resign", game=script.views["bob"]["game"])


async def nameless(script: Script) -> None:
    """What is refused to somebody without a name."""
    room = await script.room("alice")
    await script.open(room, "nobody")
    for type_, fields in ROOM_COMMANDS:
        await script.no("sign_in_first", "nobody", type_, **fields)
    for type_, fields in GAME_COMMANDS:
        await script.no("sign_in_first", "nobody", type_, game=NO_GAME, **fields)


async def before_the_game(script: Script) -> None:
    """What is refused before there is a game."""
    room = await script.room("alice")
    await script.open(room, "alice")
    for type_, fields in GAME_COMMANDS:
        code = "not_your_turn" if type_ == "select" else "not_started"
        await script.no(code, "alice", type_, game=NO_GAME, **fields)
    await script.no("not_started", "alice", "rematch")
    await script.ok("alice", "sync")
    await script.ok("alice", "ping", rev=0, seq=0, game=NO_GAME)
    await script.ok("alice", "stand")
    await script.no("not_seated", "alice", "start")


async def removing(script: Script) -> None:
    """The host sends people away."""
    room = await script.room("alice", seats=4)
    await script.open(room, "alice", address="8.8.8.8")
    await script.open(room, "bob", address="9.9.9.9")
    await script.open(room, "erin", address="9.9.9.9")
    await script.ok("bob", "sit", seed="bobsseed")
    await script.no("not_found", "alice", "remove", seat=5)
    await script.no("not_found", "alice", "remove", seat=2)
    await script.no("forbidden", "alice", "remove", seat=0)
    await script.ok("alice", "remove", seat=1)
    await script.no("forbidden", "bob", "sit")
    await script.no("forbidden", "bob", "chat", text="but why")
    # The same guest under another name, from where the first one was.
    await script.wait(1)
    date = "2024-03-01T12:00:01.500Z"
    await script.world("update", model="User", where={"pk": 13}, date_joined=date)
    await script.wait(2)
    await script.open(room, "charlie", address="9.9.9.9")
    await script.no("forbidden", "charlie", "sit")
    # An account from there is welcome, and so is a guest from elsewhere.
    await script.ok("erin", "sit")
    await script.open(room, "charlie2", address="7.7.7.7")
    await script.ok("charlie2", "sit")
    await script.ok("alice", "fill")
    await script.ok("alice", "remove", seat=3)


async def bots_at_the_table(script: Script) -> None:
    """The host seats bots, and says whether they stand in."""
    room = await script.room("alice", seats=8)
    await script.open(room, "alice", "nobody")
    await script.ok("alice", "add_bot", bot="polaris")
    await script.ok("alice", "add_bot", bot="gull", seat=6)
    await script.no("seat_taken", "alice", "add_bot", bot="gull")
    await script.no("seat_taken", "alice", "add_bot", bot="pip", seat=6)
    await script.no("not_found", "alice", "add_bot", bot="hal")
    await script.ok("alice", "stand_ins", on=True)
    await script.ok("alice", "stand_ins", on=False)
    await script.ok("alice", "fill")
    await script.no("room_full", "alice", "fill")
    rated = await script.room("erin", seats=2, rated=True, clock=60)
    await script.open(rated, "erin")
    await script.no("forbidden", "erin", "stand_ins", on=True)


async def chatting(script: Script) -> None:
    """What is said, and who may say it."""
    room = await script.room("alice", seats=3)
    await script.open(room, "alice", "bob", "erin", "charlie")
    await script.ok("bob", "sit")
    await script.ok("alice", "chat", text="hello 👨‍👩‍👧", id="line")
    await script.ok("alice", "chat", text="hello again", id="line")
    await script.ok("erin", "chat", text="<b>hi</b>", id="line")
    await script.say("charlie", "chat", text="without an id", id=None)
    await script.wait(1)
    await script.ok("bob", "chat", text="a" * 200)
    for bad in ("a\nb", "a\u0000b", "a\u202eb", "   ", "\u2800", "", "a" * 201):
        await script.no("bad_message", "bob", "chat", text=bad)
    await script.ok("alice", "mute", player=12, muted=True)
    await script.no("forbidden", "bob", "chat", text="may I")
    await script.ok("alice", "mute", player=12, muted=False)
    await script.ok("bob", "chat", text="thank you")
    await script.ok("alice", "mute", player=13, muted=True)
    await script.no("forbidden", "charlie", "chat", text="may I")
    await script.ok("alice", "mute", muted=True)
    await script.no("forbidden", "erin", "chat", text="may I")
    await script.ok("bob", "chat", text="I sit")
    await script.ok("alice", "chat", text="I am the host")
    await script.ok("alice", "mute", muted=False)
    await script.ok("erin", "chat", text="at last")
    await script.no("forbidden", "alice", "mute", player=11, muted=True)
    await script.no("not_found", "alice", "mute", player=23, muted=True)
    await script.open(room, "nobody")


async def reacting(script: Script) -> None:
    """Pictures and phrases, and who may show them."""
    room = await script.room("alice", seats=3)
    await script.open(room, "alice", "bob", "erin", "nobody")
    await script.no("sign_in_first", "nobody", "react", reaction="clap")
    await script.ok("alice", "react", reaction="clap")
    await script.ok("alice", "react", reaction="good_luck")
    await script.ok("bob", "react", reaction="thanks")
    await script.no("bad_message", "alice", "react", reaction="boo")
    await script.ok("alice", "mute", muted=True)
    await script.no("forbidden", "erin", "react", reaction="wow")
    await script.ok("alice", "mute", muted=False)
    await script.ok("erin", "react", reaction="wow")
    await script.ok("bob", "sit", seed="bob")
    await script.ok("alice", "mute", player=12, muted=True)
    await script.no("forbidden", "bob", "react", reaction="wow")
    await script.ok("alice", "mute", player=12, muted=False)
    await script.ok("alice", "remove", seat=1)
    await script.no("forbidden", "bob", "react", reaction="wow")


async def end_by_staff(script: Script) -> None:
    """Staff close a room in which a game is played."""
    room = await script.room("alice", public=True)
    await script.open(room, "alice", "bob")
    await script.look("charlie")
    await script.ok("bob", "sit", seed="bob")
    await script.ok("alice", "start")
    await script.roll("alice")
    moment = script.moment("alice")
    await script.wait(1)
    await script.world("end_room", code=room)
    await script.wait(2)
    await script.no("game_over", "alice", "roll", **moment)
    for type_, fields in (("ready", {}), ("start", {}), ("rematch", {}), ("chat", {"text": "oh"})):
        await script.no("forbidden", "alice", type_, **fields)
    await script.ok("bob", "stand")
    await script.no("forbidden", "bob", "sit")
    await script.open(room, "nobody")


async def gone(script: Script) -> None:
    """Rooms and people that are no more."""
    room = await script.room("alice")
    await script.open(room, "alice", "bob")
    await script.world("delete", model="User", where={"pk": 12})
    await script.no("sign_in_first", "bob", "sit")
    await script.no("sign_in_first", "bob", "chat", text="I am gone")
    await script.world("delete", model="Room", where={"code": room})
    await script.no("not_found", "alice", "ready")


async def hosts_who_leave(script: Script) -> None:
    """After three minutes without the host another person becomes it."""
    room = await script.room("alice", seats=3)
    await script.open(room, "alice", "bob", "charlie")
    await script.ok("bob", "sit", seed="bob")
    await script.do("leave", client="alice")
    for _ in range(6):
        await script.wait(32)
        await script.say("bob", "ping")
        await script.say("charlie", "ping")
    assert script.rooms["bob"]["host"] == 12
    await script.open(room, "alice")
    await script.no("forbidden", "alice", "start")


async def changes_from_elsewhere(script: Script) -> None:
    """What other processes and pages do to a room is seen within five seconds."""
    room = await script.room("erin", seats=3)
    await script.open(room, "erin", "bob")
    where = {"code": room}
    await script.world("update", model="Room", where=where, spectators_muted=True, rev=7)
    await script.wait(5)
    await script.world("post", who="erin", path="/account/name/", data={"name": "Erina"})
    await script.wait(6)
    assert script.rooms["bob"]["seats"][0]["name"] == "Erina"


async def rooms_by_form(script: Script) -> None:
    """A room that was opened on its page."""
    answer = await script.world(
        "post", who="alice", path="/new/", data={"variant": "yatzy", "seats": "3", "clock": "90"}
    )
    room = answer[1].split("/")[-2]
    await script.open(room, "alice")
    await script.do("open", client="typo", path=path_of(room.upper()))


async def abandoned(script: Script) -> None:
    """A game without a clock in which nothing happens for two weeks."""
    room = await script.room("alice")
    await script.open(room, "alice", "bob")
    await script.ok("bob", "sit")
    await script.ok("alice", "start")
    await script.roll("alice")
    await script.do("leave", client="alice")
    await script.do("leave", client="bob")
    await script.sweep("abandoned")
    await script.do("jump", seconds=15 * 86400)
    await script.sweep("abandoned")
    await script.open(room, "alice", "nobody")


SCRIPTS: list[Scenario] = [
    seats,
    nameless,
    before_the_game,
    removing,
    bots_at_the_table,
    chatting,
    reacting,
    end_by_staff,
    gone,
    hosts_who_leave,
    changes_from_elsewhere,
    rooms_by_form,
    abandoned,
]
