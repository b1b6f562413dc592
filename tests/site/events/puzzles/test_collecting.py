"""Puzzles are collected from finished games and dailies, each row once, without names."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.rules import Position
from games.models import Daily, DailyMiss, Game, Puzzle, PuzzleSource, Room, SeatAnalysis, User
from games.platform.clock import utc_now
from games.site.events.puzzles import collecting
from games.site.events.puzzles.choices import Theme
from games.site.events.puzzles.collecting import collect
from games.site.events.puzzles.quality import NewPuzzle
from games.site.events.puzzles.storing import (
    KEPT_FOR,
    MAX_PUZZLES,
    MAX_RETIRED,
    Found,
    plant,
    read_seed,
    retire,
    store,
)
from tests.record.ratings.games import begun_game, finished_game
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered

EARLY = "yahtzee -,-,-,-,-,-,-,-,-,-,-,-,- 0 11445 1"


def move(position: str, loss: float, by: str = "player") -> dict[str, Any]:
    """A choice, as far as collecting reads it."""
    return {"position": position, "loss": loss, "by": by}


MOVES = [move(EARLY, 2.0)]


def analysed(
    *people: User, moves: Sequence[dict[str, Any]] = MOVES, variant: str = "yahtzee", **options: Any
) -> Game:
    """A finished game whose first seat has made these choices."""
    game = finished_game(*people, **options)
    figures = dict.fromkeys(("counted", "loss", "squares"), 0)
    SeatAnalysis.objects.create(
        game=game,
        seat=0,
        player=people[0],
        variant=variant,
        finished_at=utc_now(),
        data={"moves": list(moves)},
        **figures,
    )
    return game


def publish(game: Game) -> None:
    Room.objects.filter(games=game).update(public=True)


def collect_all() -> int:
    return sum(iter(lambda: collect(utc_now()), 0))


def test_it_tells_nothing_of_who_erred(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(name="Xanthippe")
    alice.refresh_from_db()
    game = analysed(alice, bob)
    collect_all()
    (row,) = Puzzle.objects.values()
    assert "Xanthippe" not in str(row)
    assert game.code not in str(row)
    assert not {"game", "player", "seat"} & {field.name for field in Puzzle._meta.fields}


def test_it_takes_only_what_players_chose_themselves(alice: User, bob: User) -> None:
    others = [move(EARLY, 2.0, by) for by in ("bot", "server")]
    analysed(alice, bob, moves=[*others, move(EARLY, 0.4), move("chess", 2.0)])
    assert collect_all() == 1
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("column", ["replay", "demo"])
def test_it_leaves_out_games_that_do_not_count(alice: User, bob: User, column: str) -> None:
    game = analysed(alice, bob)
    Game.objects.filter(pk=game.pk).update(**{column: True})
    assert collect_all() == 1
    assert not Puzzle.objects.exists()


def test_it_leaves_out_private_games_and_takes_public_ones(alice: User, bob: User) -> None:
    private = analysed(alice, bob, rated=False)
    collect_all()
    assert not Puzzle.objects.exists()
    public = analysed(alice, bob, rated=False)
    assert public.room_id != private.room_id
    publish(public)
    collect_all()
    assert Puzzle.objects.exists()


def test_it_leaves_out_estimated_values_and_running_games(alice: User, bob: User) -> None:
    begun_game(alice, bob)
    analysed(alice, bob, variant="triple_yahtzee")
    assert collect_all() == 1
    assert not Puzzle.objects.exists()


def test_it_reads_each_analysis_once_with_two_workers(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed(alice, bob)
    solve = collecting._puzzles
    taken: list[int] = []

    def overtaken(mistakes: list[collecting.Mistake], most: int) -> list[Found]:
        """While one worker solves, another one takes the same rows."""
        found = solve(mistakes, most)
        monkeypatch.undo()
        taken.append(collect(utc_now()))
        return found

    monkeypatch.setattr(collecting, "_puzzles", overtaken)
    assert collect(utc_now()) == 0
    assert taken == [1]
    assert set(Puzzle.objects.values_list("missed", flat=True)) == {1}
    last = SeatAnalysis.objects.order_by("pk").values_list("pk", flat=True).last()
    assert PuzzleSource.objects.get(name="games").last == last


def test_it_takes_what_most_missed_in_a_daily(db: None) -> None:
    yesterday = utc_now().date()
    daily = Daily.objects.create(day=yesterday, variant="yahtzee", share="one")
    DailyMiss.objects.create(daily=daily, position=EARLY, best={}, missed=7, given_up=14.0)
    assert collect_all() == 0
    Daily.objects.update(judged=True)
    assert collect_all() == 1
    assert collect_all() == 0
    puzzle = Puzzle.objects.get()
    assert (puzzle.position, puzzle.source, puzzle.missed, puzzle.given_up) == (
        EARLY,
        "dailies",
        7,
        2.0,
    )


def found(number: int, theme: Theme = Theme.KEEP) -> Found:
    puzzle = NewPuzzle(f"code{number}", theme, Position.parse(EARLY), (0, 500), 200.0, 1500.0)
    return Found(puzzle, 1, 2.0)


def test_it_counts_those_who_missed_the_same_position_at_once(db: None) -> None:
    at_once = [found(1), found(1)._replace(given_up=5.0)]
    assert store(at_once, "games", utc_now()) == 1
    assert Puzzle.objects.values_list("missed", "given_up").get() == (2, 2.0)
    assert store(at_once, "games", utc_now()) == 0
    assert Puzzle.objects.get().missed == 4


def test_it_keeps_a_number_of_each_theme_and_makes_room_later(db: None, clock: FakeClock) -> None:
    many = [found(number) for number in range(MAX_PUZZLES + 1)]
    assert store(many, "games", utc_now()) == MAX_PUZZLES
    assert store([found(999), found(1000, Theme.BOX)], "games", utc_now()) == 1
    assert retire(utc_now()) == 0
    clock.advance(KEPT_FOR.total_seconds() + 1)
    assert retire(utc_now()) == MAX_RETIRED
    assert retire(utc_now()) == 0
    assert Puzzle.objects.filter(theme=Theme.KEEP).count() == MAX_PUZZLES - MAX_RETIRED
    assert not Puzzle.objects.filter(code="code0").exists()
    assert store([found(999)], "games", utc_now()) == 1


def test_a_site_gets_its_first_puzzles_once_whatever_its_games_have_made(db: None) -> None:
    store([found(1)], "games", utc_now())
    assert plant(utc_now()) == len(read_seed())
    Puzzle.objects.all().delete()
    assert plant(utc_now()) == 0
