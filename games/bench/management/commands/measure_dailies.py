"""`manage.py measure_dailies`: time the queries of the daily with many results."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.models import User
from games.bench.data.daily_results import fill
from games.bench.queries.measurement import Measurement, Question, first_and_deep
from games.clock import utc_now
from games.daily.days import day_of
from games.daily.entries import entry_of
from games.daily.models import Daily, DailyEntry
from games.daily.opening import open_dailies
from games.daily.records import calendar_of, streaks_of, update_own, week_of
from games.daily.settling import count_weeks, settle
from games.daily.standings import read_board, read_scores, read_week

DEEP_PAGES = 20


class Command(BaseCommand):
    """Fills an empty database with invented results, and asks what the pages and sweeps ask."""

    help = "Fill an empty database with results of dailies, and time the queries on them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--players", type=int, default=100_000)
        parser.add_argument("--days", type=int, default=10)
        parser.add_argument("--repeat", type=int, default=30)
        parser.add_argument("--no-plans", action="store_false", dest="plans")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table of times in ms, then the plan of each query. Raises CommandError."""
        yesterday = day_of(utc_now()).toordinal() - 1
        if not DailyEntry.objects.exists():
            last = day_of(utc_now()).fromordinal(yesterday)
            fill(options["players"], options["days"], last)
        newest = Daily.objects.filter(revealed_at__isnull=False).order_by("-day").first()
        player = User.objects.filter(dailies__daily=newest).order_by("pk").first()
        if newest is None or player is None:
            raise CommandError("There are dailies without results. Use an empty database.")
        self.stdout.write(f"{DailyEntry.objects.count():,} results")
        measurement = Measurement(self.stdout, options["repeat"])
        self.stdout.write("| of | question | queries | median ms | slowest ms | slowest query |")
        self.stdout.write("|---|---|---|---|---|---|")
        for page, question in questions(newest, player):
            taken = measurement.ask(page, question)
            self.stdout.write(f"| {page} | {question.name} | {taken} |")
        if options["plans"]:
            measurement.print_plans()


def questions(daily: Daily, player: User) -> Iterator[tuple[str, Question]]:
    """Yield what the pages and the worker ask, each with its page."""
    scores = read_scores(daily)
    now = utc_now()
    for page, name, ask in (
        ("results", "totals", lambda: read_scores(daily)),
        ("results", "own entry", lambda: entry_of(daily, player)),
        ("results", "week", lambda: read_week(daily.variant, daily.day)),
        ("today", "running entries", lambda: update_own(player)),
        ("today", "streaks", lambda: streaks_of(player, day_of(now))),
        ("today", "calendar", lambda: calendar_of(player, daily.day, day_of(now))),
        ("today", "own week", lambda: week_of(player, daily.day)),
        ("worker", "dailies to open", lambda: open_dailies(now)),
        ("worker", "dailies to end", lambda: settle(now)),
        ("worker", "weeks to count", count_weeks),
    ):
        yield page, Question(name, ask)
    for question in first_and_deep(lambda after: read_board(daily, scores, after), DEEP_PAGES):
        yield "results", question
