"""An application that also tells what its server has counted, for tests."""

import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from games.platform.server.clients import ServerCounts

PATH = "/test-counts"
Application = Callable[[Any, Any, Any], Awaitable[None]]


class Counting:
    """Serves the counts at PATH, and everything else by `inner`."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner
        self.counts = ServerCounts()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await self.inner(scope, receive, send)
            return
        told = {**self.counts.as_json(), "threads": threading.active_count()}
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})
