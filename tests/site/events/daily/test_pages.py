"""The pages of the daily, and its endpoint."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.core.rules import VARIANTS
from games.models import Daily, DailyEntry, DailyScore, User
from games.site.events.daily.opening import open_dailies
from games.site.events.daily.settling import count_weeks, judge_some, settle, take_open_results
from games.tables.live.registry import Hubs
from tests.site.events.daily.playing import DAY_S, begin, daily_of, entry, play_out
from tests.support.clock import FakeClock
from tests.support.people import account, person

pytestmark = pytest.mark.registered

NIGHT_S = DAY_S + 1800


def browser_of(player: User | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def path_of(daily: Daily) -> str:
    return f"/daily/{daily.day.isoformat()}/{daily.variant}/"


def settle_all(clock: FakeClock) -> None:
    settle(clock.utc_now())
    count_weeks()


def test_it_offers_a_visitor_each_variant_and_asks_for_no_name(db: None, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    shown = text(Client(), "/daily/")
    assert 'name="name"' not in shown
    assert shown.count("formaction=") == len(VARIANTS)


def test_its_countdown_has_the_time_of_the_server(db: None, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    shown = text(Client(), "/daily/")
    (now,), (until,) = (re.findall(rf'data-{name}="(\d+)"', shown) for name in ("now", "until"))
    assert int(now) // 1000 == int(clock.utc_now().timestamp())
    midnight = clock.utc_now().date() + timedelta(days=1)
    assert datetime.fromtimestamp(int(until) / 1000, UTC) == datetime.combine(midnight, time(), UTC)


def test_the_game_in_front_is_the_favourite_unless_they_play_another(
    alice: User, clock: FakeClock
) -> None:
    def front() -> str:
        shown = text(browser_of(alice), "/daily/")
        return shown[shown.index('class="daily-front') : shown.index('class="daily-games"')]

    open_dailies(clock.utc_now())
    assert "<h2>Yahtzee</h2>" in front()
    game = begin(alice, clock)
    assert "<h2>Yacht</h2>" in front()
    assert "Continue" in front()
    assert front().count("Play") == 0
    total = play_out(game, clock)
    assert f'<b class="number">{total}</b> points' in front()
    assert "Your result" in front()


def test_it_begins_a_game_for_a_visitor(db: None, clock: FakeClock) -> None:
    browser = Client()
    browser.get("/daily/")
    room = browser.post("/daily/yacht/play")["Location"]
    assert room.startswith("/r/")
    assert browser.post("/daily/yacht/play")["Location"] == room
    (mine,) = DailyEntry.objects.all()
    assert mine.player is not None
    assert re.fullmatch(r"Guest \d{4}", mine.player.name)
    assert not mine.account
    assert f'<a class="button" href="{room}">Continue</a>' in text(browser, "/daily/")


def test_it_refuses_an_unknown_variant(db: None, clock: FakeClock) -> None:
    assert Client().post("/daily/chess/play").status_code == 404
    assert Client().get("/daily/yacht/play").status_code == 405
    assert not DailyEntry.objects.exists()


def test_it_shows_only_the_own_result_before_the_reveal(
    alice: User, bob: User, clock: FakeClock
) -> None:
    mine = play_out(begin(alice, clock), clock)
    play_out(begin(bob, clock), clock, best=False)
    shown = text(browser_of(alice), path_of(daily_of(clock)))
    assert f">{mine}<" in shown
    assert "Still secret" in shown
    assert "Bob" not in shown
    assert entry(bob).game.code not in shown
    stranger = text(Client(), path_of(daily_of(clock)))
    assert entry(alice).game.code not in stranger
    assert "Alice" not in stranger


def test_it_shares_a_text_without_dice_or_the_order_of_turns(alice: User, clock: FakeClock) -> None:
    total = play_out(begin(alice, clock), clock)
    shown = text(browser_of(alice), path_of(daily_of(clock)))
    shared = shown.split('data-share="')[1].split('"')[0]
    lines = shared.split("\n")
    assert lines[0] == "Yacht · Yacht · 2026-01-01"
    assert lines[1] == f"{total} points"
    assert lines[2] == "".join(sorted(lines[2], key="🟩🟨⬜".index))
    assert len(lines) == 3
    assert 'data-share-link="http://testserver/daily/2026-01-01/yacht/"' in shown


def test_it_shows_the_leaderboard_after_the_reveal(
    alice: User, bob: User, charlie: User, hubs: Hubs, clock: FakeClock
) -> None:
    best = [play_out(begin(player, clock), clock) for player in (alice, bob)]
    worst = play_out(begin(charlie, clock), clock, best=False)
    play_out(begin(person("Gus"), clock), clock)
    path = path_of(daily_of(clock))
    clock.advance(NIGHT_S)
    settle_all(clock)
    shown = text(browser_of(charlie), path)
    places = [part.split("<")[0] for part in shown.split('number">')[1:]]
    assert [place for place in places if place in ("1", "2", "3")][:3] == ["1", "1", "3"]
    assert f"/g/{entry(alice).game.code}/" in shown
    assert "Place 3 of 3" in shown
    assert "Gus" not in shown
    assert (str(best[0]) in shown, str(worst) in shown) == (True, True)
    game = text(Client(), f"/g/{entry(alice).game.code}/")
    assert "log-turn" in game


def test_it_says_where_a_guest_would_stand(alice: User, clock: FakeClock) -> None:
    guest = person("Gus")
    play_out(begin(alice, clock), clock)
    play_out(begin(guest, clock), clock, best=False)
    path = path_of(daily_of(clock))
    clock.advance(NIGHT_S)
    settle_all(clock)
    assert "It would be place 2" in text(browser_of(guest), path)


def test_it_compares_with_perfect_play(alice: User, clock: FakeClock) -> None:
    total = play_out(begin(alice, clock), clock)
    daily = daily_of(clock)
    clock.advance(NIGHT_S)
    settle_all(clock)
    Daily.objects.exclude(pk=daily.pk).update(judged=True)
    judge_some()
    daily.refresh_from_db()
    assert daily.perfect is not None
    percent = round(100 * total / daily.perfect)
    shown = text(browser_of(alice), path_of(daily))
    assert f"Perfect play scores {daily.perfect} points with these dice." in shown
    api = Client().get(f"/api/v1{path_of(daily).rstrip('/')}").json()
    assert [line["of_perfect"] for line in api["entries"]] == [
        pytest.approx(100 * total / daily.perfect, abs=0.005)
    ]
    assert f"{percent}% of perfect play · place 1 of 1" in shown


def test_its_table_tells_others_when_they_can_see_it(alice: User, clock: FakeClock) -> None:
    game = begin(alice, clock)
    assert game.room is not None
    page = text(Client(), f"/r/{game.room.code}/")
    closes = daily_of(clock).day + timedelta(days=1)
    at = f"{closes.day} {closes:%b %Y}, 00:30 UTC"
    start = f'<time datetime="{closes}T00:30:00+00:00" data-local="moment">{at}</time>'
    assert f"From {start} you can see every roll" in page
    assert 'href="/daily/"' in page


def test_it_leaves_a_day_secret_until_a_worker_has_ended_it(
    alice: User, bob: User, clock: FakeClock
) -> None:
    play_out(begin(alice, clock), clock)
    begin(bob, clock)
    path = path_of(daily_of(clock))
    clock.advance(NIGHT_S)
    assert "Still secret" in text(Client(), path)
    settle_all(clock)
    assert "Still secret" not in text(Client(), path)


def test_it_says_that_a_worker_has_not_made_the_games_yet(db: None, clock: FakeClock) -> None:
    for _ in range(2):
        shown = text(Client(), "/daily/")
        assert "Today’s games are being prepared." in shown
        assert "formaction=" not in shown
    open_dailies(clock.utc_now())
    assert "being prepared" not in text(Client(), "/daily/")


def test_it_shows_a_result_before_a_worker_stores_it(alice: User, clock: FakeClock) -> None:
    total = play_out(begin(alice, clock), clock)
    pages = ("/daily/", path_of(daily_of(clock)))
    before = [text(browser_of(alice), page) for page in pages]
    assert not DailyEntry.objects.filter(over=True).exists()
    assert f'<b class="number">{total}</b> points' in before[0]
    assert f'<p class="daily-total number">{total}</p>' in before[1]
    assert take_open_results() == 1
    after = [text(browser_of(alice), page) for page in pages]
    assert [main_of(page) for page in after] == [main_of(page) for page in before]


def main_of(page: str) -> str:
    """The content of a page, without tokens of forms."""
    return re.sub(r'value="[^"]{64}"', "", page[page.index("<main") : page.index("</main>")])


def test_it_shows_streak_and_calendar(alice: User, clock: FakeClock) -> None:
    for _ in range(3):
        play_out(begin(alice, clock), clock)
        clock.advance(DAY_S)
    clock.advance(3600)
    settle_all(clock)
    shown = text(browser_of(alice), "/daily/")
    assert "3 days in a row · longest: 3" in shown
    assert shown.count("day-dot done-1") == 3
    assert "December 2025" in text(browser_of(alice), "/daily/?month=2025-12")


@pytest.mark.parametrize(
    "path",
    [
        "/daily/2026-01-02/yacht/",
        "/daily/2025-01-01/yacht/",
        "/daily/yesterday/yacht/",
        "/daily/2026-01-01/chess/",
        "/daily/2026-01-01/yacht/?after=x",
        "/daily/?month=2026-13",
        "/daily/?month=2027-01",
        "/api/v1/daily/2026-01-02/yacht",
        "/api/v1/daily/x/yacht",
    ],
)
def test_it_has_no_page_for(path: str, db: None, clock: FakeClock) -> None:
    Client().get("/daily/")
    assert Client().get(path).status_code == 404


def test_it_asks_few_queries(
    alice: User,
    bob: User,
    hubs: Hubs,
    clock: FakeClock,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for player in (alice, bob):
        play_out(begin(player, clock), clock)
    daily = daily_of(clock)
    clock.advance(NIGHT_S)
    settle_all(clock)
    begin(alice, clock)
    browser = browser_of(alice)
    browser.get("/daily/")
    with django_assert_max_num_queries(16):
        browser.get("/daily/")
    with django_assert_max_num_queries(14):
        browser.get(path_of(daily))
    with django_assert_max_num_queries(9):
        Client().get(path_of(daily))


def test_it_has_pages_of_a_long_leaderboard(alice: User, hubs: Hubs, clock: FakeClock) -> None:
    play_out(begin(alice, clock), clock)
    daily = daily_of(clock)
    clock.advance(NIGHT_S)
    settle_all(clock)
    mine = entry(alice)
    # 60 more players, each with a game of their own.
    for number in range(60):
        other = account(f"Player{number}")
        played = begin(other, clock)
        DailyEntry.objects.filter(game=played).update(
            daily=daily, day=daily.day, over=True, ranked=True, total=1000 - number // 2
        )
    DailyScore.objects.filter(daily=daily).delete()
    counts = {1000 - number // 2: 2 for number in range(60)} | {mine.total or 0: 1}
    DailyScore.objects.bulk_create(
        [DailyScore(daily=daily, total=total, players=n) for total, n in counts.items()]
    )
    first = text(Client(), path_of(daily))
    cursor = first.split("?after=")[1].split('"')[0]
    second = text(Client(), f"{path_of(daily)}?after={cursor}")
    names = [f"Player{number}" for number in range(60)]
    assert [name for name in names if f"@{name}/" in first] == names[:50]
    assert [name for name in names if f"@{name}/" in second] == names[50:]
    assert 'medal-51 number">51<' in second
    assert "@Alice/" in second


def test_it_answers_programs(alice: User, bob: User, clock: FakeClock) -> None:
    totals = {
        "Alice": play_out(begin(alice, clock), clock),
        "Bob": play_out(begin(bob, clock), clock, best=False),
    }
    daily = daily_of(clock)
    path = f"/api/v1/daily/{daily.day.isoformat()}/yacht"
    before = Client().get(path).json()
    assert (before["revealed"], before["entries"], before["players"]) == (False, [], 0)
    assert before["fair_log"]["end"] is None
    clock.advance(NIGHT_S)
    settle_all(clock)
    after = Client().get(path).json()
    found = [(line["place"], line["name"], line["total"]) for line in after["entries"]]
    assert found == [(1, "Alice", totals["Alice"]), (2, "Bob", totals["Bob"])]
    assert [line["percentile"] for line in after["entries"]] == [100, 0]
    assert after["commitment"] == before["commitment"]
    assert after["fair_log"]["end"] is not None


def test_it_links_the_days(db: None, hubs: Hubs, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    day = clock.utc_now().date()
    clock.advance(DAY_S)
    open_dailies(clock.utc_now())
    shown = text(Client(), f"/daily/{day.isoformat()}/yatzy/")
    assert f"/daily/{(day + timedelta(days=1)).isoformat()}/yatzy/" in shown


def test_it_links_no_day_without_a_daily(db: None, hubs: Hubs, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    assert "Results of" not in text(Client(), "/daily/")
    first = clock.utc_now().date()
    days = [(first + timedelta(days=number)).isoformat() for number in range(8)]
    clock.advance(5 * DAY_S)
    open_dailies(clock.utc_now())
    settle_all(clock)
    shown = [text(Client(), f"/daily/{days[number]}/yatzy/") for number in (0, 1, 5)]
    assert [days[number] for number in (1, 2, 3, 4) if days[number] in shown[0]] == [days[1]]
    assert 'rel="prev"' not in shown[0]
    assert f'/daily/{days[5]}/yatzy/" rel="next"' in shown[1]
    assert f'/daily/{days[1]}/yatzy/" rel="prev"' in shown[2]
    # The dailies of the first two days are revealed.
    assert f"/daily/{days[1]}/yahtzee/" in text(Client(), "/daily/")


def test_the_game_leads_to_the_leaderboard_of_its_day(alice: User, clock: FakeClock) -> None:
    game = begin(alice, clock)
    play_out(game, clock)
    daily = daily_of(clock)
    clock.advance(NIGHT_S)
    settle_all(clock)
    assert f'href="{path_of(daily)}"' in text(Client(), f"/g/{game.code}/")


def test_the_calendar_leads_to_the_results_of_each_day(alice: User, clock: FakeClock) -> None:
    play_out(begin(alice, clock, "yatzy"), clock)
    daily = daily_of(clock, "yatzy")
    shown = text(browser_of(alice), "/daily/")
    calendar = shown[shown.index("<table") : shown.index("</table>")]
    assert re.findall('<th scope="col".*?title="(.)', calendar) == list("MTWTFSS")
    assert re.findall('href="(.*?)"', calendar) == [path_of(daily)]


def test_it_says_how_many_rated_games_the_ranking_needs(
    clock: FakeClock, settings: Settings, db: None
) -> None:
    settings.SAME_DICE_RATED_GAMES = 3
    guest = person("Gus")
    play_out(begin(guest, clock), clock)
    daily = daily_of(clock)
    assert "Accounts with 3 rated games are ranked" in text(Client(), "/same-dice/")
    clock.advance(NIGHT_S)
    settle_all(clock)
    assert "It would be place 1" in text(browser_of(guest), path_of(daily))
