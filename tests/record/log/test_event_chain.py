"""Anyone can compute the chain of a finished game from what the API tells.

The second implementation below knows the HTTP API only.
"""

import hashlib
import json
import random
from typing import Any

import pytest
from django.test import Client

from games.core.engine import Hint, Player, Resign, Roll
from games.core.engine.actions import Abort
from games.models import FairLogEntry, Game, GameEvent, Scorecard, User
from games.record.log.loading import load_game
from games.record.log.starting import start_shared
from games.record.reveals.public_log_ends import log_ends
from games.record.reveals.shared_dice import heads_of_group, open_share, reveal_share
from tests.support.desk import act, play, unchain
from tests.support.people import START, begun, open_room


def naive_head(events: list[dict[str, Any]]) -> str:
    """Return the hash of the last of these events, as the API has them."""
    head = "0" * 64
    for event in events:
        data = event["data"]
        if "seats" in data:
            seats = [{k: v for k, v in seat.items() if k != "name"} for seat in data["seats"]]
            data = {**data, "seats": seats}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        seat = "" if event["seat"] is None else event["seat"]
        line = f"event|{head}|{event['seq']}|{event['type']}|{seat}|{event['at']}|{text}"
        head = hashlib.sha256(line.encode()).hexdigest()
    return head


def events_of(client: Client, game: Game) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/games/{game.code}/events").json()
    assert answer["over"]
    events: list[dict[str, Any]] = answer["events"]
    return events


@pytest.mark.parametrize("mode", ["turns", "rounds"])
@pytest.mark.parametrize("end", ["played", "resigned", "aborted"])
def test_it_follows_from_what_the_api_says(
    client: Client, alice: User, bob: User, mode: str, end: str
) -> None:
    game = begun(open_room(alice, mode=mode, clock=30, variant="triple_yahtzee"), alice, bob)
    act(game, 0, Roll(1, 0))
    act(game, 0, Hint(1, 1))
    if end == "played":
        play(game, 200, random.Random(1))
    elif end == "resigned":
        act(game, 1, Resign())
    else:
        act(game, None, Abort('naïve "reason"\n'))
    log_ends()
    game.refresh_from_db()
    assert naive_head(events_of(client, game)) == game.head
    assert FairLogEntry.objects.get(code=game.code, kind="log").value == game.head


def test_it_is_told_of_a_group_when_all_its_games_are_over(
    client: Client, alice: User, bob: User
) -> None:
    share = open_share()
    games = [
        start_shared(open_room(user), Player(user.pk, user.name, "shared"), share, START)
        for user in (alice, bob)
    ]
    play(games[0], 99, random.Random(1))
    path = f"/fair/log/groups/{share}.txt"
    play(games[1], 99, random.Random(1))
    reveal_share(share)
    told = client.get(path).content.decode()
    heads = dict(line.split("|") for line in told.splitlines())
    assert heads == {game.code: naive_head(events_of(client, game)) for game in games}
    assert heads == heads_of_group(share)
    value = FairLogEntry.objects.get(code=share, kind="log").value
    assert hashlib.sha256(told.encode()).hexdigest() == value


def test_it_does_not_contain_names(alice: User, bob: User) -> None:
    game = begun(open_room(alice, variant="triple_yahtzee"), alice, bob)
    play(game, 40, random.Random(1))
    assert not GameEvent.objects.filter(data__contains="Alice").exists()
    Scorecard.objects.filter(game=game, seat=0).update(name="Somebody")
    assert [seat.name for seat in load_game(game.pk).state.seats] == ["Somebody", "Bob"]
    assert load_game(game.pk).state == load_game(game.pk, whole=True).state


def test_a_game_begun_before_logs_were_chained_goes_on_without_hashes(
    alice: User, bob: User
) -> None:
    game = begun(open_room(alice), alice, bob)
    unchain(game)
    play(game, 99, random.Random(1))
    game.refresh_from_db()
    assert (game.status, game.head) == ("finished", "")
    assert set(game.events.values_list("hash", flat=True)) == {""}
