"""Run a tournament with simulated players in this process, in a database of its own."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db import connections
from django.db.models import Q
from django.test.utils import setup_databases, teardown_databases

from games.models import Session
from games.people.accounts.models import User
from games.platform.clock import monotonic, utc_now
from games.platform.database.threads import in_database
from games.site.events.tournaments import finishing, joining, results, seating, standings
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
)
from games.site.events.tournaments.pairing import PATIENCE
from games.tables.live.registry import close_current_hubs, current_hubs
from games.tables.live.results import count_finished_games
from games.tables.matchmaking import tickets
from games.tables.rooms import starting
from games.tables.rooms.models import Room
from workshop.lab.arrivals import percentile
from workshop.lab.tournaments.games_played import play_to_the_end
from workshop.lab.tournaments.players import Figures, Player, session_of

State = TournamentEntry.State

SWEEP_S = 1.0
# A wave may find a table late by so much: the sweep's pause, and its own time.
TOLERANCE_S = 5.0


@dataclass(frozen=True)
class Options:
    """How many players, at tables for how many, for how long; how long a game takes."""

    players: int
    minutes: float
    seats: int
    shortest_s: float
    longest_s: float
    seed: int


@contextmanager
def own_database() -> Iterator[None]:
    """Use an empty database until the `with` block ends."""
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        connections.close_all()
        teardown_databases(made, verbosity=0)


def measure(options: Options) -> Figures:
    """Run the tournament; return what was measured."""
    with own_database():
        return asyncio.run(_measure(options))


async def _measure(options: Options) -> Figures:
    figures = Figures()
    tournament, ids = await in_database(partial(_begin, options))
    hubs = current_hubs()
    rng = random.Random(options.seed)
    until = monotonic() + 60 * options.minutes
    length = (options.shortest_s, options.longest_s)
    people = [Player(id_, hubs, figures, random.Random(rng.random())) for id_ in ids]
    playing = [asyncio.create_task(each.take_part(tournament.pk, until, length)) for each in people]
    stop = asyncio.Event()
    work = asyncio.create_task(_work(tournament, figures, until, stop))
    await asyncio.gather(*playing)
    await _drain(tournament)
    stop.set()
    await work
    await in_database(partial(_check_end, tournament, figures))
    await close_current_hubs()
    return figures


def _begin(options: Options) -> tuple[Tournament, list[int]]:
    names = [f"player{number}" for number in range(options.players)]
    User.objects.bulk_create([User(username=name, name=name) for name in names])
    now = utc_now()
    ids = list(User.objects.values_list("pk", flat=True))
    expires = now + timedelta(days=1)
    Session.objects.bulk_create(
        [Session(session_key=session_of(id_), session_data="", expire_date=expires) for id_ in ids]
    )
    tournament = Tournament.objects.create(
        name="Measurement",
        variant="yacht",
        clock=30,
        seats=options.seats,
        starts_at=now,
        ends_at=now + timedelta(minutes=options.minutes) + 2 * seating.LAST_PAIRING,
    )
    return tournament, ids


async def _work(
    tournament: Tournament, figures: Figures, until: float, stop: asyncio.Event
) -> None:
    """What a worker does every second, measured; and what must hold `until` the players go."""
    hubs = current_hubs()
    while not stop.is_set():
        await in_database(_start_late_games)
        await figures.measured("count results", count_finished_games)
        changed = await figures.measured("count games", results.settle_tables)
        wave = partial(seating.run_wave, tournament, utc_now())
        changed += len(await figures.measured("pair", wave))
        if changed:
            hubs.tournaments.notify()
        await figures.measured("read standings", partial(standings.read_state, tournament.pk))
        if monotonic() < until:
            await in_database(partial(_check, tournament, figures))
        await asyncio.sleep(SWEEP_S)


def _start_late_games() -> None:
    """Start the games of paired rooms to which somebody has not come."""
    due = tickets.rooms_to_start()
    for room_id in Room.objects.filter(code__in=due).values_list("pk", flat=True):
        starting.start_paired(room_id)


async def _drain(tournament: Tournament) -> None:
    """Wait until every table is settled. Games at tables that opened in the last moment, whose
    players are gone, are played.
    """
    tables = TournamentGame.objects.filter(tournament=tournament, settled_at=None)
    for _ in range(60):
        if not await in_database(tables.all().exists):
            return
        for game in await in_database(lambda: list(tables.values_list("room__game", flat=True))):
            if game is not None:
                await in_database(partial(play_to_the_end, game, random.Random(game), None))
        await asyncio.sleep(1)


def _check(tournament: Tournament, figures: Figures) -> None:
    """Note whether somebody is at two tables, or left waiting although others wait, too."""
    taken = TournamentSeat.objects.filter(open=True).values_list("entry__player_id", flat=True)
    twice = [player for player, count in Counter(taken).items() if count > 1]
    if twice:
        figures.problems.append(f"paired twice: {twice}")
    now = utc_now()
    overdue = now - timedelta(seconds=PATIENCE + TOLERANCE_S)
    waiting = TournamentEntry.objects.filter(seating.may_be_paired(now), tournament=tournament)
    paused = Q(paired_from__gt=overdue)
    left = waiting.filter(~paused, waiting_since__lt=overdue).count()
    if left > 1:
        figures.problems.append(f"{left} players were left waiting")


def _check_end(tournament: Tournament, figures: Figures) -> None:
    """Note whether points were lost or counted twice."""
    Tournament.objects.filter(pk=tournament.pk).update(ends_at=utc_now())
    joining.pause_absent(utc_now())
    finishing.finish(tournament.pk, utc_now())
    for entry in TournamentEntry.objects.filter(tournament=tournament):
        counted = TournamentSeat.objects.filter(entry=entry, points__isnull=False)
        points = sum(seat.points or 0 for seat in counted)
        if (entry.score, entry.games) != (points, counted.count()):
            figures.problems.append(f"{entry} does not have the points of its games")
    open_seats = TournamentSeat.objects.filter(open=True).count()
    if open_seats:
        figures.problems.append(f"{open_seats} seats were never settled")


def lines(figures: Figures) -> list[str]:
    """Return the figures as a table, and what went wrong."""
    played = f"{figures.games} games were played; {figures.late} players came late to a table."
    return [*table(figures), played, *figures.problems]


def table(figures: Figures) -> list[str]:
    """Return the measured times as a table: count, and percentiles in milliseconds."""
    rows = ["| what | count | p50 | p95 | p99 | max |", "|---|---|---|---|---|---|"]
    for name, times in figures.times.items():
        shown = (f"{1000 * percentile(times, percent):.0f} ms" for percent in (50, 95, 99, 100))
        rows.append(f"| {name} | {len(times)} | {' | '.join(shown)} |")
    return rows
