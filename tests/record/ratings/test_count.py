"""Count a finished game: once, and correctly."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.engine import Abort
from games.models import Game, GameEvent, Rating, Scorecard, Tally, User
from games.record.log.records import LoggedEvent
from games.record.ratings import counting, model
from games.record.ratings.counting import count_results
from games.record.ratings.recomputing import recompute
from games.record.ratings.record_changes import Result
from games.record.ratings.results import read_result
from games.tables.live.results import count_finished_games, games_to_count, sweep_results
from tests.record.ratings.games import DAY, begun_game, finished_game
from tests.support.desk import act
from tests.support.oracles import results as naive
from tests.support.people import START, account

pytestmark = pytest.mark.registered

RECORD = ("games", "wins", "best", "streak", "best_streak")


def test_it_counts_a_result_once(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    assert count_results([game.pk])
    assert not count_results([game.pk])
    assert {row.games for row in Rating.objects.all()} == {1}
    game.refresh_from_db()
    assert game.result_at is not None
    assert game.result_number == 1


def test_it_numbers_results_in_the_order_of_counting(alice: User, bob: User) -> None:
    first, second, third = (finished_game(alice, bob, seed=seed) for seed in range(3))
    for game in (second, third, first):
        count_results([game.pk])
    numbers = Game.objects.order_by("result_number").values_list("pk", "result_number")
    assert list(numbers) == [(second.pk, 1), (third.pk, 2), (first.pk, 3)]


def test_it_leaves_alone_what_has_no_result(alice: User, bob: User) -> None:
    running = begun_game(alice, bob)
    aborted = begun_game(alice, bob)
    act(aborted, None, Abort("test"))
    assert games_to_count() == []
    assert not count_results([running.pk])
    assert not count_results([aborted.pk])
    assert not count_results([404])
    assert not Rating.objects.exists()


def test_it_keeps_the_same_records_as_with_a_pencil(alice: User, bob: User, charlie: User) -> None:
    rng = random.Random(7)
    people = [alice, bob, charlie]
    for seed in range(60):
        seats = rng.sample(people, rng.choice((1, 2, 2, 3)))
        variant = "yacht" if seed % 6 else "yatzy"
        at = START + seed * DAY // 3
        finished_game(*seats, seed=seed, rated=rng.random() < 0.5, variant=variant, at=at)
    assert len(count_finished_games()) == 60
    stored = {
        (row.player_id, row.pool): {name: getattr(row, name) for name in RECORD}
        for row in Rating.objects.all()
    }
    assert stored == naive.records()
    assert naive.tallies() == {
        (row.player_id, row.pool, row.begins): row.wins for row in Tally.objects.all()
    }


def test_it_rates_one_game_after_the_other(alice: User, bob: User) -> None:
    known = {alice.pk: model.Rating(), bob.pk: model.Rating()}
    for seed in range(4):
        game = finished_game(alice, bob, seed=seed)
        count_results([game.pk])
        cards = list(game.scorecards.all())
        before = [known[card.player_id or 0] for card in cards]
        after = model.rate(before, [card.place or 0 for card in cards])
        for card, old, new in zip(cards, before, after, strict=True):
            assert (card.mu_before, card.sigma_before) == old
            assert (card.mu_after, card.sigma_after) == new
            known[card.player_id or 0] = new
    for row in Rating.objects.all():
        assert (row.mu, row.sigma) == known[row.player_id]
        assert row.shown == round(row.mu)
        assert row.rated_games == 4
        assert row.rated_at == datetime.fromtimestamp(START / 1000, UTC)


def test_it_writes_on_the_cards_what_profiles_ask_for(alice: User, bob: User) -> None:
    game = finished_game(alice, bob, rated=False)
    count_results([game.pk])
    for card in game.scorecards.all():
        assert (card.pool, card.finished_at) == ("yacht", game.finished_at)
        assert card.mu_before is card.mu_after is card.sigma_before is card.sigma_after is None
    assert {row.rated_games for row in Rating.objects.all()} == {0}


def test_it_gives_nobody_a_win_over_himself(alice: User) -> None:
    count_results([finished_game(alice).pk])
    row = Rating.objects.get()
    assert (row.games, row.wins, row.streak, row.rated_games) == (1, 0, 0, 0)
    assert not Tally.objects.exists()


def test_it_rates_bots_and_tells_nothing_else_of_them(alice: User, bob: User) -> None:
    count_results([finished_game(alice, bob, bots=1).pk])
    mine, bots = Rating.objects.get(player=alice), Rating.objects.get(player=bob)
    assert (mine.games, mine.wins, mine.rated_games) == (1, 0, 1)
    assert (bots.games, bots.wins, bots.best, bots.rated_games) == (0, 0, 0, 1)
    assert mine.mu - model.MU == pytest.approx(model.MU - bots.mu)
    assert not Tally.objects.exists()


@pytest.mark.parametrize(("turns", "wins"), [(0, 0), (5, 0), (6, 1)])
def test_it_takes_half_of_the_boxes_of_two_people_to_win_anything(
    alice: User, bob: User, turns: int, wins: int
) -> None:
    game = finished_game(alice, bob, resigns=(1, turns))
    count_results([game.pk])
    winner = Rating.objects.get(player=alice)
    assert (winner.games, winner.wins, winner.rated_games) == (1, wins, wins)
    assert (winner.mu > model.MU) == bool(wins)


@pytest.mark.parametrize(
    ("turns", "reason", "loses"), [(1, "too_short", False), (2, "broken_off", True), (6, "", True)]
)
def test_it_costs_who_leaves_his_rating_from_the_second_box_on(
    alice: User, bob: User, turns: int, reason: str, loses: bool
) -> None:
    game = finished_game(alice, bob, resigns=(1, turns))
    count_results([game.pk])
    game.refresh_from_db()
    assert game.uncounted == reason
    loser = Rating.objects.get(player=bob)
    assert (loser.rated_games, loser.mu < model.MU) == (int(loses), loses)
    kept = {card.player_id for card in game.scorecards.all() if card.mu_after is None}
    assert (alice.pk in kept) == bool(reason)


def test_it_counts_ten_games_a_day_for_the_same_two(alice: User, bob: User, charlie: User) -> None:
    games = [finished_game(alice, bob, seed=seed) for seed in range(12)]
    games.append(finished_game(alice, bob, charlie))
    games.append(finished_game(alice, charlie))
    games.append(finished_game(alice, bob, variant="yatzy"))
    games.append(finished_game(alice, bob, at=START + DAY))
    for game in games:
        count_results([game.pk])
        game.refresh_from_db()
    assert [game.uncounted for game in games] == [""] * 10 + ["too_often"] * 3 + [""] * 3
    assert recompute(check=True).problems == ()


def test_it_keeps_what_was_against_a_game_from_its_start(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    Game.objects.filter(pk=game.pk).update(uncounted="same_address")
    count_results([game.pk])
    game.refresh_from_db()
    assert game.uncounted == "same_address"
    assert {row.rated_games for row in Rating.objects.all()} == {0}
    assert recompute(check=True).problems == ()


def test_it_makes_a_shared_first_place_a_win_of_both(alice: User, bob: User) -> None:
    seed = 0
    while Game.objects.exclude(scorecards__place=2).count() == 0:
        finished_game(alice, bob, seed=seed)
        seed += 1
    drawn = Game.objects.exclude(scorecards__place=2).get()
    count_results([drawn.pk])
    assert list(Rating.objects.values_list("wins", flat=True)) == [1, 1]


@pytest.mark.logs_errors("games.record.log.damage")
@pytest.mark.parametrize("rated", [True, False])
def test_it_does_not_claim_a_result_that_the_log_does_not_have(
    alice: User, bob: User, rated: bool
) -> None:
    broken = finished_game(alice, bob, rated=rated)
    GameEvent.objects.filter(game=broken, type="game.finished").delete()
    whole = finished_game(alice, bob, seed=1, rated=rated)
    assert len(count_finished_games()) == 1
    assert games_to_count() == []
    assert Game.objects.get(pk=broken.pk).is_damaged
    assert Game.objects.get(pk=whole.pk).result_number == 1


@pytest.mark.logs_errors("games.tables.live.results")
@pytest.mark.parametrize("rated", [True, False])
def test_a_result_that_cannot_be_read_stops_no_others(
    monkeypatch: pytest.MonkeyPatch, alice: User, bob: User, rated: bool
) -> None:
    broken = finished_game(alice, bob, rated=rated)
    whole = finished_game(alice, bob, seed=1, rated=rated)

    def fail(game: Game, log: Sequence[LoggedEvent]) -> Result:
        if game == broken:
            raise ValueError("a bug")
        return read_result(game, log)

    monkeypatch.setattr(counting, "read_result", fail)
    with pytest.raises(ValueError, match="a bug"):
        count_results([broken.pk])
    assert count_finished_games() == [whole.pk]
    assert games_to_count() == [broken.pk]
    assert Game.objects.get(pk=whole.pk).result_number == 1


def test_it_counts_for_whoever_is_left_when_a_player_was_deleted(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    bob.delete()
    assert count_results([game.pk])
    assert Rating.objects.get().player == alice
    assert Scorecard.objects.filter(player=None, mu_after__isnull=False).count() == 1


@pytest.mark.django_db(transaction=True)
async def test_it_is_swept_by_the_worker() -> None:
    await sync_to_async(lambda: finished_game(account("Alice"), account("Bob")))()
    assert await sweep_results() == 1
    assert await sweep_results() == 0


def test_one_result_needs_few_statements(alice: User, bob: User) -> None:
    count_results([finished_game(alice, bob, seed=1, rated=False).pk])
    game = finished_game(alice, bob, seed=2, rated=False)
    with CaptureQueriesContext(connection) as queries:
        assert count_finished_games() == [game.pk]
    texts = [each["sql"] for each in queries]
    asked = [text for text in texts if not text.startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]
    # To find it; to verify it: log, snapshot, secret and cards, and the mark; to count it: counter,
    # game, log, records and tallies, then counter, game, cards, players, and their new records and
    # tallies. SQLite writes the records of the two one by one.
    most = 1 + 5 + 5 + 4 + 3
    assert len(asked) == most if connection.vendor == "sqlite" else len(asked) <= most, asked
