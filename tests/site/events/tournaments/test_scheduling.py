"""When tournaments start: series, and those that players open."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from games.core.protocol.errors import Refused
from games.models import Tournament, TournamentSeries, User
from games.platform.clock import utc_now
from games.record.ratings.counting import count_results
from games.site.events.tournaments import scheduling
from games.site.events.tournaments.finishing import end_now
from games.site.events.tournaments.joining import join
from games.site.events.tournaments.lists import read_lists
from games.site.events.tournaments.scheduling import (
    Plan,
    next_start,
    open_tournament,
    schedule_series,
)
from tests.record.ratings.games import finished_game
from tests.support.people import account, keep

# A Thursday.
NOW = datetime(2026, 1, 1, 12, 30, tzinfo=UTC)
PLAN = Plan("Harbour Cup", "yatzy", 60, 3, False, 15, 45)


def series(every: str, offset: int = 0) -> TournamentSeries:
    return TournamentSeries(every=every, variant="yacht", offset=offset)


@pytest.mark.parametrize(
    ("every", "offset", "start"),
    [
        ("hour", 0, datetime(2026, 1, 1, 13, 0)),
        ("hour", 45, datetime(2026, 1, 1, 12, 45)),
        ("hour", 30, datetime(2026, 1, 1, 13, 30)),
        ("day", 19 * 60, datetime(2026, 1, 1, 19, 0)),
        ("day", 12 * 60, datetime(2026, 1, 2, 12, 0)),
        ("week", 0, datetime(2026, 1, 5, 0, 0)),
        ("week", (6 * 24 + 18) * 60, datetime(2026, 1, 4, 18, 0)),
        ("week", 3 * 24 * 60, datetime(2026, 1, 8, 0, 0)),
    ],
)
def test_it_starts_at_its_minute_after_the_hour_midnight_or_monday(
    every: str, offset: int, start: datetime
) -> None:
    assert next_start(series(every, offset), NOW) == start.replace(tzinfo=UTC)


def test_it_schedules_the_next_of_each_series_once(db: None) -> None:
    assert schedule_series(NOW) == 3
    assert schedule_series(NOW) == 0
    found = Tournament.objects.order_by("starts_at")
    assert [(each.kind, each.every) for each in found] == [
        ("arena", "hour"),
        ("arena", "day"),
        ("arena", "week"),
    ]
    assert all(each.ends_at > each.starts_at > NOW for each in found)
    # An hour later, only the hourly one follows.
    assert schedule_series(NOW + timedelta(hours=1)) == 1


def test_it_does_not_schedule_again_what_staff_have_ended_before_its_start(db: None) -> None:
    assert schedule_series(NOW) > 0
    ended = Tournament.objects.order_by("starts_at")[0]
    end_now(ended, NOW)
    assert schedule_series(NOW) == 0
    lists = read_lists(NOW)
    assert ended not in [listed.tournament for listed in (*lists.coming, *lists.over)]


@pytest.mark.logs_errors("games.site.events.tournaments.scheduling")
def test_a_series_that_nobody_can_play_holds_up_no_other_one(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    for variant in ("chess", "yacht"):
        TournamentSeries.objects.create(every="hour", variant=variant)
    assert schedule_series(NOW) == 1
    assert Tournament.objects.get().variant == "yacht"
    assert "the series chess every hour could not be scheduled" in caplog.messages


def test_it_needs_an_account_and_takes_two_at_a_time(alice: User, bob: User) -> None:
    with pytest.raises(Refused, match="needs an account"):
        open_tournament(alice.pk, PLAN)
    keep(alice)
    for _ in range(2):
        open_tournament(alice.pk, PLAN)
    with pytest.raises(Refused, match="two open tournaments"):
        open_tournament(alice.pk, PLAN)


@pytest.mark.parametrize(
    "change",
    [
        {"variant": "chess"},
        {"clock": 86400},
        {"clock": 31},
        {"seats": 5},
        {"seats": 1},
        {"delay": 1},
        {"length": 600},
        {"name": "  \u200b "},
        {"name": "x" * 41},
    ],
)
def test_it_refuses_settings_that_no_page_offers(alice: User, change: dict[str, object]) -> None:
    keep(alice)
    with pytest.raises(Refused):
        open_tournament(alice.pk, PLAN._replace(**change))  # type: ignore[arg-type]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (" Harbour \u202e  Cup\n", "Harbour Cup"),
        ("Har\u034fbour\ufe0f Cup\u180b", "Harbour Cup"),
        ("Кубок Yacht", "Кубок Yacht"),
        ("Yacht arena of Bob", "Yacht arena of Bob"),
        ("Jour fixe à Zürich", "Jour fixe à Zürich"),
    ],
)
def test_it_shows_nothing_that_cannot_be_seen_in_a_name(raw: str, shown: str) -> None:
    assert scheduling.checked_name(raw) == shown


@pytest.mark.parametrize("raw", ["Cup" + 30 * "\u0301", "C\u0336u\u0336p\u0336"])
def test_it_refuses_marks_on_top_of_each_other(raw: str) -> None:
    with pytest.raises(Refused, match="without extra marks"):
        scheduling.checked_name(raw)


@pytest.mark.parametrize(
    "raw",
    [
        "Hourly Yacht arena",
        "HOURLY  YACHT-ARENA!",
        "The hourly Yacht arena II",
        "Hour1y Yacht arena",
        "Ноurlу Yасht аrеnа",  # Cyrillic lookalikes
        "Weekly Triple Yahtzee, same dice",
        "Stündliche Yacht-Arena",
    ],
)
def test_it_refuses_a_name_like_that_of_a_series(raw: str) -> None:
    with pytest.raises(Refused, match="A series has this name"):
        scheduling.checked_name(raw)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("Official Yacht Open", "is reserved"),
        ("Cup of the Adm1ns", "is reserved"),
        ("Offizielle Meisterschaft", "is reserved"),
        ("W4nker Cup", "could hurt"),
    ],
)
def test_it_refuses_a_name_that_speaks_for_the_site_or_hurts(raw: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        scheduling.checked_name(raw)


@pytest.mark.parametrize("raw", ["Yacht team battle", "Bots against people", "Admiral's Cup"])
def test_it_takes_names_that_are_reserved_only_for_players(raw: str) -> None:
    assert scheduling.checked_name(raw) == raw


def test_a_new_account_plays_before_it_opens_a_tournament(
    alice: User, bob: User, settings: Settings
) -> None:
    settings.TOURNAMENT_HOST_HOURS = 24
    keep(alice, bob)
    for hours, may in ((23, False), (25, True)):
        User.objects.filter(pk=alice.pk).update(date_joined=utc_now() - timedelta(hours=hours))
        if may:
            open_tournament(alice.pk, PLAN)
            continue
        with pytest.raises(Refused, match="Your account is new"):
            open_tournament(alice.pk, PLAN)
    User.objects.filter(pk=bob.pk).update(date_joined=utc_now())
    for number in range(scheduling.MIN_GAMES):
        with pytest.raises(Refused, match="Your account is new"):
            open_tournament(bob.pk, PLAN)
        count_results([finished_game(alice, bob, seed=number).pk])
    open_tournament(bob.pk, PLAN)


def open_many(count: int, players: int) -> None:
    """Let many accounts open a tournament, each with so many players."""
    hosts = [account(f"Host {number}") for number in range(count)]
    for host in hosts:
        opened = open_tournament(host.pk, PLAN)
        for player in hosts[:players]:
            join(opened.pk, player.pk)


@pytest.mark.parametrize(("players", "counts"), [(0, False), (1, False), (2, True)])
def test_tournaments_that_nobody_else_joins_take_no_places(
    alice: User, monkeypatch: pytest.MonkeyPatch, players: int, counts: bool
) -> None:
    monkeypatch.setattr(scheduling, "MAX_OPEN_OF_ALL", 3)
    keep(alice)
    open_many(3, players)
    if counts:
        with pytest.raises(Refused, match="too many tournaments"):
            open_tournament(alice.pk, PLAN)
    else:
        open_tournament(alice.pk, PLAN)


def test_tournaments_have_an_end_all_the_same(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "MAX_OPEN_AT_ALL", 4)
    keep(alice)
    open_many(4, players=0)
    with pytest.raises(Refused, match="too many tournaments"):
        open_tournament(alice.pk, PLAN)
