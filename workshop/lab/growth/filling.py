"""Fill an empty PostgreSQL with the history of a site: everything that its processes would have
written, in batches that each leave the database consistent.

The games are played by the real engine with real dice, sealed seeds and a real public log, and
their results are counted by the functions of the site. Only the analyses are copies: those of the
first games of each variant, which the real analysis has computed.
"""

import random
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from multiprocessing import get_context
from typing import Any

import msgspec
from django.core.management.color import no_style
from django.db import connection, models, transaction

from games.people.accounts.models import User
from games.platform.database.threads import lift_timeouts
from games.record.fairness.public_log import read_head
from games.record.log.models import Game
from games.record.log.records import moment
from games.record.ratings.counting import lock_players
from games.record.ratings.listing import refresh_listing
from games.record.ratings.verdicts import Meetings
from games.site.study.analysis.game_analysis import analyse_game
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.analysis.skill import refresh_skills
from games.tables.rooms.models import Room
from workshop.lab.growth import rows
from workshop.lab.growth.counting import Counted, count_dice
from workshop.lab.growth.planning import Evening, Planner, Someone
from workshop.lab.growth.playing import PlannedGame, PlayedGame, play_all
from workshop.lab.growth.setting_up import set_up
from workshop.lab.seating import create_sessions

EVENTS_A_DAY = 27_400
"""Of the site: constant, so that the history is the longer the more events there are. 10 million
are a year."""
MOST_ACCOUNTS = 2_000
EVENTS_AN_ACCOUNT = 200
"""On a small site."""
EVENINGS = 100
"""In one batch, at most."""
EVENTS_AN_EVENING = 250
BATCHES_AHEAD = 4
RUNNING = 60
SAMPLES = 3
"""How many games of each variant are analysed."""


@dataclass(frozen=True)
class Options:
    """What to fill in. backlog: how many finished games the worker has not seen, at the end.
    analyses: whether games are analysed, for which the tables of perfect play are computed.
    """

    events: int
    seed: int = 1
    backlog: int = 0
    processes: int = 2
    analyses: bool = True


@dataclass
class Filled:
    """What was filled in."""

    games: int = 0
    events: int = 0


class Filling:
    """Fills one database."""

    def __init__(self, options: Options, now: datetime, pool: ProcessPoolExecutor) -> None:
        self._options = options
        self._now = now
        self._pool = pool
        self._filled = Filled()
        self._rng = random.Random(options.seed)
        self._meetings = Meetings()
        self._samples: dict[str, list[list[Any]]] = {}
        self._batch = min(EVENINGS, options.events // EVENTS_AN_EVENING + 1)
        self._is_small = self._batch < EVENINGS
        self._begin = now - timedelta(days=options.events / EVENTS_A_DAY)

    def run(self) -> Iterator[Filled]:
        """Fill the database. Yields what was filled in after each batch."""
        count = min(MOST_ACCOUNTS, self._options.events // EVENTS_AN_ACCOUNT + 10)
        accounts = [Someone(number, f"Sailor {number}") for number in _next_ids(User, count)]
        with transaction.atomic():
            self._save_people([rows.account(someone, self._begin) for someone in accounts])
        planner = Planner(self._rng, accounts, _next_id(Game), _next_id(Room), _next_id(User))
        for evenings, played in self._played(planner):
            self._save(evenings, played, counted=True)
            if self._options.analyses:
                self._save_analyses(by_end(played))
            yield self._filled
        self._finish(planner)
        yield self._filled

    def _played(self, planner: Planner) -> Iterator[tuple[list[Evening], dict[int, PlayedGame]]]:
        """Yield batches of evenings that were played in other processes, until there are enough."""
        waiting: deque[tuple[list[Evening], list[Future[list[PlayedGame]]]]] = deque()
        at = self._begin.timestamp() * 1000
        games_planned = 0
        while self._filled.events < self._options.events:
            while len(waiting) < BATCHES_AHEAD and not (waiting and self._is_small):
                evenings = []
                for _ in range(self._batch):
                    evenings.append(planner.evening(round(at)))
                    games_planned += len(evenings[-1].games)
                    at += self._pause_ms(at, games_planned)
                waiting.append((evenings, self._submit(evenings)))
            evenings, futures = waiting.popleft()
            yield evenings, {g.plan.id: g for future in futures for g in future.result()}
        for _, futures in waiting:
            for future in futures:
                future.cancel()

    def _pause_ms(self, at: float, planned: int) -> float:
        # The last evening must end just before now.
        filled = self._filled
        events_a_game = filled.events / filled.games if filled.games else 115
        left = max(1.0, self._options.events / events_a_game - planned)
        # Two games in an evening, on average.
        return max(0.0, (self._now.timestamp() * 1000 - 3_600_000 - at) / left * 2)

    def _submit(self, evenings: Sequence[Evening]) -> list[Future[list[PlayedGame]]]:
        plans: list[PlannedGame] = [game for evening in evenings for game in evening.games]
        share = -(-len(plans) // self._options.processes)
        parts = [plans[first : first + share] for first in range(0, len(plans), share)]
        return [self._pool.submit(play_all, part, str(self._options.seed)) for part in parts]

    @transaction.atomic
    def _save(
        self, evenings: Sequence[Evening], played: dict[int, PlayedGame], counted: bool
    ) -> None:
        """Write everything about these evenings but the analyses."""
        self._save_people(
            [rows.guest(new, moment(it.games[0].at)) for it in evenings for new in it.guests]
        )
        games = by_end(played)
        open_rooms, seats = rows.rooms_of(evenings, played, self._now)
        rows.create(open_rooms)
        rows.set_times(Room, {it.room: rows.times_of(it, played) for it in evenings})
        rows.create(seats)
        self._save_games(games, counted)
        rows.create([line for evening in evenings for line in rows.chat_of(evening)])
        rows.create([seal for game in games for seal in rows.seals_of(game, self._now)])
        log = rows.FairLog(read_head())
        for game in games:
            log.add_game(game, counted)
        for room, evening in zip(open_rooms, evenings, strict=True):
            log.add_next_game(room, evening, log.head.at)
        log.save()
        if counted:
            count_dice(games)
        self._filled.games += len(games)
        self._filled.events += sum(game.events for game in games)

    def _save_people(self, people: Sequence[User]) -> None:
        times = {user.pk: (user.seen_at,) for user in people}
        rows.create(people)
        create_sessions(people)
        rows.set_times(User, times)

    def _save_games(self, games: Sequence[PlayedGame], counted: bool) -> None:
        results = Counted(self._meetings, self._now)
        written = [rows.game_row(game, counted) for game in games]
        if counted:
            results.count(games)
        for row in written:
            for name, value in results.games.get(row.pk, {}).items():
                setattr(row, name, value)
        rows.create(written)
        rows.create([rows.snapshot_row(game) for game in games if game.snapshot])
        rows.create(results.cards)
        rest = [game for game in games if game.plan.id not in results.games]
        rows.create([card for game in rest for card in rows.cards_of(game)])
        rows.copy_events(games)

    # --- Analyses -----------------------------------------------------------------------------

    def _save_analyses(self, games: Sequence[PlayedGame]) -> None:
        if not self._samples:
            self._sample_analyses(games)
        with transaction.atomic():
            self._copy_analyses(games)

    def _sample_analyses(self, games: Sequence[PlayedGame]) -> None:
        """Analyse some games of each variant, for the copies of all others."""
        analysed: Counter[str] = Counter()
        for game in games:
            variant = game.plan.variant
            if game.status == "finished" and analysed[variant] < SAMPLES:
                analysed[variant] += 1
                Game.objects.filter(pk=game.plan.id).update(analysed=0)
                analyse_game(game.plan.id)
        for variant in analysed:
            found = SeatAnalysis.objects.filter(variant=variant)
            self._samples[variant] = [
                [*figures, msgspec.json.encode(data).decode()]
                for *figures, data in found.values_list(*rows.COPIED_COLUMNS)
            ]

    def _copy_analyses(self, games: Sequence[PlayedGame]) -> None:
        """Write copies of analyses for the finished games that have none."""
        done = set(
            SeatAnalysis.objects.filter(game__in=[game.plan.id for game in games]).values_list(
                "game", flat=True
            )
        )
        rows.copy_text(
            SeatAnalysis._meta.db_table,
            rows.ANALYSIS_COLUMNS,
            (
                line
                for game in games
                if game.status == "finished" and game.plan.id not in done
                for line in rows.analysis_lines(
                    game, self._rng.choices(self._samples[game.plan.variant], k=len(game.cards))
                )
            ),
        )

    # --- The present --------------------------------------------------------------------------

    def _finish(self, planner: Planner) -> None:
        """Add what is going on now, and bring up to date what the worker computes now and then."""
        planner.forget_guests()
        self._play_now(planner, RUNNING, "playing", None, timedelta(days=10))
        self._play_now(planner, self._options.backlog, "finished", None, timedelta(hours=1))
        with transaction.atomic():
            refresh_listing(self._now)
        self._refresh_skills()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [Game, Room, User]):
                cursor.execute(statement)

    def _play_now(
        self, planner: Planner, count: int, ends: str, clock: int | None, ago: timedelta
    ) -> None:
        """Add evenings of one game that the worker has not seen, from the last time before now."""
        now = self._now.timestamp() * 1000 - 900_000
        step = ago.total_seconds() * 1000 / max(1, count)
        evenings = [
            planner.evening(round(now - step * number), ends, clock)
            for number in reversed(range(count))
        ]
        for first in range(0, count, EVENINGS):
            part = evenings[first : first + EVENINGS]
            games = [game for future in self._submit(part) for game in future.result()]
            self._save(part, {game.plan.id: game for game in games}, counted=False)

    def _refresh_skills(self) -> None:
        busy = (
            SeatAnalysis.objects.filter(player__isnull=False)
            .values("variant", "player")
            .annotate(games=models.Count("pk"))
            .filter(games__gte=SAMPLES)
            .order_by("variant", "player")
        )
        players: dict[str, list[int]] = {}
        for variant, player in busy.values_list("variant", "player"):
            players.setdefault(variant, []).append(player)
        for variant, those in players.items():
            for first in range(0, len(those), EVENINGS):
                with transaction.atomic():
                    refresh_skills(lock_players(those[first : first + EVENINGS]), variant)


def by_end(played: Mapping[int, PlayedGame]) -> list[PlayedGame]:
    """Return games in the order in which they ended."""
    return sorted(played.values(), key=lambda game: game.ended_at)


def fill(options: Options, now: datetime) -> Iterator[Filled]:
    """Fill an empty database. Yields what was filled in, now and then."""
    lift_timeouts()
    context = get_context("spawn")
    with ProcessPoolExecutor(options.processes, context, initializer=set_up) as pool:
        yield from Filling(options, now, pool).run()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def _next_id(model: type[models.Model]) -> int:
    last: int = model._default_manager.aggregate(last=models.Max("pk"))["last"] or 0
    return last + 1


def _next_ids(model: type[models.Model], count: int) -> range:
    first = _next_id(model)
    return range(first, first + count)
