"""Play one game of Yacht against a bot, and check its dice.

Usage: python player.py http://127.0.0.1:8000

It becomes a guest, opens a table, seats a bot, seals a seed, plays to the end, and computes every
die again from what the server reveals. It needs Python 3.11 and the package websockets.
docs/api.md explains it.
"""

import hashlib
import hmac
import json
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PING_EVERY_S = 10
Json = dict[str, Any]


def post(site: str, what: str, body: Json, token: str = "") -> Json:
    """Send JSON to the HTTP API and return the answer. Raises HTTPError if it is refused."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = Request(f"{site}/api/v1/{what}", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=30) as answer:
        found: Json = json.load(answer)
        return found


class Table:
    """A room with its newest messages: what a browser has in memory."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sent = 0
        self.events: list[Json] = []
        welcome = json.loads(socket.recv(PING_EVERY_S))
        self.me: int = welcome["you"]["player"]
        self.room: Json = welcome["room"]
        self.view: Json | None = welcome["view"]

    def receive(self) -> Json:
        """Wait for a message, and take what it tells."""
        try:
            message: Json = json.loads(self.socket.recv(PING_EVERY_S))
        except TimeoutError:
            self.socket.send('{"type": "ping"}')
            return {"type": "nothing"}
        if message["type"] == "room":
            self.room = message["room"]
        elif message["type"] == "update":
            self.view = message["view"]
            self.events += message["events"]
        elif message["type"] == "bye":
            sys.exit("The server restarts. A program that should go on would connect again.")
        return message

    def seat_to_act(self) -> Json | None:
        """Return one's seat if it may act now."""
        seats = [] if self.view is None else [self.view["seats"][at] for at in self.view["acting"]]
        return next((seat for seat in seats if seat["player"] == self.me), None)

    def ask(self, type_: str, **fields: Any) -> None:
        """Send a command and wait until it is done. Ends the program if it is refused."""
        self.sent += 1
        self.socket.send(json.dumps({"type": type_, "id": f"{self.sent}", **fields}))
        while True:
            answer = self.receive()
            if answer["type"] == "ack" and answer["id"] == f"{self.sent}":
                return
            if answer["type"] == "error":
                sys.exit(f"{type_} was refused: {answer['message']}")


def start(table: Table) -> Json:
    """Seal a seed, start the game, and show the seed. Return what to check the dice with."""
    coming = table.room["next"]
    kept = {**coming, "salt": secrets.token_hex(16), "text": secrets.token_hex(8)}
    text = f"seal|{kept['game']}|{table.me}|{kept['salt']}|{kept['text']}"
    kept["seal"] = hashlib.sha256(text.encode("ascii")).hexdigest()
    table.ask("seal", game=kept["game"], seal=kept["seal"])
    table.ask("start")
    while not table.events:
        table.receive()
    begun = table.events[0]["data"]
    seals = [seat["seal"] for seat in begun["seats"] if seat["player"] == table.me]
    if begun["commitment"] != kept["commitment"] or seals != [kept["seal"]]:
        sys.exit("The server has changed the commitment or the seal. Do not show the seed.")
    table.ask("reveal", game=kept["game"], salt=kept["salt"], text=kept["text"])
    return kept


def play(table: Table) -> None:
    """Take every turn of one's seat until the game is over."""
    done = None
    while table.view is None or table.view["status"] == "playing":
        seat = table.seat_to_act()
        # The update with the outcome of a move may come after its ack.
        if seat is None or seat["turn"] == done:
            table.receive()
        else:
            done = seat["turn"]
            move(table, seat)


def move(table: Table, seat: Json) -> None:
    """Roll, or fill a box: keep the most frequent face, and score the most points."""
    assert table.view is not None
    turn = seat["turn"]
    where = {"game": table.view["game"], "turn": turn["number"], "roll": turn["roll"]}
    dice = turn["dice"] or []
    best = max(dice, key=lambda face: (dice.count(face), face), default=None)
    hold = [place for place, face in enumerate(dice) if face == best]
    if seat["may_roll"] and len(hold) < 5:
        table.ask("roll", **where, hold=hold)
    else:
        box = max(seat["options"], key=lambda option: option["points"])
        table.ask("score", **where, category=box["category"], column=box["column"])


def die(secret: bytes, message: str) -> int:
    """Return the die for a message, as docs/fairness.md defines it."""
    block = 0
    while True:
        for byte in hmac.digest(secret, f"{message}|{block}".encode(), "sha256"):
            if byte < 252:
                return byte % 6 + 1
        block += 1


def check(table: Table, kept: Json) -> int:
    """Compute all dice of the game again. Return their number; end the program if one differs."""
    assert table.view is not None
    proof = table.view["fairness"]
    secret, seeds = bytes.fromhex(proof["secret"]), ",".join(proof["seeds"])
    if hashlib.sha256(secret).hexdigest() != kept["commitment"]:
        sys.exit("This is not the secret that the server had committed to.")
    mine = [seat["player"] for seat in table.view["seats"]].index(table.me)
    if proof["seeds"][mine] != kept["salt"] + kept["text"]:
        sys.exit("The server has not used our seed.")
    thrown = 0
    for event in table.events:
        if event["type"] == "dice.rolled":
            roll = event["data"]
            for place, face in enumerate(roll["dice"]):
                if place not in roll["hold"]:
                    where = f"{event['seat']}|{roll['turn']}|{roll['roll']}|{place}"
                    if face != die(secret, f"{kept['game']}|{seeds}|{where}"):
                        sys.exit(f"Event {event['seq']}: the dice are not fair.")
                    thrown += 1
    return thrown


def main(site: str) -> None:
    """Play one game on this site, and print how it ended."""
    guest = post(site, "guests", {"name": "Robo"})
    room = post(site, "rooms", {"variant": "yacht", "seats": 2}, guest["token"])
    print("Watch the game:", room["page"])
    address = site.replace("http", "ws", 1) + room["socket"] + "?whole=1"
    token = {"Authorization": f"Bearer {guest['token']}"}
    with connect(address, origin=Origin(site), additional_headers=token) as socket:
        table = Table(socket)
        table.ask("add_bot", bot="pip")
        kept = start(table)
        play(table)
        assert table.view is not None
        for seat in table.view["seats"]:
            print(f"{seat['name']}: {seat['card']['total']} points, place {seat['place']}")
        print(check(table, kept), "dice thrown, all fair.")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
