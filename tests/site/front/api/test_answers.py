"""The answer of each endpoint, compared with the rows and the log."""

import msgspec
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.engine import Roll
from games.core.rules import VARIANTS
from games.models import DiceSecret, Game, Scorecard, User
from games.record.fairness.secrets import secret_of
from games.site.account.membership.deletion import delete_player
from games.site.shared.answers import types
from tests.support.played import act, finished_game, new_game, play_out

pytestmark = pytest.mark.registered


def ask(api: Client, path: str, answer: type[types.Body]) -> dict[str, object]:
    """Return the body of a good answer, after a check of its type."""
    response = api.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/json"
    msgspec.json.decode(response.content, type=answer)
    found: dict[str, object] = response.json()
    return found


def test_it_tells_the_variants_with_their_scorecards(api: Client) -> None:
    found = ask(api, "variants", types.Variants)["variants"]
    assert isinstance(found, list)
    assert [each["id"] for each in found] == list(VARIANTS)
    yahtzee = found[1]
    assert [choice["value"] for choice in yahtzee["switches"][0]["choices"]] == [
        "forced", "free", "none",
    ]  # fmt: skip
    assert yahtzee["sheet"]["upper_bonus"] == {"at": 63, "points": 35}


def test_it_tells_a_finished_game_with_ratings(api: Client, over: Game) -> None:
    found = ask(api, f"games/{over.code}", types.Game)
    assert (found["code"], found["rated"]) == (over.code, True)
    view = found["view"]
    assert isinstance(view, dict)
    assert view["status"] == "finished"
    assert [seat["card"]["total"] for seat in view["seats"]] == [
        card.total for card in over.scorecards.all()
    ]
    seats = found["seats"]
    assert isinstance(seats, list)
    assert [seat["account"] for seat in seats] == ["Alice", "Bob"]
    for seat, card in zip(seats, Scorecard.objects.filter(game=over), strict=True):
        assert card.mu_after is not None
        assert seat["rating"] == {
            "before": 1500,
            "after": round(card.mu_after),
            "provisional": True,
        }


def test_it_tells_a_running_game_as_spectators_see_it(api: Client, running: Game) -> None:
    act(running, 1, Roll(1, 0))
    found = ask(api, f"games/{running.code}", types.Game)
    view = found["view"]
    assert isinstance(view, dict)
    assert (view["status"], view["acting"]) == ("playing", [1])
    assert view["seats"][1]["turn"]["dice"] is not None
    assert view["fairness"]["secret"] is None
    assert found["finished_at"] is None
    assert found["seats"] == [
        {"seat": 0, "account": "Alice", "rating": None},
        {"seat": 1, "account": None, "rating": None},
    ]


def test_it_never_tells_secrets_mail_or_rooms(api: Client, running: Game, alice: User) -> None:
    secret = secret_of(DiceSecret.objects.get(code=running.code)).hex()
    guest = User.objects.get(is_guest=True)
    assert running.room is not None
    hidden = (secret, alice.email, guest.username, running.room.code, "password")
    paths = (f"games/{running.code}", f"games/{running.code}/events", "players/Alice")
    for path in (*paths, "players/Alice/games", "leaderboards/yacht"):
        text = api.get(f"/api/v1/{path}").content.decode()
        assert not any(word in text for word in hidden), path


def test_it_tells_the_log_without_names_and_commands(api: Client, over: Game) -> None:
    found = ask(api, f"games/{over.code}/events", types.Events)
    events = found["events"]
    assert isinstance(events, list)
    head = over.events.count()
    assert [event["seq"] for event in events] == list(range(1, head + 1))
    assert (found["seq"], found["over"]) == (head, True)
    assert set(events[0]["data"]["seats"][0]) == {"player", "seed", "seal", "salt", "known"}
    assert all(set(event) == {"type", "seq", "seat", "at", "data"} for event in events)
    text = api.get(f"/api/v1/games/{over.code}/events").content.decode()
    assert "Alice" not in text
    assert events[-1]["data"]["totals"] == [card.total for card in over.scorecards.all()]


def test_it_tells_only_newer_lines_of_a_log_when_asked(api: Client, running: Game) -> None:
    found = ask(api, f"games/{running.code}/events?after=2", types.Events)
    events = found["events"]
    assert isinstance(events, list)
    assert [event["seq"] for event in events] == [3]
    assert (found["seq"], found["over"]) == (3, False)


def test_it_tells_a_players_records(api: Client, over: Game, alice: User) -> None:
    found = ask(api, "players/ALICE", types.PlayerPage)
    card = over.scorecards.get(player=alice)
    assert (found["name"], found["player"]) == ("Alice", alice.pk)
    records = found["records"]
    assert isinstance(records, list)
    (record,) = records
    assert card.mu_after is not None
    assert record == {
        "variant": "yacht",
        "rating": round(card.mu_after),
        "provisional": True,
        "rated_games": 1,
        "games": 1,
        "wins": int(card.place == 1),
        "best": card.total,
        "streak": 1 if card.place == 1 else -1,
        "best_streak": int(card.place == 1),
        "accuracy": None,
        "best_table": card.total,
        "best_solo": None,
    }


def test_it_pages_through_a_players_games(api: Client, alice: User, bob: User, guest: User) -> None:
    games = [finished_game(alice, bob), finished_game(alice, guest), finished_game(alice, bob)]
    new_game(alice, bob)  # running: not listed
    codes: list[str] = []
    path = "players/Alice/games?limit=2"
    while True:
        found = ask(api, path, types.PlayerGames)
        page = found["games"]
        assert isinstance(page, list)
        assert len(page) <= 2
        codes += [game["code"] for game in page]
        if found["after"] is None:
            break
        path = f"players/Alice/games?limit=2&after={found['after']}"
    assert codes == [game.code for game in reversed(games)]


def test_it_tells_with_whom_a_player_played(api: Client, alice: User, guest: User) -> None:
    game = finished_game(alice, guest)
    mine, other = game.scorecards.order_by("seat")
    found = ask(api, "players/alice/games", types.PlayerGames)
    assert game.finished_at is not None
    assert found["games"] == [
        {
            "code": game.code,
            "variant": "yacht",
            "finished_at": round(game.finished_at.timestamp() * 1000),
            "rated": False,
            "place": mine.place,
            "total": mine.total,
            "rating": None,
            "accuracy": None,
            "others": [
                {
                    "name": "Gus",
                    "account": None,
                    "place": other.place,
                    "total": other.total,
                    "guest": True,
                }
            ],
        }
    ]


def test_it_narrows_a_players_games_to_a_variant(api: Client, alice: User, bob: User) -> None:
    finished_game(alice, bob)
    yatzy = finished_game(alice, bob, variant="yatzy")
    found = ask(api, "players/Alice/games?variant=yatzy", types.PlayerGames)["games"]
    assert isinstance(found, list)
    assert [game["code"] for game in found] == [yatzy.code]


def test_it_tells_the_boards(api: Client, over: Game) -> None:
    totals = sorted((card.total for card in over.scorecards.all()), reverse=True)
    # The game was played in October 2025, so nobody has won this week.
    for board, values in ("records", totals), ("week", []):
        found = ask(api, f"leaderboards/yacht?board={board}", types.Leaderboard)
        entries = found["entries"]
        assert isinstance(entries, list)
        assert [entry["value"] for entry in entries] == values
    rating = ask(api, "leaderboards/yacht?board=rating&games=solo", types.Leaderboard)
    assert rating["games"] is None


def test_it_tells_the_boards_of_solo_games_apart(api: Client, over: Game, alice: User) -> None:
    solo = finished_game(alice)
    assert over.scorecards.count() == 2
    for games, codes in ("table", [over.code] * 2), ("solo", [solo.code]):
        found = ask(api, f"leaderboards/yacht?board=records&games={games}", types.Leaderboard)
        assert found["games"] == games
        entries = found["entries"]
        assert isinstance(entries, list)
        assert [entry["game"] for entry in entries] == codes


def test_it_forgets_the_name_of_a_player_who_deletes_their_account(
    api: Client, over: Game, bob: User
) -> None:
    before = api.get(f"/api/v1/games/{over.code}")
    assert "Bob" in before.content.decode()
    delete_player(bob)
    kept = {"If-None-Match": before["ETag"]}
    after = api.get(f"/api/v1/games/{over.code}", headers=kept)
    assert after.status_code == 200
    assert "Bob" not in after.content.decode()
    assert "Deleted player" in after.content.decode()
    assert api.get("/api/v1/players/Bob").status_code == 404
    assert "Bob" not in api.get("/api/v1/players/Alice/games").content.decode()


def test_it_tells_a_game_whose_result_is_not_counted_yet(
    api: Client, alice: User, bob: User
) -> None:
    game = play_out(new_game(alice, bob))
    found = ask(api, f"games/{game.code}", types.Game)
    assert found["finished_at"] is not None
    assert [seat["rating"] for seat in found["seats"]] == [None, None]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("games/{code}", 4),  # the game and its room, cards and players, the log, its commitment
        ("games/{code}/events", 3),
        ("players/Alice", 4),  # the player, the records, the accuracy, former names
        ("players/Alice/games", 5),  # the player, cards and games, all cards, names, analyses
        ("leaderboards/yacht?board=records", 1),
        ("variants", 0),
        ("openapi.json", 0),
    ],
)
def test_it_asks_the_database_little(
    api: Client,
    over: Game,
    path: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(queries):
        assert api.get(f"/api/v1/{path.format(code=over.code)}").status_code == 200
