"""Answers that are made while they are sent wait for their client. Imports nothing of ours: the
server needs it before Django is set up.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

PACED = "paced"
"""The key of a message of ASGI whose `send` waits. Only `manage.py serve` knows it."""

Send = Callable[[dict[str, Any]], Awaitable[None]]


class ClientLeftError(asyncio.CancelledError):
    """The client of a paced answer has left, or reads too slowly. Django closes what it has sent
    in part when it is cancelled, and takes any other error for one of ours.
    """


def paced(send: Send) -> Send:
    """Return `send`, which returns when the client has read most of what was sent. It raises
    ClientLeftError if there is no client any more.
    """

    async def send_and_wait(message: dict[str, Any]) -> None:
        await send({**message, PACED: True} if message.get("more_body") else message)

    return send_and_wait
