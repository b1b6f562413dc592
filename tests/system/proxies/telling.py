"""Our server with an application that tells whom it sees: `python -m tests.system.proxies.telling`.

The answer to a request, and the first message of a websocket, is JSON: `client` and `scheme` as the
site sees them, `sent` what the proxy has sent of them.
"""

import json
from functools import partial
from operator import itemgetter
from typing import Any

from games.platform.limits.proxies import NAMES, BehindProxies, peer_of, site_proxies
from games.platform.server.lifespan import Lifespan
from games.platform.server.overrides.twisted_transport import listen_tcp
from games.platform.server.server import GuardedServer


async def tell(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer one request or websocket."""
    sent = [
        f"{name.decode()}: {value.decode('latin1')}"
        for name, value in sorted(scope["headers"], key=itemgetter(0))
        if name in NAMES
    ]
    told = {"client": peer_of(scope), "scheme": scope.get("scheme", "ws"), "sent": sent}
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": json.dumps(told)})
        await receive()
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


def ready(port: Any) -> None:
    """Say on which port it listens."""
    print("ready", port.getHost().port, flush=True)


if __name__ == "__main__":
    server = GuardedServer(BehindProxies(tell), Lifespan(), proxies=site_proxies())
    server.run(partial(listen_tcp, host="127.0.0.1", port=0), ready)
