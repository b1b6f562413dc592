"""Bytes of websocket frames (RFC 6455), whole and broken."""

import struct
from random import Random

from workshop.lab import rfc6455
from workshop.lab.rfc6455 import (
    BINARY,
    CLOSE,
    CONTINUED,
    EIGHT_BYTES,
    FIRST_TEXT,
    LAST,
    MASKED,
    PING,
    PONG,
    TEXT,
)


def frame(first: int, payload: bytes, random: Random) -> bytes:
    """Return a frame with a random mask."""
    return rfc6455.frame(first, payload, random.randbytes(4))


def fragments(payload: bytes, random: Random) -> bytes:
    """Return one text message in several frames, perhaps with a ping between."""
    cuts = sorted(random.randrange(len(payload) + 1) for _ in range(random.randint(1, 5)))
    parts = [payload[a:b] for a, b in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
    frames = [frame(FIRST_TEXT, parts[0], random)]
    frames += [frame(CONTINUED, part, random) for part in parts[1:-1]]
    if random.random() < 0.3:
        frames.append(frame(PING, b"between", random))
    return b"".join([*frames, frame(LAST, parts[-1], random)])


def allowed(random: Random) -> bytes:
    """Return frames that end no connection, and are no commands."""
    size = random.choice((0, 1, 125))
    return frame(random.choice((BINARY, PING, PONG, TEXT)), b"\x7f" * size, random)


def forbidden(random: Random) -> bytes:
    """Return bytes that break the protocol: the server has to close."""
    return random.choice(
        (
            frame(TEXT, b"\xff\xfe", random),  # no UTF-8
            frame(TEXT, b"\xed\xa0\x80", random),  # a lone surrogate
            frame(FIRST_TEXT, b"\xc3", random) + frame(LAST, b"(", random),
            frame(CONTINUED, b"", random),  # continues nothing
            frame(LAST, b"", random),
            frame(FIRST_TEXT, b"", random) + frame(TEXT, b"{}", random),
            frame(0xC1, b"{}", random),  # reserved bits
            frame(0x83, b"", random),  # reserved opcodes
            frame(0x8B, b"", random),
            frame(0x09, b"", random),  # a control frame in parts
            frame(PING, b"x" * 126, random),  # a control frame that is too long
            frame(CLOSE, b"", random),
            frame(CLOSE, b"\x03", random),
            frame(CLOSE, b"\x03\xe8bye", random),
            frame(CLOSE, struct.pack("!H", 1005), random),
            frame(CLOSE, struct.pack("!H", 65535) + b"\xff", random),
            bytes((TEXT, 2)) + b"{}",  # not masked
            struct.pack("!BBQ", TEXT, MASKED | EIGHT_BYTES, 2**63) + b"0000",
            struct.pack("!BBQ", TEXT, MASKED | EIGHT_BYTES, 1) + b"00000",
            frame(TEXT, b"x" * 17_000, random),
            random.randbytes(random.randint(1, 200)),
        )
    )
