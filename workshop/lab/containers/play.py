"""Two players at one table, over the HTTP API and websockets, who survive what happens to servers.

Each sends a command again, with the same id, until it is acknowledged. An event that both saw, or
that comes again after a reconnect, must be the same.
"""

import json
import threading
import time
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

ANSWER_S = 5.0
PAUSE_S = 0.3
PATIENCE_S = 150.0
"""How long a player tries to reach the site before they give up."""
AGAIN = ("busy", "rate_limited", "unavailable")
Json = dict[str, Any]


class GaveUp(Exception):
    """The site did not come back, or it lost or refused something."""


def post(site: str, what: str, body: Json, token: str = "") -> Json:
    """Send JSON to the HTTP API and return the answer. Raises HTTPError."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = Request(f"{site}/api/v1/{what}", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=30) as answer:
        found: Json = json.load(answer)
        return found


class Player(threading.Thread):
    """Takes the turns of one seat until the game is over. `problem` says what went wrong."""

    def __init__(self, site: str, socket: str, token: str, pause: float) -> None:
        super().__init__(daemon=True)
        self.problem: str | None = None
        self.view: Json | None = None
        self.moves = 0
        self.reconnects = -1
        self.seen: dict[int, Json] = {}
        self._site, self._token, self._pause = site, token, pause
        self._address = site.replace("http", "ws", 1) + socket + "?whole=1"
        self._numbers = count(1)
        self._socket: ClientConnection | None = None
        self._done: Json | None = None
        self._me = 0
        self._heard = 0.0

    def run(self) -> None:
        """Play; note in `problem` why it ended early."""
        try:
            while self.view is None or self.view["status"] == "playing":
                self._turn()
        except GaveUp as error:
            self.problem = str(error)
        finally:
            self.leave()

    def open(self) -> None:
        """Connect. Raises GaveUp."""
        self._connected()

    def leave(self) -> None:
        """Disconnect."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def ask(self, type_: str, **fields: Any) -> Json:
        """Send a command until it is acknowledged, and return the ack. Raises GaveUp."""
        id_ = f"p{next(self._numbers)}"
        text = json.dumps({"type": type_, "id": id_, **fields})
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                self._connected().send(text)
                answer = self._answer_to(id_)
            except (WebSocketException, OSError, TimeoutError):
                self.leave()
                time.sleep(PAUSE_S)
                continue
            if answer["type"] == "ack":
                return answer
            if answer["code"] not in AGAIN:
                raise GaveUp(f"{type_} was refused: {answer}")
            time.sleep(PAUSE_S)
        raise GaveUp(f"{type_} was not answered for {PATIENCE_S:.0f} s")

    def _connected(self) -> ClientConnection:
        end = time.monotonic() + PATIENCE_S
        while self._socket is None:
            try:
                self._socket = connect(
                    self._address,
                    origin=Origin(self._site),
                    additional_headers={"Authorization": f"Bearer {self._token}"},
                    open_timeout=ANSWER_S,
                )
                self._take(json.loads(self._socket.recv(ANSWER_S)))
                self.reconnects += 1
            except (InvalidHandshake, WebSocketException, OSError, TimeoutError) as error:
                self.leave()
                if time.monotonic() > end:
                    raise GaveUp(f"no connection for {PATIENCE_S:.0f} s: {error}") from error
                time.sleep(PAUSE_S)
        return self._socket

    def _answer_to(self, id_: str) -> Json:
        assert self._socket is not None
        while True:
            message: Json = json.loads(self._socket.recv(ANSWER_S))
            self._take(message)
            if message.get("id") == id_ and message["type"] in ("ack", "error"):
                return message

    def _take(self, message: Json) -> None:
        self._heard = time.monotonic()
        if message["type"] == "welcome":
            self._me = message["you"]["player"]
            self.view = message["view"] or self.view
        elif message["type"] in ("update", "snapshot"):
            self.view = message["view"]
        for event in message.get("events", ()):
            if self.seen.setdefault(event["seq"], event) != event:
                raise GaveUp(f"event {event['seq']} has changed: a move was lost")

    def _wait(self) -> None:
        """Take the next message, or ask what is missing."""
        try:
            socket = self._connected()
            try:
                self._take(json.loads(socket.recv(2.0)))
            except TimeoutError:
                game = None if self.view is None else self.view["game"]
                socket.send(
                    json.dumps({"type": "ping", "game": game, "seq": max(self.seen, default=0)})
                )
                if time.monotonic() - self._heard > ANSWER_S + 2:
                    self.leave()
        except (WebSocketException, OSError):
            self.leave()

    def _seat_to_act(self) -> Json | None:
        if self.view is None or self.view["status"] != "playing":
            return None
        seats = (self.view["seats"][at] for at in self.view["acting"])
        return next((seat for seat in seats if seat["player"] == self._me), None)

    def _turn(self) -> None:
        seat = self._seat_to_act()
        if seat is None or seat["turn"] == self._done:
            self._wait()
            return
        time.sleep(self._pause)
        assert self.view is not None
        turn = self._done = seat["turn"]
        where = {"game": self.view["game"], "turn": turn["number"], "roll": turn["roll"]}
        if seat["may_roll"] and turn["roll"] < 1:
            self.ask("roll", **where, hold=[])
        else:
            box = max(seat["options"], key=lambda option: option["points"])
            self.ask("score", **where, category=box["category"], column=box["column"])
        self.moves += 1


def begun_game(site: str, pause: float = 0.2) -> list[Player]:
    """Start a game of two; return the players, who play.

    pause: seconds before each move.
    """
    tokens = [post(site, "guests", {"name": name})["token"] for name in ("Alice", "Bob")]
    room = post(site, "rooms", {"variant": "yacht", "seats": 2}, tokens[0])
    players = [Player(site, room["socket"], token, pause) for token in tokens]
    players[0].open()
    players[1].ask("sit")
    players[0].ask("start")
    for player in players:
        player.start()
    return players


def finish(players: list[Player], seconds: float) -> None:
    """Wait until both have played to the end. Raises GaveUp."""
    end = time.monotonic() + seconds
    for player in players:
        player.join(max(0.1, end - time.monotonic()))
    problems = [each.problem for each in players if each.problem]
    first, second = (each.seen for each in players)
    changed = [seq for seq in first.keys() & second.keys() if first[seq] != second[seq]]
    if changed:
        problems.append(f"the players saw different events {changed}")
    if problems or any(each.is_alive() for each in players):
        raise GaveUp(problems[0] if problems else f"the game was not over after {seconds:.0f} s")
