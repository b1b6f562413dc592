"""Which game the home page features."""

from typing import Any

from games.core.protocol.lobby_messages import Featured, LobbyRow, Person
from games.core.protocol.room_view import RoomVariant
from games.tables.matchmaking.lobby import choose_featured

YACHT = RoomVariant("yacht", "Yacht", ())


def row(code: str, *ratings: int | None, **fields: Any) -> LobbyRow:
    """A row of the lobby with players of these ratings."""
    people = tuple(
        Person(player=number, name=f"P{number}", rating=rating, provisional=False, guest=False)
        for number, rating in enumerate(ratings, 1)
    )
    settings = {"kind": "game", "clock": 60, "rated": False, **fields}
    return LobbyRow(
        code=code,
        variant=YACHT,
        host=None,
        seats=len(people),
        taken=len(people),
        players=people,
        **settings,
    )


def test_it_features_the_game_of_the_best_players() -> None:
    rows = [row("weak", 1300, 1350), row("best", 1700, 1650), row("good", 1600, 1500)]
    assert choose_featured(rows, None) == Featured("best", demo=False)


def test_it_stays_with_a_game_although_a_better_one_starts() -> None:
    rows = [row("first", 1400, 1400), row("later", 1800, 1800)]
    assert choose_featured(rows, Featured("first", demo=False)) == Featured("first", demo=False)


def test_it_leaves_a_demonstration_for_a_game_of_people() -> None:
    found = choose_featured([row("people", None, None)], Featured("bots", demo=True))
    assert found == Featured("people", demo=False)


def test_it_features_no_open_table_and_no_game_with_a_day_a_turn() -> None:
    rows = [row("open", 1700, kind="room"), row("slow", 1700, 1700, clock=86400)]
    assert choose_featured(rows, None) is None


def test_it_prefers_games_of_tournaments() -> None:
    rows = [row("best", 1900, 1800), row("arena", 1300, 1200, tournament="t4m8x2c6w9kp")]
    assert choose_featured(rows, None) == Featured("arena", demo=False)


def test_it_features_rounds_of_up_to_eight_where_nobody_plays_in_turns() -> None:
    rounds, crowd = (
        row("rounds", *[1500] * 8, mode="rounds"),
        row("crowd", *[1900] * 9, mode="rounds"),
    )
    assert choose_featured([crowd], None) is None
    assert choose_featured([crowd, rounds], None) == Featured("rounds", demo=False)
    rows = [rounds, row("turns", 1200, 1100)]
    assert choose_featured(rows, None) == Featured("turns", demo=False)


def test_it_goes_over_to_a_tournament_once_and_stays_there() -> None:
    casual = row("casual", 1900, 1900)
    arena = row("arena", 1300, 1200, tournament="t4m8x2c6w9kp")
    better = row("better", 1700, 1700, tournament="t4m8x2c6w9kp")
    found = choose_featured([casual, arena], Featured("casual", demo=False))
    assert found == Featured("arena", demo=False)
    assert choose_featured([casual, arena, better], found) == found
    assert choose_featured([casual, better], found) == Featured("better", demo=False)
