"""The database does not contain the secrets of running games."""

import logging
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from pytest_django.fixtures import Settings

from games.core.engine import Roll
from games.models import DiceSecret, FairLogEntry, Game, Room, User
from games.platform.database.threads import in_database
from games.platform.encryption.keys import new_key
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game
from games.record.log.starting import prepare_next_game
from games.record.log.verifying import problems_of
from games.tables.live.registry import Hubs
from games.tables.rooms.upkeep import close_unused
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import START, begun, current_game, open_room, playing

pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW = new_key(), new_key()


@pytest.fixture(autouse=True)
def one_key(settings: Settings) -> None:
    settings.DICE_KEYS = [OLD]


@pytest.fixture
def game(alice: User) -> Game:
    return begun(open_room(alice), alice)


def stored(game: Game) -> bytes:
    return bytes(DiceSecret.objects.get(code=game.code).secret)


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("encrypt_secrets", *arguments, stdout=out)
    return out.getvalue()


def all_bytes() -> bytes:
    """All that the database holds: the files of SQLite, or all rows of PostgreSQL as text."""
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        files = [path for path in name.parent.glob(f"{name.name}*") if path.is_file()]
        return b"".join(path.read_bytes() for path in files)
    rows = []
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            cursor.execute(f'SELECT "{table}"::text FROM "{table}"')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows).encode()


def test_no_byte_of_the_database_shows_the_secret_of_a_running_game(game: Game) -> None:
    act(game, 0, Roll(1, 0))
    secret = load_game(game.pk).dice.secret
    held = all_bytes()
    # These are the bytes of this database, with what was written last.
    assert game.code.encode() in held
    assert secret not in held
    assert secret.hex().encode() not in held


def test_a_plain_secret_of_an_old_game_is_read(game: Game) -> None:
    secret = load_game(game.pk).dice.secret
    DiceSecret.objects.filter(code=game.code).update(secret=secret)
    assert load_game(game.pk).dice.secret == secret
    act(game, 0, Roll(1, 0))


def test_a_secret_is_good_for_its_own_game_only(game: Game, alice: User) -> None:
    other = begun(open_room(alice), alice)
    DiceSecret.objects.filter(code=game.code).update(secret=stored(other))
    with pytest.raises(OperationalError, match=f"game {game.code}: .*changed or moved"):
        load_game(game.pk)
    game.refresh_from_db()
    (problem,) = problems_of(game)
    assert "changed or moved" in problem


# Rotation


def test_a_new_key_reads_old_secrets_and_encrypts_new_ones(
    game: Game, alice: User, settings: Settings
) -> None:
    secret, before = load_game(game.pk).dice.secret, stored(game)
    settings.DICE_KEYS = [NEW, OLD]
    assert load_game(game.pk).dice.secret == secret
    newer = begun(open_room(alice), alice)
    with pytest.raises(CommandError, match="2 secrets are not"):
        command("--check")
    assert command() == "All secrets are encrypted with the newest key, 2 of them now.\n"
    assert command("--check") == "All secrets are encrypted with the newest key.\n"
    assert command().endswith(", 0 of them now.\n")
    assert stored(game) != before
    settings.DICE_KEYS = [NEW]
    assert load_game(game.pk).dice.secret == secret
    load_game(newer.pk)


# A missing key


def test_it_names_the_games_whose_key_is_missing(game: Game, settings: Settings) -> None:
    before = stored(game)
    settings.DICE_KEYS = [NEW]
    with pytest.raises(CommandError, match="2 secrets cannot be decrypted"):
        command()
    assert stored(game) == before


async def test_a_missing_key_is_told_in_the_log_without_traceback_and_players_may_try_again(
    hubs: Hubs, alice: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    room: Room = await in_database(lambda: playing(alice))
    settings.DICE_KEYS = [NEW]
    client = await visit(room, alice)
    assert await client.end() == 4503
    code = await in_database(lambda: current_game(room).code)
    assert (
        f"the secret of game {code}: encrypted with a key that is not in DICE_KEYS" in caplog.text
    )
    assert "Traceback" not in caplog.text
    settings.DICE_KEYS = [NEW, OLD]
    again = await visit(room, alice)
    assert again.table["status"] == "playing"


def test_the_next_game_is_encrypted_too(game: Game) -> None:
    assert game.room is not None
    row = DiceSecret.objects.get(code=game.room.next_code)
    assert len(bytes(row.secret)) == 65
    assert len(secret_of(row)) == 32


@pytest.mark.logs_errors("games.record.fairness.public_log")
def test_a_commitment_whose_key_is_missing_stays_open(
    alice: User, clock: FakeClock, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    clock.set(START)
    lost = prepare_next_game()
    settings.DICE_KEYS = [NEW]
    assert close_unused(START + 1) == 0
    assert "a commitment cannot be closed" in caplog.text
    settings.DICE_KEYS = [NEW, OLD]
    assert close_unused(START + 1) == 1
    assert FairLogEntry.objects.get(code=lost, is_end=True).kind == "closed"
