"""Fill an empty database with results of dailies, and time the queries on them.

Fills an empty database with invented results, and asks what the pages and sweeps ask.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from games.people.accounts.models import User
from games.platform.clock import day_of, utc_now
from games.site.events.daily.boards import read_board, read_scores, read_week
from games.site.events.daily.entries import entry_of, fresh_results
from games.site.events.daily.models import Daily, DailyEntry
from games.site.events.daily.opening import open_dailies
from games.site.events.daily.player_dailies import calendar_of, streaks_of
from games.site.events.daily.settling import count_weeks, settle
from workshop.lab.queries.daily_results import fill
from workshop.lab.queries.measurement import Measurement, Question, first_and_deep

DEEP_PAGES = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--no-plans", action="store_false", dest="plans")


def run(options: Namespace) -> None:
    """Print a table of times in ms, then the plan of each query. Raises SystemExit."""
    yesterday = day_of(utc_now()).toordinal() - 1
    if not DailyEntry.objects.exists():
        last = day_of(utc_now()).fromordinal(yesterday)
        fill(options.players, options.days, last)
    newest = Daily.objects.filter(revealed_at__isnull=False).order_by("-day").first()
    player = User.objects.filter(dailies__daily=newest).order_by("pk").first()
    if newest is None or player is None:
        raise SystemExit("There are dailies without results. Use an empty database.")
    print(f"{DailyEntry.objects.count():,} results")
    measurement = Measurement(options.repeat)
    print("| of | question | queries | median ms | slowest ms | slowest query |")
    print("|---|---|---|---|---|---|")
    for page, question in questions(newest, player):
        taken = measurement.ask(page, question)
        print(f"| {page} | {question.name} | {taken} |")
    if options.plans:
        measurement.print_plans()


def questions(daily: Daily, player: User) -> Iterator[tuple[str, Question]]:
    """Yield what the pages and the worker ask, each with its page."""
    scores = read_scores(daily)
    now = utc_now()
    for page, name, ask in (
        ("results", "totals", lambda: read_scores(daily)),
        ("results", "own entry", lambda: entry_of(daily, player)),
        ("results", "week", lambda: read_week(daily.variant, daily.day)),
        ("today", "fresh results", lambda: fresh_results(player)),
        ("today", "streaks", lambda: streaks_of(player, day_of(now), [])),
        ("today", "calendar", lambda: calendar_of(player, daily.day, day_of(now), [])),
        ("worker", "dailies to open", lambda: open_dailies(now)),
        ("worker", "dailies to end", lambda: settle(now)),
        ("worker", "weeks to count", count_weeks),
    ):
        yield page, Question(name, ask)
    for question in first_and_deep(lambda after: read_board(daily, scores, after), DEEP_PAGES):
        yield "results", question
