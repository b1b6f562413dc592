"""The client's side of a websocket as bytes (RFC 6455): tools send what no library would."""

import struct

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
FIRST_TEXT, CONTINUED, LAST = 0x01, 0x00, 0x80
"""The first byte of a frame: its opcode, and 0x80 if it is the last of its message."""
MASKED = 0x80
SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def handshake(port: int, path: str, cookie: str = "", *headers: str, key: str = KEY) -> bytes:
    """Return the request that opens a socket (RFC 6455, 4.1) from the site's own pages.

    cookie: a whole one, such as `sessionid=abc`; headers: more lines.
    """
    host = f"127.0.0.1:{port}"
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *([f"Cookie: {cookie}"] if cookie else []),
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def frame(first: int, payload: bytes, mask: bytes = bytes(4)) -> bytes:
    """Return a masked frame (RFC 6455, 5.2). The default mask leaves the payload unchanged."""
    size = len(payload)
    if size <= SHORT:
        head = bytes((first, MASKED | size))
    elif size < 2**16:
        head = struct.pack("!BBH", first, MASKED | TWO_BYTES, size)
    else:
        head = struct.pack("!BBQ", first, MASKED | EIGHT_BYTES, size)
    key = int.from_bytes((mask * (size // 4 + 1))[:size])
    return head + mask + (int.from_bytes(payload) ^ key).to_bytes(size)


def split(data: bytes) -> tuple[list[tuple[int, bytes]], bytes]:
    """Return the complete frames of a server, as (first byte, payload), and the rest."""
    frames = []
    at = 0
    while len(data) - at >= 2:
        length, start = data[at + 1], at + 2
        if length == 126:
            start = at + 4
            if start > len(data):
                break
            (length,) = struct.unpack_from("!H", data, at + 2)
        elif length == 127:
            start = at + 10
            if start > len(data):
                break
            (length,) = struct.unpack_from("!Q", data, at + 2)
        if start + length > len(data):
            break
        frames.append((data[at], data[start : start + length]))
        at = start + length
    return frames, data[at:]
