"""Rows of many finished games, to measure leaderboards, profiles and lists with.

The games have no logs, so nothing else works with them. Players differ in activity and skill, and
most are guests. Each week has its tallies. Each game has its own room, in which its players
still sit; some more rooms are open or in play. Ratings are random, with a plausible distribution.
The rows go directly into PostgreSQL's tables (COPY).
"""

import math
import random
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction

from games.core.rules import Position, find_variant
from games.core.rules import Scorecard as Card
from games.people.accounts.models import User
from games.platform.database.codes import CODE_ALPHABET, CODE_LENGTH
from games.platform.database.threads import lift_timeouts
from games.record.log.models import Game, Scorecard
from games.record.ratings.model import BOARD_DAYS, BOARD_SIGMA, MU, SIGMA
from games.record.ratings.models import Rating, ResultCounter, Skill, Tally
from games.record.ratings.record_changes import week_of
from games.tables.rooms.models import Room, Seat

DAYS = 365
GAMES_PER_PLAYER = 20
"""Games divided by players. A game has two to four players."""
GUESTS = 0.6
RATED = 0.6
TABLES = {2: 65, 3: 22, 4: 13}
VARIANTS = {"yahtzee": 40, "yacht": 30, "yatzy": 20, "triple_yahtzee": 10}
TOTALS = {
    "yahtzee": (225, 48),
    "yacht": (155, 36),
    "yatzy": (215, 38),
    "triple_yahtzee": (1620, 122),
}
"""Mean and standard deviation of a total."""
GAMES_FOR_SKILL = 4
"""Players with this many games in a variant get a skill row."""
OPEN_TABLES = 60
RUNNING_GAMES = 60
CHUNK = 20_000
"""Rows of a table that are written at once."""
COLUMNS: dict[type[models.Model], str] = {
    User: "id password is_superuser username email is_staff is_active date_joined name is_guest"
    " is_bot leaves seen_at",
    Room: "id code host_id variant switches clock public rated stand_ins rev game_id next_code"
    " created_at active_at",
    Seat: "id room_id number player_id closed ready seed seated_at",
    Game: "id code room_id number variant switches status verified rated result_at result_number"
    " created_at finished_at",
    Scorecard: "id game_id seat player_id name position total place resigned pool finished_at"
    " final_total mu_before sigma_before mu_after sigma_after",
    Rating: "id player_id pool mu sigma shown rated_games rated_at games wins best"
    " streak best_streak eligible listed best_table best_table_game_id",
    Tally: "id player_id pool begins wins eligible",
    Skill: "id player_id variant loss error decisions games suspect listed",
}


@dataclass(slots=True)
class Person:
    """An invented player. `skill`: a standard normal variable."""

    id: int
    name: str
    guest: bool
    skill: float


@dataclass(slots=True)
class Standing:
    """A player's results in one variant."""

    mu: float = MU
    games: int = 0
    wins: int = 0
    best: int = 0
    best_game: int = 0
    rated_games: int = 0
    rated_at: datetime | None = None

    @property
    def sigma(self) -> float:
        """Roughly the sigma of the rating model after these games."""
        return SIGMA / math.sqrt(1 + self.rated_games / 12.5)


class RowWriter:
    """Writes rows in chunks, with ids that follow the existing ones."""

    def __init__(self) -> None:
        self._rows: dict[type[models.Model], list[tuple[Any, ...]]] = {m: [] for m in COLUMNS}
        self._last: dict[type[models.Model], int] = {
            model: model._default_manager.aggregate(last=models.Max("pk"))["last"] or 0
            for model in COLUMNS
        }

    def add(self, model: type[models.Model], *values: Any) -> int:
        """Add a row and return its id. `values`: its columns after the id, as in `COLUMNS`."""
        self._last[model] += 1
        self._rows[model].append((self._last[model], *values))
        if len(self._rows[model]) >= CHUNK:
            self.flush()
        return self._last[model]

    def next_id(self, model: type[models.Model]) -> int:
        return self._last[model] + 1

    def flush(self) -> None:
        """Write the waiting rows. Foreign keys are checked at the end of the transaction."""
        with connection.cursor() as cursor:
            for model, rows in self._rows.items():
                columns = ", ".join(COLUMNS[model].split())
                with cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
                rows.clear()

    def finish(self) -> None:
        """Write the waiting rows, and set the id sequences after the last row."""
        self.flush()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(COLUMNS)):
                cursor.execute(statement)


class Seeding:
    """Generates the rows of one database."""

    def __init__(self, games: int, now: datetime, seed: int) -> None:
        self._games = games
        self._now = now
        self._rng = random.Random(seed)
        self._tables = RowWriter()
        self._people: list[Person] = []
        self._activity: list[float] = []
        self._standings: dict[tuple[int, str], Standing] = {}
        self._wins: Counter[tuple[int, str, date]] = Counter()
        self._cards = {
            id_: str(Position(variant, Card(variant, (0,) * variant.rounds)))
            for id_ in VARIANTS
            for variant in [find_variant(id_)]
        }

    def run(self) -> None:
        """Fill the tables. Must run in a transaction."""
        self._make_people(max(50, self._games // GAMES_PER_PLAYER))
        first = ResultCounter.objects.get_or_create(pk=1)[0].last
        begin = self._now - timedelta(days=DAYS)
        for number in range(self._games):
            share = (number + self._rng.random()) / self._games
            self._play(first + number + 1, begin + share * timedelta(days=DAYS))
        for (index, variant, week), wins in self._wins.items():
            person = self._people[index]
            self._tables.add(Tally, person.id, variant, week, wins, not person.guest)
        self._open_tables()
        for (index, variant), standing in self._standings.items():
            self._add_rating(self._people[index], variant, standing)
        self._tables.finish()
        last = first + self._games
        ResultCounter.objects.filter(pk=1).update(last=last)

    def _make_people(self, count: int) -> None:
        rng = self._rng
        joined = self._now - timedelta(days=DAYS)
        for number in range(count):
            guest = rng.random() < GUESTS
            name = f"Sailor {number}"
            handle = f"seed-{rng.getrandbits(64):016x}"
            columns = (True, joined, name, guest, False, 0.0, joined)
            id_ = self._tables.add(User, "!", False, handle, "", False, *columns)
            self._people.append(Person(id_, name, guest, rng.gauss(0, 1)))
        rng.shuffle(self._people)
        # Few players play many games.
        self._activity = list(accumulate((rank + 10) ** -0.7 for rank in range(count)))

    def _play(self, result_number: int, at: datetime) -> None:
        rng = self._rng
        variant = rng.choices(list(VARIANTS), list(VARIANTS.values()))[0]
        size = rng.choices(list(TABLES), list(TABLES.values()))[0]
        people: dict[int, int] = {}
        while len(people) < size:
            people[rng.choices(range(len(self._people)), cum_weights=self._activity)[0]] = 0
        mean, sd = TOTALS[variant]
        for index in people:
            drawn = rng.gauss(mean + 0.3 * sd * self._people[index].skill, sd)
            people[index] = max(5, round(drawn))
        rated = rng.random() < RATED
        times = (at, result_number, at - timedelta(minutes=12), at)
        ids = [self._people[index].id for index in people]
        game = self._add_game(ids, variant, "finished", rated, *times)
        totals = list(people.values())
        for seat, (index, total) in enumerate(people.items()):
            place = 1 + sum(other > total for other in totals)
            person = self._people[index]
            standing = self._standings.setdefault((index, variant), Standing())
            self._count(standing, total, place, game)
            rating = self._rate(standing, person.skill, at) if rated else (None,) * 4
            columns = (total, place, False, variant, at, total, *rating)
            card = (game, seat, person.id, person.name, self._cards[variant])
            self._tables.add(Scorecard, *card, *columns)
            if place == 1:
                self._wins[index, variant, week_of(at)] += 1

    def _add_game(self, people: list[int], variant: str, status: str, *columns: Any) -> int:
        """Add a game in a new room, without scorecards; return its id."""
        at = columns[-2]
        room = self._add_room(people, 0, variant, at, self._tables.next_id(Game))
        start = (_code(self._rng), room, 1, variant, "{}", status, status == "finished")
        return self._tables.add(Game, *start, *columns)

    def _add_room(
        self, people: list[int], free: int, variant: str, at: datetime, game: int | None
    ) -> int:
        rng = self._rng
        flags = (rng.random() < 0.5 or game is None, False, False, 5)
        codes = (game, _code(rng), at, at)
        room = self._tables.add(Room, _code(rng), people[0], variant, "{}", 60, *flags, *codes)
        for number, player in enumerate([*people, *[None] * free]):
            self._tables.add(Seat, room, number, player, False, False, "", at)
        return room

    def _open_tables(self) -> None:
        """Add rooms that wait for players, and rooms with a running game."""
        rng = self._rng
        for _ in range(OPEN_TABLES):
            variant = rng.choice(list(VARIANTS))
            self._add_room([rng.choice(self._people).id], 2, variant, self._now, None)
        for _ in range(RUNNING_GAMES):
            variant = rng.choice(list(VARIANTS))
            rules = find_variant(variant)
            empty = str(Position(rules, Card(rules)))
            people = rng.sample(self._people, 2)
            columns = (False, None, None, self._now, None)
            game = self._add_game([each.id for each in people], variant, "playing", *columns)
            for seat, person in enumerate(people):
                card = (game, seat, person.id, person.name, empty)
                self._tables.add(Scorecard, *card, 0, None, False, "", *(None,) * 6)

    def _count(self, standing: Standing, total: int, place: int, game: int) -> None:
        standing.games += 1
        standing.wins += place == 1
        if total > standing.best:
            standing.best, standing.best_game = total, game

    def _rate(self, standing: Standing, skill: float, at: datetime) -> tuple[float | None, ...]:
        before = (standing.mu, standing.sigma)
        distance = MU + 70 * skill - standing.mu
        standing.mu += 0.03 * distance + self._rng.gauss(0, standing.sigma / 8)
        standing.rated_games += 1
        standing.rated_at = at
        return (*before, standing.mu, standing.sigma)

    def _add_rating(self, person: Person, variant: str, standing: Standing) -> None:
        rated_at = standing.rated_at
        idle = rated_at is None or self._now - rated_at >= timedelta(days=BOARD_DAYS)
        listed = not person.guest and not idle and standing.sigma <= BOARD_SIGMA
        strength = (standing.mu, standing.sigma, round(standing.mu))
        rated = (standing.rated_games, rated_at)
        results = (standing.games, standing.wins, standing.best, 1, 1)
        flags = (not person.guest, listed)
        # All these games have several people.
        table = (standing.best, standing.best_game)
        columns = (*strength, *rated, *results, *flags, *table)
        self._tables.add(Rating, person.id, variant, *columns)
        if standing.games >= GAMES_FOR_SKILL:
            loss = math.exp(self._rng.gauss(-0.5 - person.skill, 0.1))
            figures = (loss, loss / 10, 35 * standing.games, standing.games)
            self._tables.add(Skill, person.id, variant, *figures, False, True)


def _code(rng: random.Random) -> str:
    return "".join(rng.choices(CODE_ALPHABET, k=CODE_LENGTH))


@transaction.atomic
def seed_games(games: int, now: datetime, seed: int = 1) -> None:
    """Insert finished games of the last year. PostgreSQL only."""
    Seeding(games, now, seed).run()


def vacuum_tables() -> None:
    """Run VACUUM ANALYZE, as autovacuum would have by now. Must run outside of transactions."""
    lift_timeouts()
    with connection.cursor() as cursor:
        for model in COLUMNS:
            cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")
