"""Measure single questions and changes: time, CPU time, queries, pages of the database read, and
which big tables were read from begin to end.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from games.models import Session
from games.people.accounts.models import User
from games.record.fairness.models import DiceSecret, DiceShare, FairLogEntry
from games.record.log.models import Game, GameEvent, Scorecard
from games.record.ratings.models import Rating, Skill, Tally
from games.site.account.notifications.models import Notice, NotificationChoice, PushSubscription
from games.site.events.daily.models import Daily, DailyEntry, DailyMiss, DailyScore, DailyWeek
from games.site.events.puzzles.models import PuzzleAnswer, PuzzleRecord
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
)
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.foresight.models import Foresight, SeatForesight
from games.tables.rooms.models import ChatMessage, Room, Seat

GROWING: tuple[type[Model], ...] = (
    *(Game, GameEvent, Scorecard, SeatAnalysis, Room, Seat, ChatMessage, User, Session),
    *(FairLogEntry, DiceSecret, DiceShare, Rating, Tally, Skill, SeatForesight, Foresight),
    *(Daily, DailyEntry, DailyScore, DailyWeek, DailyMiss),
    *(PuzzleRecord, PuzzleAnswer, Notice, PushSubscription, NotificationChoice),
    *(Tournament, TournamentEntry, TournamentGame, TournamentSeat),
)
"""The tables that grow as long as the site exists. Puzzles are not among them: a theme has at most
`MAX_PUZZLES`.
"""
BIG = 5_000
"""A growing table with so many rows is big."""
BLOCKS = "SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()"
SCANS = (
    "SELECT big.relname, seq_scan FROM pg_stat_user_tables JOIN pg_class AS big ON big.oid = relid"
    " WHERE reltuples >= %s AND big.relname = ANY(%s)"
)


class Task(NamedTuple):
    """Something to measure. kind: "page", "API", "change" or "worker". do: does it once."""

    kind: str
    name: str
    do: Callable[[], Any]


class Cost(msgspec.Struct):
    """What a task costs.

    ms, cpu_ms: least time, and least CPU time of this process. queries: of one run. blocks: the
    least number of 8 kB pages that the database has looked at. scanned: big tables that every run
    has read from begin to end.
    """

    kind: str
    name: str
    ms: float
    cpu_ms: float
    queries: int
    blocks: int
    scanned: list[str]


class _Seen(NamedTuple):
    """The statistics of the database: pages looked at, and sequential scans of big tables."""

    blocks: int
    scans: dict[str, int]


def measure(task: Task, repeat: int, big: int = BIG) -> Cost:
    """Do a task once to warm up, and then `repeat` times, each with an empty cache.

    big: a growing table with so many rows is big.
    """
    with CaptureQueriesContext(connection) as captured:
        _do(task)
        # A later request forgets them.
        queries = len(connection.queries) - captured.initial_queries
    times, cpu_times, blocks = [], [], []
    scanned: set[str] | None = None
    for _ in range(repeat):
        before = _seen(big)
        began, cpu_began = time.perf_counter(), time.process_time()
        _do(task)
        times.append((time.perf_counter() - began) * 1000)
        cpu_times.append((time.process_time() - cpu_began) * 1000)
        after = _seen(big)
        blocks.append(after.blocks - before.blocks)
        now = {name for name, scans in after.scans.items() if scans > before.scans.get(name, 0)}
        scanned = now if scanned is None else scanned & now
    return Cost(
        task.kind,
        task.name,
        round(min(times), 2),
        round(min(cpu_times), 2),
        queries,
        max(0, min(blocks) - _own_blocks()),
        sorted(scanned or ()),
    )


def _do(task: Task) -> None:
    cache.clear()
    task.do()


def _seen(big: int) -> _Seen:
    """Return the statistics after all that this connection has done."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(BLOCKS)
        (blocks,) = cursor.fetchone()
        cursor.execute(SCANS, [big, [model._meta.db_table for model in GROWING]])
        return _Seen(blocks, dict(cursor.fetchall()))


def _own_blocks() -> int:
    """Return how many pages the measurement itself looks at."""
    before, after = _seen(BIG), _seen(BIG)
    return after.blocks - before.blocks
