"""The API returns the public log, and where a game is in it."""

import hashlib
from typing import Any

import pytest
from django.test import Client

from games.core.engine import Resign
from games.models import User
from games.record.fairness.reserve import commit_to
from games.record.reveals.public_log_ends import log_ends
from tests.support.desk import act
from tests.support.people import begun, open_room, person

pytestmark = pytest.mark.registered


@pytest.fixture
def alice(transactional_db: None) -> User:
    return person("Alice")


def read(api: Client, query: str = "") -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = api.get(f"/api/v1/fair-log/entries{query}").json()["entries"]
    return entries


def test_it_is_a_chain_up_to_the_head(api: Client, transactional_db: None) -> None:
    assert api.get("/api/v1/fair-log").json() == {"index": 0, "at": 0, "hash": "0" * 64}
    assert read(api) == []
    commit_to(3)
    previous = "0" * 64
    for index, entry in enumerate(read(api), 1):
        fields = ("index", "at", "kind", "game", "value", "previous")
        line = "|".join(["log", *(str(entry[field]) for field in fields)])
        assert (entry["index"], entry["previous"]) == (index, previous)
        previous = hashlib.sha256(line.encode()).hexdigest()
        assert entry["hash"] == previous
    head = api.get("/api/v1/fair-log").json()
    assert (head["index"], head["hash"]) == (3, previous)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?from=2&to=4", [2, 3, 4]),
        ("?from=1199", [1199, 1200]),
        ("?from=1200&to=1300", [1200]),
        ("?from=1201", []),
        ("?from=5&to=4", []),
        ("", range(1, 1001)),
        ("?from=100&to=9999", range(100, 1100)),
    ],
)
def test_it_returns_ranges(
    api: Client, transactional_db: None, query: str, found: list[int]
) -> None:
    commit_to(1200)
    assert [entry["index"] for entry in read(api, query)] == list(found)


@pytest.mark.parametrize("query", ["?from=0", "?from=x", "?to=-1"])
def test_it_refuses_other_ranges(api: Client, transactional_db: None, query: str) -> None:
    answer = api.get(f"/api/v1/fair-log/entries{query}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_parameter")


def test_a_full_range_can_be_kept_for_ever(api: Client, transactional_db: None) -> None:
    commit_to(3)
    path = "/api/v1/fair-log/entries?from=1&to="
    assert "immutable" in api.get(f"{path}3")["Cache-Control"]
    assert "immutable" not in api.get(f"{path}4")["Cache-Control"]
    etag = api.get(f"{path}3")["ETag"]
    assert api.get(f"{path}3", headers={"If-None-Match": etag}).status_code == 304


def test_it_tells_where_a_game_is_in_it(api: Client, alice: User) -> None:
    game = begun(open_room(alice, public=True), alice)
    paths = (f"/api/v1/games/{game.code}", f"/g/{game.code}.json")
    (first,) = read(api, "?from=1&to=1")
    place = {"index": 1, "hash": first["hash"]}
    for path in paths:
        assert api.get(path).json()["fair_log"] == {
            "commitment": place,
            "end": None,
            "log": None,
        }
    act(game, 0, Resign())
    waiting = [api.get(path)["ETag"] for path in paths]
    log_ends()
    places = [{"index": each["index"], "hash": each["hash"]} for each in read(api)[-2:]]
    for path, etag in zip(paths, waiting, strict=True):
        answer = api.get(path, headers={"If-None-Match": etag})
        expected = {"commitment": place, "end": places[0], "log": places[1]}
        assert answer.json()["fair_log"] == expected
