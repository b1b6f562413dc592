"""What a dishonest server or a broken browser does, for tests: frames and pages that are changed on
their way to a person's browser.
"""

import hashlib
import hmac
import html
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

GAME_DATA = re.compile(r'(<script id="game-data" type="application/json">)(.*?)(</script>)', re.S)
Json = dict[str, Any]

NO_STORAGE = """
    Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException("The storage is forbidden.", "SecurityError"); },
    });
"""
# A browser that does not show its seed as long as this key is in the storage of its tab.
HOLD_BACK = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const held = sessionStorage.getItem("hold-back") && JSON.parse(text).type === "reveal";
        return held ? undefined : send.call(this, text);
    };
"""
# A program that gives no seed.
SEALS_NOTHING = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        return JSON.parse(text).type === "seal" ? undefined : send.call(this, text);
    };
"""


class Frames:
    """The frames of the websockets of a page, from now on: `sent` and `received`."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Json] = []
        self.received: list[Json] = []
        page.on("websocket", self._watch)

    def _watch(self, socket: Any) -> None:
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))

    def count(self, kind: str) -> int:
        return sum(frame["type"] == kind for frame in self.sent)


def change_frames(page: Page, change: Callable[[Json], None]) -> None:
    """Call `change` with every frame of the server before the page gets it."""

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def deliver(text: str | bytes) -> None:
            frame = json.loads(text)
            change(frame)
            socket.send(json.dumps(frame))

        server.on_message(deliver)

    page.route_web_socket(re.compile("/ws/"), relay)


def change_game(page: Page, path: str, change: Callable[[Json], None]) -> None:
    """Call `change` with the data of the game's page at `path` before the page gets it."""

    def answer(route: Route) -> None:
        response = route.fetch()

        def changed(match: re.Match[str]) -> str:
            data = json.loads(html.unescape(match[2]))
            change(data)
            return match[1] + json.dumps(data).replace("<", "\\u003c") + match[3]

        headers = {**response.headers, "cache-control": "no-store"}
        route.fulfill(
            status=response.status, headers=headers, body=GAME_DATA.sub(changed, response.text())
        )

    page.route(re.compile(f"{re.escape(path)}$"), answer)


def exchange_secret(game: Json) -> None:
    """Exchange secret and commitment of a game, and all dice with them, so that the proof passes.

    `game` is as in `/g/CODE.json`. The dice follow docs/fairness.md.
    """
    secret = hashlib.sha256(b"another secret").digest()
    fairness, events = game["view"]["fairness"], game["events"]
    fairness["secret"] = events[-1]["data"]["secret"] = secret.hex()
    fairness["commitment"] = hashlib.sha256(secret).hexdigest()
    events[0]["data"]["commitment"] = fairness["commitment"]
    for event in events:
        if event["type"] == "dice.rolled":
            place = (event["seat"], event["data"]["turn"], event["data"]["roll"])
            event["data"]["dice"] = [
                _die(secret, game["view"]["game"], fairness["seeds"], (*place, position))
                for position in range(5)
            ]


def _die(secret: bytes, code: str, seeds: list[str], place: tuple[int, ...]) -> int:
    message = "|".join([code, ",".join(seeds), *map(str, place), "0"])
    digest = hmac.digest(secret, message.encode(), "sha256")
    return next(byte for byte in digest if byte < 252) % 6 + 1
