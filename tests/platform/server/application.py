"""A small ASGI application that does what its path says, and reports on stdout."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from games.platform.limits.pace import PACED, ClientLeftError
from games.platform.server.extension import ATTACH, SEND_TEXT
from games.platform.server.lifespan import Lifespan

lifespan = Lifespan()
SAYS_GOODBYE: list[Any] = []
BEGIN = {"type": "http.response.start", "status": 200, "headers": []}


def report(*words: object) -> None:
    print(*words, flush=True)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve one scope."""
    if scope["type"] == "lifespan":
        await lifespan(scope, receive, send)
    elif scope["type"] == "http":
        await answer(scope, receive, send)
    else:
        assert (await receive())["type"] == "websocket.connect"
        if scope["path"] not in ("/late", "/refuse"):
            await send({"type": "websocket.accept"})
        if scope["path"] == "/quick":
            await quick(receive, send, scope["extensions"][SEND_TEXT])
        elif scope["path"] == "/attached":
            scope["extensions"][ATTACH](Reporter())
        else:
            await HANDLERS[scope["path"]](receive, send)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    body = b""
    while True:
        message = await receive()
        body += message["body"]
        if not message["more_body"]:
            break
    await send(BEGIN)
    if scope["path"] == "/break":
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("broken")
    if scope["path"] == "/large":
        await send({"type": "http.response.body", "body": b"x" * 16_000_000})
        return
    if scope["path"] == "/download":
        await download(send)
        return
    told = {name: scope[name] for name in ("client", "scheme", "root_path")} | {"body": len(body)}
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


async def download(send: Any) -> None:
    """Send 32 MB in parts, each when the client has read most of those before it."""
    part, sent = {"type": "http.response.body", "body": b"x" * 32_000, "more_body": True}, 0
    try:
        for _ in range(1000):
            await send({**part, PACED: True})
            sent += 1
            if sent == 50:
                report("50 parts")
    except ClientLeftError:
        report("left after", sent)
        return
    await send({"type": "http.response.body"})
    report("sent all")


async def echo(receive: Any, send: Any) -> None:
    """Send back each message as it came; `large` asks for 100 kB."""
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") == "large":
            message["text"] = "x" * 100_000
        await send({**message, "type": "websocket.send"})
    report("disconnect", message["code"])


async def quick(receive: Any, send: Any, send_text: Callable[[str], None]) -> None:
    """Answer each message three times, once past ASGI; then once more after the disconnect."""
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": "first"})
        send_text(message["text"])
        await send({"type": "websocket.send", "text": "last"})
    send_text("too late")
    report("disconnect", message["code"])


class Reporter:
    """Reports what an attached socket receives."""

    waiting = 0
    running = None

    def on_message(self, message: dict[str, Any]) -> None:
        report("message", message.get("text", message.get("code")))

    def on_pong(self) -> None:
        report("pong")


async def polite(receive: Any, send: Any) -> None:
    """Send `bye` when the server drains."""
    SAYS_GOODBYE.append(send)
    await echo(receive, send)


async def stuck(receive: Any, send: Any) -> None:
    """Never read a message, and never end."""
    await asyncio.Event().wait()


async def pour(receive: Any, send: Any) -> None:
    """Send 16 kB every five milliseconds until the client disconnects."""
    reading = asyncio.create_task(receive())
    while not reading.done():
        await send({"type": "websocket.send", "text": "x" * 16_384})
        await asyncio.sleep(0.005)
    report("disconnect", reading.result()["code"])


async def burst(receive: Any, send: Any) -> None:
    """After a message, send 64 MB without reading."""
    await receive()
    for _ in range(64):
        await send({"type": "websocket.send", "text": "x" * 1_000_000})
    report("disconnect", (await receive())["code"])


async def burst_of_3(receive: Any, send: Any) -> None:
    """After a message, send 3 MB without reading: this is allowed."""
    await receive()
    for _ in range(3):
        await send({"type": "websocket.send", "bytes": b"x" * 1_000_000})
    await receive()


async def fail(receive: Any, send: Any) -> None:
    raise RuntimeError("a bug")


async def late(receive: Any, send: Any) -> None:
    """Never accept the socket."""
    report("connecting")
    report("disconnect", (await receive())["code"])


async def refuse(receive: Any, send: Any) -> None:
    await send({"type": "websocket.close"})


async def leave(receive: Any, send: Any) -> None:
    """Close, then send once more: it is too late, but not an error."""
    await send({"type": "websocket.close", "code": 4403})
    await send({"type": "websocket.send", "text": "too late"})
    report("disconnect", (await receive())["code"])


HANDLERS = {
    "/echo": echo,
    "/polite": polite,
    "/stuck": stuck,
    "/pour": pour,
    "/burst": burst,
    "/burst_of_3": burst_of_3,
    "/fail": fail,
    "/leave": leave,
    "/late": late,
    "/refuse": refuse,
}


@lifespan.on_startup
async def started() -> None:
    report("started")


@lifespan.on_drain
async def say_goodbye() -> None:
    for send in SAYS_GOODBYE:
        await send({"type": "websocket.send", "text": "bye"})


@lifespan.on_shutdown
async def stopped() -> None:
    report("stopped")


@lifespan.embedded_worker
async def work(stop: asyncio.Event) -> None:
    report("working")
    await stop.wait()
    report("worked")
