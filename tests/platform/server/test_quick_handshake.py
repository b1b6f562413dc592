"""A handshake that is parsed at once, and those that are left to the libraries."""

import pytest

from games.platform.server.overrides.quick_handshake import answer_to, parse_handshake
from tests.platform.server.process import serving

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
LINES = [
    "GET /ws/v1/rooms/abc123/?v=2 HTTP/1.1",
    "Host: play.example.org:8000",
    "Upgrade: websocket",
    "Origin: https://play.example.org:8000",
    "Connection: keep-alive, Upgrade",
    "Sec-WebSocket-Version: 13",
    f"Sec-WebSocket-Key: {KEY}",
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    "Cookie: a=b; sessionid=xyz",
]


def request(*changes: tuple[str, str]) -> bytes:
    """The handshake of a browser, with some texts replaced."""
    text = "\r\n".join([*LINES, "", ""])
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text.encode("latin1")


def test_it_parses_what_a_browser_sends() -> None:
    handshake = parse_handshake(request())
    assert handshake is not None
    assert (handshake.path, handshake.query) == ("/ws/v1/rooms/abc123/", b"v=2")
    assert handshake.key == KEY.encode()
    assert handshake.headers == [
        (b"host", b"play.example.org:8000"),
        (b"upgrade", b"websocket"),
        (b"origin", b"https://play.example.org:8000"),
        (b"connection", b"keep-alive, Upgrade"),
        (b"sec-websocket-version", b"13"),
        (b"sec-websocket-key", KEY.encode()),
        (b"sec-websocket-extensions", b"permessage-deflate; client_max_window_bits"),
        (b"cookie", b"a=b; sessionid=xyz"),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("GET ", "POST "),
        ("HTTP/1.1", "HTTP/1.0"),
        ("/abc123/", "/%61/"),
        ("/abc123/", "/abc 123/"),
        ("Upgrade: websocket", "Upgrade: h2c"),
        ("Host: play.example.org:8000\r\n", ""),
        ("Host: play.example.org:8000", "Host: play.example.org:x"),
        ("Host: ", "Host : "),
        ("keep-alive, Upgrade", "keep-alive"),
        ("Version: 13", "Version: 8"),
        (KEY, "c2hvcnQ="),
        (KEY, KEY + "\r\nSec-WebSocket-Key: " + KEY),
        (KEY, KEY + "\r\nSec-WebSocket-Protocol: chat"),
        (KEY, KEY + "\r\nContent-Length: 5"),
        (KEY, KEY + "\r\nTransfer-Encoding: chunked"),
        (KEY, KEY + "\r\nDaphne-Root-Path: /x"),
        (KEY, KEY + "\r\nX_Real_IP: 192.0.2.1"),
        (KEY, KEY + "\r\n folded"),
        (KEY, KEY + "\r\nX-Odd: \x0b"),
        (KEY, KEY + "\r\nX-Odd: \xe9"),
        (KEY, KEY + "\nX-Odd: a"),
        ("https://play", "http://["),
        ("permessage-deflate; client_max_window_bits", "permessage-deflate; a=b"),
        ("a=b; sessionid=xyz", "a" * 9000),
    ],
)
def test_it_leaves_alone_what_is_unusual(old: str, new: str) -> None:
    assert parse_handshake(request((old, new))) is None


def test_it_leaves_alone_what_is_not_complete_or_goes_on() -> None:
    assert parse_handshake(request()[:-1]) is None
    assert parse_handshake(request() + b"\x81\x80aaaa") is None
    assert parse_handshake(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") is None


def test_it_answers_as_the_example_of_the_standard() -> None:
    # RFC 6455, 1.3.
    assert b"\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n" in answer_to(KEY.encode())


@pytest.mark.parametrize("path", ["/echo", "/refuse", "/fail"])
async def test_it_answers_as_the_libraries_do(path: str) -> None:
    async with serving() as server:
        answers = []
        for odd in ("", "X_Odd: 1\r\n"):
            head = request(
                ("/ws/v1/rooms/abc123/?v=2", path), ("Cookie: a=b; sessionid=xyz\r\n", odd)
            )
            assert (parse_handshake(head) is None) == bool(odd)
            answers.append(await server.answer_to(head))
        assert answers[0] == answers[1]
        assert answers[0].startswith(b"HTTP/1.1 ")
