"""How long a worker takes to catch up, after a time without one."""

import os
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.record.log.models import Game
from games.record.reveals.public_log_ends import KINDS
from games.site.account.membership.mail import ask_for_reset
from games.site.account.membership.models import OutgoingMail
from games.site.study.analysis.game_analysis import VERSION
from workshop.lab.loadtest.processes import Server, cpu_s

POLL_S = 0.5
LATE = timedelta(seconds=5)
"""A deadline that passed longer ago is part of the backlog; bots move all the time."""
Count = Callable[[], int]


def waiting() -> dict[str, Count]:
    """Return how to count what waits for the worker, by its kind."""
    games = Game.objects.all()
    over = games.filter(finished_at__isnull=False, replay=False)

    def late() -> "QuerySet[Game]":
        return games.filter(status=Game.Status.PLAYING, deadline__lt=utc_now() - LATE)

    finished = games.filter(status=Game.Status.FINISHED)
    return {
        "deadlines": lambda: late().count(),
        "results": finished.filter(result_at=None, replay=False).count,
        "games to verify": games.filter(finished_at__isnull=False, verified=False).count,
        "ends for the public log": games.filter(log_pending=True, status__in=KINDS).count,
        "dice": over.filter(dice_counted=False).count,
        "mail": OutgoingMail.objects.count,
        "analyses": finished.filter(analysed__lt=VERSION).count,
    }


def ask_for_mail(count: int) -> None:
    """Have mail sent to addresses that nobody has."""
    for number in range(count):
        ask_for_reset(f"nobody{number}@example.org")


class Done(NamedTuple):
    """What is done, and how many there were. seconds: since the worker's start; cpu_s: of its CPU
    time.
    """

    seconds: float
    cpu_s: float
    what: str
    number: int


def watch(seconds: float) -> Iterator[Done]:
    """Run a worker until it has caught up with all but the analyses, for at most `seconds`.

    At the end yields what is left of the others.
    """
    counts = waiting()
    begun = {name: count() for name, count in counts.items()}
    with TemporaryDirectory() as directory:
        worker = Server("worker", os.environ, Path(directory) / "worker.log", None)
        worker.start(wait=False)
        began = time.monotonic()
        try:
            while counts.keys() - {"analyses"} and time.monotonic() - began < seconds:
                time.sleep(POLL_S)
                for name in [name for name, count in counts.items() if not count()]:
                    del counts[name]
                    yield Done(time.monotonic() - began, cpu_s(worker.pid), name, begun[name])
            for name, count in counts.items():
                left = f"{name}, not done"
                yield Done(time.monotonic() - began, cpu_s(worker.pid), left, count())
        finally:
            worker.stop()
