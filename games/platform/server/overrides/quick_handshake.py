"""Parse the handshake of a websocket at once, if it is as every browser and proxy sends it.

Twisted parses a request line by line, Daphne writes it again, and autobahn parses that: a third of
what a connection costs. A handshake that has anything unusual is left to them, so the checks and
answers are theirs: this module only recognises handshakes that pass all their checks.

Relies on what Daphne 4.2 and autobahn 26.10 check:

    WebRequest.process()              names and values of headers, path and query
    WebSocketProtocol.onConnect()     headers with "_" are dropped, "daphne-root-path" is obeyed
    processHandshake()                method, version, host, upgrade, origin, key (RFC 6455, 4.2.1)
    succeedHandshake()                the answer; no extension is ever agreed
"""

import base64
import hashlib
import re
from typing import NamedTuple

Headers = list[tuple[bytes, bytes]]

_REQUEST = re.compile(rb"GET (/[A-Za-z0-9/_.~-]{0,200})(?:\?([A-Za-z0-9=&_.~-]{0,200}))? HTTP/1\.1")
_HEADER = re.compile(rb"([A-Za-z0-9-]+): ?([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)")
_HOST = re.compile(rb"[A-Za-z0-9.-]+(:[0-9]{1,5})?")
_ORIGIN = re.compile(rb"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")
_EXTENSIONS = re.compile(rb"permessage-deflate(; client_max_window_bits)?")
_KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
_END = b"\r\n\r\n"
_REQUIRED = (b"host", b"upgrade", b"connection", b"sec-websocket-version", b"sec-websocket-key")
# They need what only the libraries do.
_LEFT_ALONE = (
    b"sec-websocket-protocol",
    b"content-length",
    b"transfer-encoding",
    b"expect",
    b"daphne-root-path",
)
_MAX_HEADERS = 60
_MAX_BYTES = 8 * 1024
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""RFC 6455, 1.3."""


class Handshake(NamedTuple):
    """A handshake that is valid. `headers`: names in lower case, each at most once."""

    path: str
    query: bytes
    headers: Headers
    key: bytes


def parse_handshake(data: bytes) -> Handshake | None:
    """Return the handshake that `data` is, exactly; None if it must be parsed by the libraries."""
    if b"pgrade: websocket\r\n" not in data or not data.endswith(_END) or len(data) > _MAX_BYTES:
        return None
    request_line, *lines = data[: -len(_END)].split(b"\r\n")
    request = _REQUEST.fullmatch(request_line)
    if request is None or len(lines) > _MAX_HEADERS:
        return None
    headers: Headers = []
    for line in lines:
        header = _HEADER.fullmatch(line)
        if header is None:
            return None
        headers.append((header[1].lower(), header[2]))
    found = dict(headers)
    if len(found) < len(headers) or not _is_plain(found):
        return None
    return Handshake(request[1].decode(), request[2] or b"", headers, found[b"sec-websocket-key"])


def _is_plain(headers: dict[bytes, bytes]) -> bool:
    """Whether these are the headers of a handshake that nothing can refuse."""
    return (
        all(name in headers for name in _REQUIRED)
        and not any(name in headers for name in _LEFT_ALONE)
        and headers[b"upgrade"].lower() == b"websocket"
        and b"upgrade" in [each.strip() for each in headers[b"connection"].lower().split(b",")]
        and headers[b"sec-websocket-version"] == b"13"
        and _KEY.fullmatch(headers[b"sec-websocket-key"]) is not None
        and _HOST.fullmatch(headers[b"host"]) is not None
        and _fits(_ORIGIN, headers.get(b"origin"))
        and _fits(_EXTENSIONS, headers.get(b"sec-websocket-extensions"))
    )


def _fits(pattern: re.Pattern[bytes], value: bytes | None) -> bool:
    return value is None or pattern.fullmatch(value) is not None


def answer_to(key: bytes) -> bytes:
    """Return the answer to a handshake with this key (RFC 6455, 4.2.2), as autobahn writes it."""
    accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )
