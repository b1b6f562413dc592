"""`manage.py verify_fair_log` finds what does not belong into the public log."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.core.engine import Resign
from games.models import FairLogEntry, Game, GameEvent, User
from games.record.fairness.public_log import read_head
from games.record.reveals.public_log_ends import log_ends
from tests.support.desk import act
from tests.support.people import begun, open_room


@pytest.fixture
def game(alice: User) -> Game:
    """A finished game, and a running one."""
    over = begun(open_room(alice), alice)
    begun(open_room(alice), alice)
    act(over, 0, Resign())
    log_ends()
    return over


def verify(*arguments: str) -> str:
    """Run the command; return what it prints. If it fails, with the error in the last line."""
    out = StringIO()
    try:
        call_command("verify_fair_log", *arguments, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


@pytest.fixture
def saved(game: Game, client: Client, tmp_path: Path) -> Path:
    """The log as somebody has downloaded it."""
    path = tmp_path / "1.csv"
    path.write_bytes(client.get("/fair/log/1.csv").content)
    return path


def test_it_finds_nothing_wrong(game: Game, saved: Path) -> None:
    head = read_head()
    expected = f"6 entries verified, 3 commitments are open.\nThe head is 6:{head.hash}\n"
    assert verify() == expected
    assert verify(str(saved)) == expected
    assert verify("--head", f"6:{head.hash}", "--head", f"1:{read_first().hash}") == expected


def read_first() -> FairLogEntry:
    return FairLogEntry.objects.get(index=1)


def test_it_finds_a_changed_entry(game: Game) -> None:
    FairLogEntry.objects.filter(index=2).update(at=1)
    assert "entry 2: its hash does not fit its fields" in verify()


@pytest.mark.parametrize(
    ("type_", "field"), [("game.started", "commitment"), ("game.finished", "secret")]
)
def test_it_finds_a_game_that_differs(game: Game, type_: str, field: str) -> None:
    event = GameEvent.objects.get(game=game, type=type_)
    event.data = event.data.replace(f'"{field}":"', f'"{field}":"00')
    event.save()
    assert f"game {game.code}: its log and the public log differ" in verify()


def test_it_finds_a_game_without_an_end(game: Game) -> None:
    FairLogEntry.objects.get(code=game.code, is_end=True).delete()
    assert f"game {game.code}: its log and the public log differ" in verify()


def test_it_waits_for_ends_that_the_worker_has_not_yet_appended(alice: User) -> None:
    act(begun(open_room(alice), alice), 0, Resign())
    assert verify().startswith("2 entries verified")


def test_it_finds_that_a_head_is_not_there(game: Game) -> None:
    assert "entry 1: its hash should be " + "0" * 64 in verify("--head", "1:" + "0" * 64)
    assert "entry 7 is missing" in verify("--head", "7:" + "0" * 64)


@pytest.mark.parametrize("text", ["5", "x:" + "0" * 64, "0:" + "0" * 64, "5:abc"])
def test_it_refuses_what_is_no_head(transactional_db: None, text: str) -> None:
    assert "is not INDEX:HASH" in verify("--head", text)


def test_it_finds_a_database_that_does_not_extend_a_download(saved: Path) -> None:
    text = saved.read_text()
    FairLogEntry.objects.all().delete()
    assert "entry 6: the database has another one" in verify(str(saved))
    saved.write_text(text.replace("commitment", "closed", 1))
    assert "entry 1: its hash does not fit its fields" in verify(str(saved))


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "index,time,kind,game,value,previous,hash\nx"])
def test_it_refuses_another_file(transactional_db: None, tmp_path: Path, text: str) -> None:
    (tmp_path / "1.csv").write_text(text)
    assert verify(str(tmp_path / "1.csv"))
    assert "verified" not in verify(str(tmp_path / "1.csv"))
    assert "No such file" in verify(str(tmp_path / "2.csv"))
