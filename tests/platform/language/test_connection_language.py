"""The language of a connection, by the headers of its handshake."""

import pytest

from games.platform.language import language_of_headers


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ([], "en"),
        ([(b"accept-language", b"de-CH, en;q=0.5")], "de"),
        ([(b"Accept-Language", b"de")], "de"),
        ([(b"cookie", b"language=en"), (b"accept-language", b"de")], "en"),
        ([(b"cookie", b"sessionid=x; language=de"), (b"accept-language", b"en")], "de"),
        ([(b"cookie", b"language=tlh"), (b"accept-language", b"de")], "de"),
        ([(b"cookie", b"\xff=;;=\x00"), (b"accept-language", b"\xff")], "en"),
        ([(b"accept-language", b"x" * 100_000)], "en"),
    ],
)
def test_it_reads_the_cookie_first(headers: list[tuple[bytes, bytes]], language: str) -> None:
    assert language_of_headers(headers) == language
