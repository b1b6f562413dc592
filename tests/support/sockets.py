"""A socket of a server on this machine (websockets): for whom the library's client is enough."""

import socket

import websockets

RECEIVE_BUFFER = 4096


async def open_socket(
    port: int,
    path: str,
    cookie: str | None = None,
    *,
    origin: str | None = None,
    address: str | None = None,
    source: str = "127.0.0.1",
    narrow: bool = False,
) -> websockets.ClientConnection:
    """Connect as a page of the site does, with a session's cookie.

    address: what a proxy would say of the client. source: from where. narrow: library and kernel
    take as little as possible, for a slow reader. Raises OSError or websockets.InvalidHandshake.
    """
    raw = socket.socket()
    if narrow:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    try:
        raw.bind((source, 0))
        raw.connect(("127.0.0.1", port))
    except OSError:
        raw.close()
        raise
    raw.setblocking(False)
    headers = {} if cookie is None else {"Cookie": f"sessionid={cookie}"}
    if address is not None:
        headers["X-Real-IP"] = address
    return await websockets.connect(
        f"ws://127.0.0.1:{port}{path}",
        sock=raw,
        additional_headers=headers,
        origin=websockets.Origin(origin or f"http://127.0.0.1:{port}"),
        ping_interval=None,
        max_size=None,
        compression=None if narrow else "deflate",
        # Else the library would stop reading, and miss a close frame, after sixteen messages.
        max_queue=16 if narrow else None,
    )
