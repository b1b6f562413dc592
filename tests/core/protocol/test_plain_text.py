"""Lines may have the invisible characters that people's keyboards send, and none that garble."""

import pytest

from games.core.protocol.errors import ProtocolError
from games.core.protocol.frames import check_text

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u0631\u0648\u0645",
        "\u05e9\u05dc\u05d5\u05dd\u200f",
        "a\u200eb",
        SCOTLAND,
        "gg",
    ],
)
def test_it_takes_what_keyboards_send(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize(
    "text", ["a\u202eb", "a\u2066b", "\x00", "a\U000e0067", "\u200c\u200f", " ", "a\u200bb"]
)
def test_it_refuses_what_garbles_or_shows_nothing(text: str) -> None:
    with pytest.raises(ProtocolError):
        check_text(text)
