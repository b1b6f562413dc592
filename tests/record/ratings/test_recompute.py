"""Recomputing all records from the logs gives what is stored, and finds what differs."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F, Model, QuerySet

from games.models import Game, Rating, Scorecard, Tally, User
from games.record.ratings import rows
from games.record.ratings.recomputing import recompute
from games.tables.live.results import count_finished_games
from tests.record.ratings.games import finished_game

pytestmark = pytest.mark.registered

Break = Callable[[], object]


@pytest.fixture(autouse=True)
def _all_tallies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games here are old; their tallies are kept."""
    monkeypatch.setattr(rows, "KEPT", timedelta(days=10_000))


@pytest.fixture
def counted(alice: User, bob: User, charlie: User, guest: User) -> None:
    """Thirty counted games, most of them rated."""
    rng = random.Random(3)
    for seed in range(30):
        people = rng.sample([alice, bob, charlie, guest], rng.choice((1, 2, 3, 4)))
        finished_game(*people, seed=seed, rated=rng.random() < 0.7)
    assert len(count_finished_games()) == 30


@pytest.mark.usefixtures("counted")
def test_it_is_exactly_what_is_stored() -> None:
    done = recompute(check=True)
    assert (done.games, done.problems) == (30, ())


@pytest.mark.usefixtures("counted")
def test_it_goes_by_the_order_of_counting_not_of_ids(
    alice: User, bob: User, charlie: User, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [finished_game(alice, bob, charlie, seed=seed) for seed in range(4)]
    Game.objects.filter(pk=games[0].pk).update(finished_at=games[3].finished_at)
    for game in reversed(games):
        Game.objects.filter(pk=game.pk).update(result_at=None)
    count_finished_games()
    call_command("recompute_ratings", "--check")
    assert "34 results, all as stored." in capsys.readouterr().out


def one(model: type[Model]) -> QuerySet[Any]:
    """The row of the table that Alice came by first, as a query set."""
    first = model._default_manager.filter(player__name="Alice", **RATED.get(model, {})).first()
    assert first is not None
    return model._default_manager.filter(pk=first.pk)


RATED: dict[type[Model], dict[str, bool]] = {Scorecard: {"mu_after__isnull": False}}
BREAKS: dict[str, Break] = {
    "a last bit of a rating": lambda: one(Rating).update(mu=F("mu") + 1e-9),
    "a win": lambda: one(Rating).update(wins=F("wins") + 1),
    "a record's game": lambda: one(Rating).update(best_table_game=None),
    "who may be listed": lambda: one(Rating).update(eligible=False),
    "a card": lambda: one(Scorecard).update(mu_after=F("mu_after") + 1e-9),
    "a card's pool": lambda: one(Scorecard).update(pool="yatzy"),
    "a tally": lambda: one(Tally).update(wins=F("wins") + 1),
    "a rating that is missing": lambda: one(Rating).delete(),
    "a tally that is missing": lambda: one(Tally).delete(),
    "a rating too many": lambda: one(Rating).update(pool="yatzy"),
    "a tally too many": lambda: one(Tally).update(begins="1999-01-01"),
}


@pytest.mark.usefixtures("counted")
def test_it_finds_and_mends_one_damage_after_the_other() -> None:
    for what, damage in BREAKS.items():
        damage()
        assert recompute(check=True).problems != (), what
        with pytest.raises(CommandError, match="difference"):
            call_command("recompute_ratings", "--check")
        call_command("recompute_ratings")
        assert recompute(check=True).problems == (), what


def test_it_says_which_game_has_lost_its_log(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    assert len(count_finished_games()) == 1
    game.events.all().delete()
    with pytest.raises(CommandError, match=f"the log of game {game.code} has no result"):
        call_command("recompute_ratings", "--check")
