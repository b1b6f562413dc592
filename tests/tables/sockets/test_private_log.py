"""Nothing private is in the log, whatever its level."""

import asyncio
import http.client
import json
import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.play import move
from tests.support.sealing import make_seal
from tests.support.servers import Server, Site, SocketClient
from tests.support.services import run_python
from tests.support.services.processes import wait_until

pytestmark = pytest.mark.server

MAIL = "alice@example.com"
CREATE = (
    "from games.people.accounts.players import create_account;"
    f"create_account('Alicia', 'red sails at dawn', '{MAIL}')"
)
FAIL_TO_CHAT = """
CREATE TRIGGER broken BEFORE INSERT ON games_chatmessage BEGIN INSERT INTO nowhere VALUES (1); END
"""
TYPED = "blueMoonOverHarbour"
MOVES = 10
NAMES = ("alice", "bob")


def ask_for_mail(server: Server) -> None:
    """Ask for a mail with a link for a new password, with a cookie that must not be logged."""
    token = "b" * 32
    body = urlencode({"email": MAIL, "csrfmiddlewaretoken": token})
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request("POST", "/password/reset/", body, headers)
        assert connection.getresponse().status == 302
    # Pages need collected static files, the API does not: its 404 is logged with the path, too.
    for path in (f"/api/v1/players/{MAIL}/", "/api/v1/password/reset/MQ/c1kk0z-secretlink/"):
        with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
            connection.request("GET", path, headers={"Cookie": f"csrftoken={token}"})
            connection.getresponse().read()


async def play_sealed(alice: SocketClient, bob: SocketClient) -> list[str]:
    """Play some moves of a rematch with sealed seeds; return the seeds."""
    assert (await alice.ask("resign", game=alice.table["game"]))["type"] == "ack"
    await bob.reach_room(status="over")
    game = (await alice.reach_room(status="over"))["next"]["game"]
    ids = [client.frames[0]["you"]["player"] for client in (alice, bob)]
    kept = [make_seal(game, player, f"{TYPED}{player}") for player in ids]
    for client, seed in zip((alice, bob), kept, strict=True):
        await client.ask("rematch", game=game, seal=seed.seal)
    for client, seed in zip((alice, bob), kept, strict=True):
        while client.table["game"] != game:
            await client.hear("update")
        answer = await client.ask("reveal", game=game, salt=seed.salt, text=seed.text)
        assert answer["type"] == "ack", answer
    for client in (alice, bob):
        await client.reach(answer["seq"])
    rng = random.Random(3)
    for _ in range(MOVES):
        seq = (await move((alice, bob)[alice.table["acting"][0]], rng))["seq"]
        for client in (alice, bob):
            await client.reach(seq)
    return [seed.salt for seed in kept]


async def fail_to_chat(directory: Path, alice: SocketClient) -> None:
    """Say something that the database cannot store: that is logged for the room."""
    with closing(sqlite3.connect(directory / "yacht.sqlite3")) as database:
        database.execute(FAIL_TO_CHAT)
        answer = await alice.ask("chat", text="a private word")
        database.execute("DROP TRIGGER broken")
    assert (answer["type"], answer["code"]) == ("error", "busy"), answer


def is_in(log: Path, words: str) -> bool:
    return words in log.read_text()


async def test_it_logs_a_game_without_its_secrets(tmp_path: Path) -> None:
    site = Site(tmp_path, LOG_FORMAT="json", LOG_LEVEL="DEBUG", EMAIL_URL="smtp://127.0.0.1:1")
    site.manage("shell", "-c", CREATE)
    (room,) = await asyncio.to_thread(site.rooms, 1)
    with site.serving() as server:
        alice, bob = [await server.connect(room["code"], room[name]) for name in NAMES]
        await asyncio.to_thread(ask_for_mail, server)
        salts = await play_sealed(alice, bob)
        await fail_to_chat(tmp_path, alice)
        await alice.ask("chat", text="a private word")
        await server.connect(room["code"], "no-such-cookie-0123456789")
        # The worker tries to send the mail.
        tried = partial(is_in, server.log, "could not be sent")
        assert await asyncio.to_thread(wait_until, tried, server.child, server.log)
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line[:1] == "{"]
    assert len(lines) > 10
    messages = " ".join(line["message"] for line in lines)
    for logged in (
        "could not be sent",
        "players/[mail]/",
        "/password/reset/[link]/",
        "no such table",
    ):
        assert logged in messages
    assert {room["code"]} == {line["room"] for line in lines if "room" in line}
    assert all({"time", "level", "logger", "message", "process"} <= line.keys() for line in lines)
    text = server.log.read_text()
    secrets = run_python(
        ["manage.py", "shell", "-v0", "-c", READ_SECRETS], site.environment
    ).split()
    keys = [(tmp_path / name).read_text().strip() for name in ("secret_key", "dice_keys")]
    assert len(secrets) >= 2
    private = [*secrets, *keys, *salts, TYPED, MAIL, room["alice"], room["bob"], "b" * 32]
    for word in [*private, "secretlink", "no-such-cookie", "red sails", "a private word", "seed0"]:
        assert word not in text


READ_SECRETS = """
from games.models import DiceSecret
from games.record.fairness.secrets import secret_of
print(*(secret_of(row).hex() for row in DiceSecret.objects.all()))
"""
