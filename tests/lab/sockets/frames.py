"""The client's side of a websocket, as far as a crowd needs it (RFC 6455)."""

import struct

TEXT = 0x81
CLOSE = 0x88
PING = 0x89
PONG = 0x8A
"""The first byte of a final text, close, ping or pong frame."""


def handshake(port: int, path: str, cookie: str) -> bytes:
    """Return the request that opens a socket with a session's cookie (RFC 6455, 4.1)."""
    host = f"127.0.0.1:{port}"
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        "Connection: Upgrade",
        "Pragma: no-cache",
        "Cache-Control: no-cache",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "Upgrade: websocket",
        f"Origin: http://{host}",
        "Sec-WebSocket-Version: 13",
        "Accept-Encoding: gzip, deflate, br, zstd",
        "Accept-Language: en-US,en;q=0.5",
        f"Cookie: sessionid={cookie}",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Extensions: permessage-deflate",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def masked(first_byte: int, payload: bytes) -> bytes:
    """Return a masked frame with less than 126 bytes of payload. The mask is zero."""
    return bytes((first_byte, 0x80 | len(payload))) + bytes(4) + payload


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
