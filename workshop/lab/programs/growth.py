"""Measure every page, the API, what players do, and the worker's sweeps.

Measures in this process, on the database of seed_growth, to which it adds some games.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import connection
from django.db.models import Count
from django.test.utils import override_settings

from games.people.accounts.models import User
from games.platform.database.threads import lift_timeouts
from games.record.log.models import GameEvent, Scorecard
from workshop.lab.growth.measurement import BIG, Task, measure
from workshop.lab.growth.report import Report, compared
from workshop.lab.growth.site_changes import change_tasks, live_tasks
from workshop.lab.growth.site_pages import page_tasks, subjects
from workshop.lab.growth.site_sweeps import worker_tasks

UNHASHED = settings.STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
"""Without a manifest of static files, which `collectstatic` would have to make."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare how often, and where reports are."""
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--big", type=int, default=BIG, help="rows of a table that is big")
    parser.add_argument("--save", type=Path, help="write the report to this file")
    parser.add_argument(
        "--compare", type=Path, nargs="+", help="only print a table of these reports"
    )


def run(options: Namespace) -> None:
    """Measure and print a table. Raises SystemExit without the games of seed_growth."""
    if options.compare:
        reports = [msgspec.json.decode(path.read_bytes(), type=Report) for path in options.compare]
        print("\n".join(compared(reports)))
        return
    busiest = busiest_players()
    if connection.vendor != "postgresql" or len(busiest) < 2:
        raise SystemExit("Run seed_growth on an empty PostgreSQL first.")
    lift_timeouts()
    repeat = options.repeat
    report = Report(GameEvent.objects.count(), [])
    with override_settings(STORAGES=UNHASHED):
        measure_all(report, busiest, repeat, options.big)
    if options.save:
        options.save.write_bytes(msgspec.json.encode(report))
    print("\n".join(compared([report])))


def measure_all(report: Report, busiest: list[User], repeat: int, big: int) -> None:
    def add(tasks: Iterable[Task]) -> None:
        report.costs += [measure(task, repeat, big) for task in tasks]

    add(change_tasks(repeat))
    settle()
    add(worker_tasks())
    add(live_tasks())
    add(page_tasks(subjects(busiest)))


def settle() -> None:
    # The sweeps do what they find, so that little is left when they are measured.
    for _ in range(3):
        for task in worker_tasks():
            task.do()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def busiest_players() -> list[User]:
    """Return the two accounts with the most counted games, busiest first."""
    counts = (
        Scorecard.objects.filter(finished_at__isnull=False, player__is_guest=False)
        .filter(player__is_active=True, player__is_bot=False)
        .values_list("player")
        .annotate(games=Count("pk"))
        .order_by("-games", "player")[:2]
    )
    return [User.objects.get(pk=pk) for pk, _ in counts]
