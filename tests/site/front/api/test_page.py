"""The entry page of the API: short, and it names every endpoint."""

import re

import msgspec
from django.test import Client

from games.site.front.api.openapi import BOARD, ENDPOINTS
from games.site.shared.answers import types

MOST_WORDS = 400


def test_it_names_every_endpoint(api: Client) -> None:
    text = api.get("/api/").content.decode()
    words = re.sub(r"<[^>]+>", " ", text.split("<main")[1].split("</main>")[0])
    assert len(re.findall(r"[A-Za-z’'-]+", words)) < MOST_WORDS
    for endpoint in ENDPOINTS.values():
        assert f"<code>{endpoint.method} /api/v1/{endpoint.path}</code>" in text
    assert "300 requests in 5 minutes" in text
    assert "/api/v1/openapi.json" in text


def test_it_shows_an_answer_as_it_would_be() -> None:
    board = msgspec.convert(BOARD, types.Leaderboard)
    assert msgspec.json.decode(msgspec.json.encode(board)) == BOARD
