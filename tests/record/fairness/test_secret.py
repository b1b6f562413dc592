"""The secret of the dice is visible nowhere before the game ends."""

import json
import logging
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db import DatabaseError

from games.core.engine import Resign, Roll, view
from games.models import DiceSecret, Game, GameEvent, User
from games.platform.database.bulk import bulk
from games.record.fairness.secrets import secret_of
from games.record.log import batches, statements
from games.record.log.loading import load_game
from games.record.log.records import snapshot_of
from games.site.archive.history.page import game_page
from games.site.archive.history.text import game_text
from games.site.study.analysis.finished_game import GameRecord, find_game, read_record
from games.tables.rooms.loading import load_room
from tests.support.desk import act, entry_for
from tests.support.people import begun, open_room


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    made = begun(open_room(alice), alice, bob)
    act(made, 0, Roll(1, 0))
    return made


def spellings(secret: bytes) -> Iterator[str]:
    """How the secret might be written."""
    yield secret.hex()
    yield repr(secret)
    yield repr(memoryview(secret).tolist())


def record_of(game: Game) -> GameRecord:
    found = find_game(game.code)
    assert found is not None
    return read_record(found)


def test_it_is_in_no_view_page_or_snapshot_before_the_end(game: Game) -> None:
    secret = secret_of(DiceSecret.objects.get(code=game.code))
    loaded = load_game(game.pk)
    assert game.room is not None
    room = load_room(game.room.code)
    shown = [
        repr(view(loaded.state)),
        repr(room),
        json.dumps(game_page(record_of(game))),
        game_text(record_of(game), ""),
        snapshot_of(loaded.state),
        repr(list(GameEvent.objects.values_list())),
        repr(Game.objects.values()),
    ]
    for text in shown:
        assert not any(spelling in text for spelling in spellings(secret))


def test_it_is_in_no_repr(game: Game) -> None:
    kept = DiceSecret.objects.get(code=game.code)
    loaded = load_game(game.pk)
    for thing in (kept, loaded, loaded.dice, entry_for(game, 0, Roll(1, 1))):
        for text in (repr(thing), str(thing)):
            assert not any(spelling in text for spelling in spellings(secret_of(kept)))


def test_it_is_in_no_log_line(
    game: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = secret_of(DiceSecret.objects.get(code=game.code))
    last = entry_for(game, 0, Resign())
    with monkeypatch.context() as broken:
        nothing = bulk("no SQL at all", {"game_id": "bigint"})
        broken.setattr(statements, "BUMP_ROOMS_OF_GAMES", nothing)
        batches.write([last])
    with monkeypatch.context() as broken:

        def fail(_: object) -> None:
            raise DatabaseError("gone")

        broken.setattr(batches, "write_together", fail)
        batches.write([last, last])
    assert "refused a commit" in caplog.text
    assert not any(spelling in caplog.text for spelling in spellings(secret))


def test_it_is_in_no_admin_page() -> None:
    assert DiceSecret not in admin.site._registry


def test_it_is_revealed_at_the_end_and_is_what_was_committed_to(game: Game) -> None:
    secret = secret_of(DiceSecret.objects.get(code=game.code))
    act(game, 0, Resign())
    page = game_page(record_of(game))
    assert page["view"]["fairness"]["secret"] == secret.hex()
    assert page["events"][-1]["data"]["secret"] == secret.hex()
