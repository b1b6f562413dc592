"""Malformed frames, limits, faults, and the ways in which a socket is closed."""

from tests.recordings.script import LOBBY, Scenario, Script, path_of

BAD_ANYWHERE = (
    "",
    "hello",
    "[]",
    "null",
    "1",
    '"roll"',
    "{}",
    '{"type":null}',
    '{"type":1}',
    '{"type":"fly"}',
    '{"type":"fly","id":"a"}',
    '{"id":"a"}',
    '{"type":"ping","id":""}',
    '{"type":"ping","id":7}',
    '{"type":"ping","id":"no spaces"}',
    '{"type":"ping","id":"line\\n"}',
    '{"type":"ping","id":"' + "x" * 41 + '"}',
    '{"type":"ping","id":"b","extra":1}',
    '{"type":"ping","id":"a","id":"b"}',
    '{"type":"ping","seq":-1,"id":"c"}',
    '{"type":"ping","seq":1.5,"id":"d"}',
    '{"type":"ping","seq":1000001,"id":"e"}',
    '{"type":"ping","seq":true,"id":"f"}',
    '{"type":"ping","id":"g"} x',
    '{"type":"ping","id":"h"',
    "[" * 2000,
    '{"type":"ping","id":"\\ud800"}',
)
BAD_IN_ROOMS = (
    '{"type":"play","variant":"yacht","id":"a"}',
    '{"type":"roll","id":"a"}',
    '{"type":"roll","game":"abc","turn":0,"roll":0,"id":"b"}',
    '{"type":"roll","game":"abc","turn":1001,"roll":0,"id":"b"}',
    '{"type":"roll","game":"abc","turn":1,"roll":4,"id":"c"}',
    '{"type":"roll","game":"abc","turn":1,"roll":1,"hold":[5],"id":"d"}',
    '{"type":"roll","game":"abc","turn":1,"roll":1,"hold":[0,1,2,3,4,0],"id":"e"}',
    '{"type":"roll","game":"ABC","turn":1,"roll":1,"id":"f"}',
    '{"type":"score","game":"abc","turn":1,"roll":1,"category":5,"id":"g"}',
    '{"type":"score","game":"abc","turn":1,"roll":1,"category":"ones","column":3,"id":"h"}',
    '{"type":"sit","seat":16,"id":"i"}',
    '{"type":"sit","seed":"","id":"j"}',
    '{"type":"sit","seed":"not here","id":"k"}',
    '{"type":"seed","seed":"' + "x" * 33 + '","id":"l"}',
    '{"type":"seed","seed":7,"id":"m"}',
    '{"type":"rematch","seed":"!","id":"n"}',
    '{"type":"seed","id":"o"}',
    '{"type":"ready","ready":"yes","id":"p"}',
    '{"type":"stand_ins","id":"q"}',
    '{"type":"mute","player":0,"muted":true,"id":"r"}',
    '{"type":"add_bot","bot":"' + "x" * 21 + '","id":"s"}',
    '{"type":"select","game":"abc","turn":1,"id":"t"}',
)
BAD_IN_THE_LOBBY = (
    '{"type":"roll","game":"abc","turn":1,"roll":0,"id":"a"}',
    '{"type":"play","id":"b"}',
    '{"type":"play","variant":"yacht","players":5,"id":"c"}',
    '{"type":"play","variant":"yacht","players":-1,"id":"d"}',
    '{"type":"play","variant":"yacht","clock":"60","id":"e"}',
    '{"type":"play","variant":"yacht","rated":1,"id":"f"}',
    '{"type":"play","variant":"yacht","switches":{"a":1},"id":"g"}',
    '{"type":"company","variant":"yacht","bots":0,"id":"h"}',
    '{"type":"company","variant":"yacht","bots":4,"id":"i"}',
    '{"type":"company","variant":"yacht","wanted":["a","b","c","d"],"id":"j"}',
    '{"type":"challenge","name":"","variant":"yacht","id":"k"}',
    '{"type":"accept","challenge":0,"id":"l"}',
    '{"type":"decline","id":"m"}',
    '{"type":"withdraw","challenge":"1","id":"n"}',
)


async def malformed(script: Script) -> None:
    """Frames that are no commands, in a room and in the lobby."""
    room = await script.room("alice")
    await script.open(room, "alice")
    await script.look("bob")
    for client, more in (("alice", BAD_IN_ROOMS), ("bob", BAD_IN_THE_LOBBY)):
        for text in (*BAD_ANYWHERE, *more):
            await script.text(client, text)
        await script.do("send", client=client, hex="7b7d")
        await script.do("send", client=client, hex="00ff")
        fits = '{"type":"ping","id":"a"}'
        await script.text(client, fits + " " * (4096 - len(fits)))
        await script.text(client, fits + " " * (4097 - len(fits)))
        await script.text(client, "\u00e9" * 2049)
        await script.ok(client, "ping")


async def haste(script: Script) -> None:
    """Too many frames: refused, and at last closed."""
    room = await script.room("alice")
    await script.world("settings", SOCKET_RATE=2.0, SOCKET_BURST=5.0)
    await script.open(room, "alice", "nobody")
    for _ in range(7):
        await script.say("alice", "ping")
    await script.do("send", client="alice", hex="00")
    await script.wait(1)
    for _ in range(3):
        await script.say("alice", "ping")
    await script.text("alice", '{"type":"ping"}', times=120)
    await script.ok("nobody", "ping")
    await script.look("bob")
    await script.text("bob", '{"type":"ping"}', times=120)


async def too_many_changes(script: Script) -> None:
    """Changes of rooms, and tables with bots, are limited for each player."""
    room = await script.room("alice")
    limits = {"change": [3, 3600], "room": [2, 3600], "socket": [100, 60]}
    limits |= {name: [100, 60] for name in ("change-address", "chat-address", "chat-room")}
    await script.world("settings", SOCKET_RATE=1000.0, SOCKET_BURST=1000.0, LIMITS=limits)
    await script.open(room, "alice", "alice2", "bob")
    for client in ("alice", "alice2", "alice"):
        await script.ok(client, "chat", text="again and again")
    await script.no("rate_limited", "alice2", "chat", text="again and again")
    await script.no("rate_limited", "alice", "ready")
    await script.ok("bob", "chat", text="hello")
    await script.look("alice3", "charlie")
    await script.no("rate_limited", "alice3", "cancel")
    for _ in range(2):
        await script.ok("charlie", "company", variant="yacht")
    await script.no("forbidden", "charlie", "company", variant="yacht")
    await script.no("forbidden", "charlie", "accept", challenge=1)


async def crowds(script: Script) -> None:
    """One address may have so many sockets, and open them only so fast."""
    room = await script.room("alice")
    limits = {"socket": [4, 60]}
    await script.world(
        "settings", SOCKET_RATE=20.0, SOCKETS_PER_ADDRESS=2, LIMITS=limits, TRUST_PROXY=True
    )
    eight = {"headers": {"x-real-ip": "8.8.8.8"}}
    await script.open(room, "nobody1", **eight)
    await script.look("nobody2", **eight)
    await script.look("nobody3", **eight)
    await script.look("nobody4", headers={"x-real-ip": "9.9.9.9"})
    await script.do("leave", client="nobody1")
    await script.open(room, "nobody5", **eight)
    await script.do("leave", client="nobody5")
    await script.open(room, "nobody6", **eight)


async def doors(script: Script) -> None:
    """Addresses without a room, and pages of other sites."""
    room = await script.room("alice")
    for number, path in enumerate(
        (path_of("nosuchroom"), "/ws/v2/lobby/", "/", "/ws/v1/rooms/A!/", "/ws/v1/lobby")
    ):
        await script.do("open", client=f"lost{number}", path=path)
    origins = (
        "http://elsewhere.example",
        "null",
        "",
        "http://testserver:8001",
        "file://testserver",
        "http://[",
        "https://testserver",
        "http://TestServer",
    )
    for number, origin in enumerate(origins):
        headers = {"origin": origin}
        await script.do("open", client=f"page{number}", path=path_of(room), headers=headers)
    hosts = ("elsewhere.example", "[", "a b")
    for number, host in enumerate(hosts):
        headers = {"host": host, "origin": f"http://{host}"}
        await script.do("open", client=f"host{number}", path=LOBBY, headers=headers)
    for number, cookie in enumerate(("x", '"', "a b c", "a" * 3000)):
        headers = {"cookie": f"sessionid={cookie}"}
        await script.do("open", client=f"cookie{number}", path=LOBBY, headers=headers)


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


async def silence(script: Script) -> None:
    """Who says nothing for 45 seconds is dropped, in a room and in the lobby."""
    room = await script.room("alice")
    await script.open(room, "alice", "bob")
    await script.look("charlie", "dora")
    await script.wait(30)
    await script.say("bob", "ping")
    await script.say("dora", "ping")
    await script.wait(14)
    await script.wait(3)
    await script.wait(15)


async def ended_sessions(script: Script) -> None:
    """Who signs out, or is banned, is closed."""
    room = await script.room("erin", seats=3)
    await script.open(room, "erin", "frank", "bob")
    await script.look("frank2")
    await script.ok("bob", "sit")
    await script.ok("frank", "sit")
    await script.world("post", who="frank", path="/sign-out/")
    await script.wait(1)
    await script.world("ban", who="bob")
    await script.wait(1)
    await script.world("update", model="User", where={"pk": 21}, password="!another")
    await script.say("erin", "ping")
    await script.wait(30)


async def faults(script: Script) -> None:
    """The database is away, or the fault is ours."""
    room = await script.room("alice", seats=3)
    await script.open(room, "alice", "bob")
    await script.look("charlie")
    await script.ok("bob", "sit")
    for how in ("away", "bug"):
        code = "busy" if how == "away" else "server_error"
        await script.world("break_database", how=how)
        await script.no(code, "bob", "stand")
        await script.no(code, "charlie", "play", variant="yacht")
        await script.ok("alice", "ping")
        await script.world("mend_database")
        await script.ok("bob", "stand")
        await script.ok("bob", "sit")
    await script.ok("alice", "start")
    await script.world("break_database", how="away")
    moment = script.moment("alice")
    await script.say("alice", "roll", **moment, id="late")
    await script.wait(2)
    await script.do("open", client="nobody", path=path_of("other"))
    await script.do("open", client="bob2", **{"as": "bob"}, path=LOBBY)
    await script.world("mend_database")
    await script.wait(1)
    await script.ok("alice", "roll", **moment, id="late")


async def goodbye(script: Script) -> None:
    """The server is about to stop."""
    room = await script.room("alice")
    await script.open(room, "alice", "nobody")
    await script.look("bob")
    await script.sweep("goodbye")


SCRIPTS: list[Scenario] = [
    malformed,
    haste,
    too_many_changes,
    crowds,
    doors,
    deltas,
    silence,
    ended_sessions,
    faults,
    goodbye,
]
