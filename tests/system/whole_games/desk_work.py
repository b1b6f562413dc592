"""The work of the desk: people, tournaments, and waiting for the worker to have done everything."""

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.core.management import call_command
from django.db.models import F, QuerySet

from games.models import (
    Card,
    Daily,
    DailyEntry,
    Game,
    Notice,
    Room,
    SeatAnalysis,
    Tournament,
    TournamentGame,
    User,
)
from games.people.accounts.names import fields_of
from games.platform.clock import utc_now
from games.site.events.daily.entries import take_results
from games.site.events.puzzles.collecting import collect
from games.site.study.foresight.counting import count_foresight
from tests.system.whole_games.court import judge
from tests.system.whole_games.tab import PATIENCE_S
from workshop.lab.seating import create_sessions

FAR = timedelta(days=1)


def people(accounts: int, guests: int) -> list[dict[str, Any]]:
    """Create players with sessions: accounts first, then guests, then one member of staff."""
    made = [
        *(_user(number, is_guest=False) for number in range(accounts)),
        *(_user(number, is_guest=True) for number in range(accounts, accounts + guests)),
        User(username="staff", name="Staff", is_staff=True, is_superuser=True),
    ]
    users = User.objects.bulk_create(made, batch_size=500)
    cookies = create_sessions(users)
    return [
        {"id": user.pk, "name": user.name, "cookie": cookies[user.pk], "account": not user.is_guest}
        for user in users
    ]


NAMES = ("Alice", "Bob", "Charlie")


def _user(number: int, *, is_guest: bool) -> User:
    name = f"{NAMES[number % 3]} {number:03}"
    fields = {"username": f"guest{number:03}", **fields_of(name, is_guest=is_guest)}
    user = User(**fields, is_guest=is_guest)
    user.set_unusable_password()
    return user


def tournament(**settings: Any) -> str:
    """Create an arena that begins when it is told to; return its code."""
    starts_at = utc_now() + FAR
    made = Tournament.objects.create(
        name=f"Arena {Tournament.objects.count()}",
        starts_at=starts_at,
        ends_at=starts_at + FAR,
        **settings,
    )
    return made.code


def begin(code: str) -> None:
    """Let a tournament begin now."""
    found = Tournament.objects.get(code=code)
    earlier = found.starts_at - utc_now()
    Tournament.objects.filter(code=code).update(
        starts_at=F("starts_at") - earlier, ends_at=F("ends_at") - earlier, rev=F("rev") + 1
    )


def finish(code: str) -> None:
    """Let the time of a tournament pass."""
    now = utc_now()
    found = Tournament.objects.filter(code=code, finished_at=None, ends_at__gt=now)
    found.update(ends_at=now, rev=F("rev") + 1)


def room_id(code: str) -> int:
    return Room.objects.get(code=code).pk


def playing() -> int:
    """Return how many games go on."""
    return Game.objects.filter(status=Game.Status.PLAYING).count()


def pass_days() -> None:
    """Let the days pass until the dailies that were played are revealed."""
    _wait(lambda: DailyEntry.objects.filter(game__status=Game.Status.PLAYING), "dailies to end")
    take_results(DailyEntry.objects.all())
    played = Daily.objects.filter(entries__isnull=False).distinct()
    ids = list(played.values_list("pk", flat=True))
    days = timedelta(days=2)
    DailyEntry.objects.filter(daily__in=ids).update(day=F("day") - days)
    Daily.objects.filter(pk__in=ids).update(day=F("day") - days)
    _wait(lambda: Daily.objects.filter(pk__in=ids, settled=False), "dailies to be settled")


def settle() -> None:
    """Wait until the worker has counted everything, and do what may take it long.

    While the machine is busy, the worker analyses a game a second.
    """
    over = Game.objects.exclude(status=Game.Status.PLAYING)
    finished = over.filter(status=Game.Status.FINISHED, fault=None)
    _wait(lambda: over.filter(verified=False), "games to be verified")
    _wait(lambda: over.filter(log_pending=True), "ends in the public log")
    _wait(lambda: finished.filter(result_at=None, replay=False, demo=False), "results")
    _wait(lambda: over.filter(circle__isnull=False, circle_counted=False), "games of circles")
    _wait(lambda: TournamentGame.objects.filter(settled_at=None), "tables of tournaments")
    _wait(lambda: Tournament.objects.filter(finished_at=None), "tournaments")
    _wait(lambda: Card.objects.filter(revealed_at=None), "cards to be revealed")
    call_command("analyse")
    # Games with house rules wait for their tables, which the worker computes.
    waiting = finished.filter(share=None, analysed=Game.ANALYSED_LATER)
    _wait(lambda: waiting, "tables of house rules")
    call_command("analyse")
    call_command("count_dice")
    while count_foresight() or collect(utc_now()):
        pass
    _wait(lambda: finished.filter(analysed=0), "analyses")
    _wait(lambda: Daily.objects.filter(settled=True, judged=False), "analyses of dailies")
    _wait(lambda: Card.objects.filter(judged=False), "analyses of cards")
    assert SeatAnalysis.objects.exists()


def _wait(left: Callable[[], QuerySet[Any]], what: str) -> None:
    """Wait until nothing is left. Raises AssertionError if it takes too long."""
    deadline = time.monotonic() + PATIENCE_S
    while left().exists():
        if time.monotonic() > deadline:
            rows: Sequence[Any] = list(left().values()[:5])
            raise AssertionError(f"still waiting for {what}: {rows}")
        time.sleep(0.2)


def notices() -> list[list[Any]]:
    """Return what was told: (player, kind, subject)."""
    return [list(row) for row in Notice.objects.values_list("player", "kind", "subject")]


WORK: dict[str, Callable[..., Any]] = {
    "people": people,
    "tournament": tournament,
    "begin": begin,
    "finish": finish,
    "room_id": room_id,
    "playing": playing,
    "pass_days": pass_days,
    "settle": settle,
    "judge": judge,
}
