"""`manage.py seed_demo`: invented players, real games."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.assembly.demo.playing import ADDRESS, DAYS, NAMES
from games.models import ChatMessage, Game, Rating, Room, User
from games.people.accounts.players import create_account
from games.record.ratings.recomputing import recompute
from games.tables.matchmaking.lobby import read_lobby
from tests.fixtures import As
from tests.record.ratings.games import finished_game

pytestmark = pytest.mark.registered


@pytest.fixture
def demo(db: None) -> None:
    call_command("seed_demo", "--games", "12")


@pytest.mark.usefixtures("demo")
def test_it_creates_games_that_pass_every_check() -> None:
    assert Game.objects.filter(status="finished", result_at__isnull=False).count() == 12
    assert User.objects.filter(email__endswith=ADDRESS).count() == len(NAMES)
    call_command("verifylog")
    assert recompute(check=True).problems == ()
    assert not ChatMessage.objects.exists()


@pytest.mark.usefixtures("demo")
def test_it_spreads_the_games_over_the_last_weeks_in_order() -> None:
    now = timezone.now()
    games = Game.objects.order_by("result_number")
    times = [game.finished_at for game in games if game.finished_at is not None]
    assert len(times) == 12
    assert all(0 <= (now - time).days <= DAYS for time in times)
    assert (times[-1] - times[0]).days > DAYS / 2
    assert [game.created_at for game in games] == sorted(game.created_at for game in games)


@pytest.mark.usefixtures("demo")
def test_it_counts_no_invented_player_as_online() -> None:
    assert read_lobby([]).online == 0
    last = Game.objects.order_by("finished_at").last()
    assert last is not None
    seen = set(last.scorecards.values_list("player__seen_at", flat=True))
    assert seen == {last.finished_at}


@pytest.mark.usefixtures("demo")
def test_it_does_nothing_twice(capsys: pytest.CaptureFixture[str]) -> None:
    before = (User.objects.count(), Game.objects.count(), Room.objects.count())
    call_command("seed_demo", "--games", "12")
    assert "All games exist already." in capsys.readouterr().out
    assert before == (User.objects.count(), Game.objects.count(), Room.objects.count())
    call_command("seed_demo", "--games", "14")
    assert "2 games played." in capsys.readouterr().out
    assert Game.objects.count() == 14


@pytest.mark.usefixtures("demo")
def test_it_leaves_no_open_table_and_no_known_password() -> None:
    lobby = read_lobby([])
    assert lobby.rows == {}
    assert not any(player.check_password("") for player in User.objects.all())


@pytest.mark.usefixtures("demo")
def test_it_appears_on_the_leaderboards(outsider: Client) -> None:
    played = Rating.objects.order_by("-games").first()
    assert played is not None
    path = f"/leaderboards/{played.pool}/"
    answer = outsider.get(path, {"board": "records"})
    shown = (*answer.context["podium"], *answer.context["entries"])
    assert played.player_id in {entry.player for entry in shown}


def test_it_refuses_a_site_with_other_games(alice: User, bob: User) -> None:
    finished_game(alice, bob)
    with pytest.raises(CommandError, match="has games already"):
        call_command("seed_demo")
    assert User.objects.count() == 2


def test_it_works_beside_an_account_of_the_same_name(signed_in: As, db: None) -> None:
    mine = create_account(NAMES[0], "red sails at dawn")
    call_command("seed_demo", "--games", "1")
    assert not mine.scorecards.exists()
    assert User.objects.filter(name=NAMES[0]).count() == 1
