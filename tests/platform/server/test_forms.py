"""Forms are read as UTF-8, whatever charset their content type names."""

import pytest

from games.platform.server.forms import without_charset


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (b"text/plain", b"text/plain"),
        (
            b"application/x-www-form-urlencoded; charset=utf-16",
            b"application/x-www-form-urlencoded",
        ),
        (b"a/b;CHARSET=hex;charset*=utf-7''x", b"a/b"),
        (b"multipart/form-data; charset=hex; boundary=x", b"multipart/form-data; boundary=x"),
        (b"multipart/form-data; Boundary=x; charset=y", b"multipart/form-data; Boundary=x"),
        (b"", b""),
    ],
)
def test_it_keeps_the_boundary_alone(sent: bytes, kept: bytes) -> None:
    assert without_charset(sent) == kept
