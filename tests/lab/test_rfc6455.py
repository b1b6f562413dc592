"""Frames as bytes: what a server of the library reads, and what a client takes apart."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol

from tests.lab.rfc6455 import PING, TEXT, frame, handshake, split


@pytest.mark.parametrize("mask", [bytes(4), b"\x37\xfa\x21\x3d"])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_it_makes_frames_that_a_server_reads(size: int, mask: bytes) -> None:
    server = Protocol(SERVER, max_size=None)
    server.receive_data(frame(TEXT, b"x" * size, mask) + frame(PING, b"hi", mask))
    read = [each for each in server.events_received() if isinstance(each, Frame)]
    assert [(each.opcode, each.data) for each in read] == [
        (Opcode.TEXT, b"x" * size),
        (Opcode.PING, b"hi"),
    ]


def test_it_asks_as_a_page_of_the_site_does() -> None:
    request = handshake(8000, "/ws/v1/lobby/", "sessionid=a", "X-More: b").decode()
    lines = request.split("\r\n")
    assert lines[0] == "GET /ws/v1/lobby/ HTTP/1.1"
    assert {"Origin: http://127.0.0.1:8000", "Cookie: sessionid=a", "X-More: b"} <= set(lines)
    assert request.endswith("\r\n\r\n")
    assert "Cookie" not in handshake(8000, "/").decode()


def test_it_splits_what_a_server_sends_into_frames() -> None:
    long = bytes([TEXT, 126, 1, 0]) + b"x" * 256
    data = bytes([PING, 0, TEXT, 2]) + b"hi" + long
    assert split(data + long[:3]) == ([(PING, b""), (TEXT, b"hi"), (TEXT, b"x" * 256)], long[:3])
    assert split(b"") == ([], b"")
