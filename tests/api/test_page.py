"""The page that explains the API."""

import msgspec
from django.test import Client

from games.api import types
from games.api.endpoints import ENDPOINTS
from games.api.example import BOARD


def test_it_explains_every_endpoint(api: Client) -> None:
    text = api.get("/api/").content.decode()
    for endpoint in ENDPOINTS.values():
        assert f"<code>{endpoint.method} /api/v1/{endpoint.path}</code>" in text
    assert "300 requests in 5 minutes" in text
    assert "/api/v1/openapi.json" in text


def test_it_shows_an_answer_as_it_would_be() -> None:
    board = msgspec.convert(BOARD, types.Leaderboard)
    assert msgspec.json.decode(msgspec.json.encode(board)) == BOARD


def test_it_tells_what_a_parameter_is_and_whether_it_must_be_given(api: Client) -> None:
    text = api.get("/api/").content.decode()
    position = text.split("<code>GET /api/v1/positions</code>")[1].split("</table>")[0]
    assert "A card and dice in one line" in position
    assert "required" in position
    assert "a cursor" not in position
    board = text.split("<code>GET /api/v1/leaderboards/{variant}</code>")[1].split("</table>")[0]
    assert "a cursor" in board
    assert "required" not in board
