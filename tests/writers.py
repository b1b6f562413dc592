"""Each table is written by the packages that docs/data.md names under *Who writes what*.

A plugin: it looks at each statement that a test's own process runs through Django, whether it comes
from a queryset, `.save()` or raw SQL, and fails the test if code of another package runs it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet

from tests.environment import ROOT
from tests.support.packages import package_of

TESTS = f"{Path(__file__).resolve().parent}/"
GAMES = f"{ROOT}/games/"
BULK = f"{GAMES}platform/database/bulk.py"
DJANGO = "/django/contrib/"
COLLECTOR = "django/db/models/deletion.py"
WRITERS = {
    "Appeal": {"desk"},
    "Authenticator": {"factors"},
    "PastName": {"membership"},
    "Passkey": {"factors"},
    "RealDiceGame": {"real_dice"},
    "RecoveryCode": {"factors"},
    "AuditEntry": {"desk"},
    "Case": {"desk"},
    "ChatMessage": {"rooms"},
    "Challenge": {"matchmaking"},
    "Daily": {"daily"},
    "DailyEntry": {"daily"},
    "DailyMiss": {"daily"},
    "DailyScore": {"daily"},
    "DailyWeek": {"daily"},
    "Demonstration": {"rooms"},
    "DiceCount": {"audit"},
    "DiceSecret": {"fairness", "log", "reveals", "rooms"},
    "DiceShare": {"foresight", "reveals"},
    "FairLogEntry": {"fairness"},
    "FamilyMember": {"conduct"},
    "Foresight": {"foresight"},
    # By a command: a game is marked, to be analysed again.
    "Game": {"analysis", "audit", "foresight", "log", "management", "ratings", "reveals"},
    "GameEvent": {"log"},
    "GameSnapshot": {"log"},
    "GameAddress": {"ratings", "rooms"},
    "KeptRules": {"house_rules"},
    "LogEntry": {"admin", "membership"},
    "Notice": {"notifications"},
    "NoticeMark": {"notifications"},
    "TurnWatch": {"notifications"},
    "NotificationChoice": {"notifications"},
    "OutgoingMail": {"membership"},
    "Puzzle": {"puzzles"},
    "PuzzleAnswer": {"puzzles"},
    "PuzzleRecord": {"puzzles"},
    "PuzzleSource": {"puzzles"},
    "PushSubscription": {"notifications"},
    "Rating": {"ratings"},
    "RuleSet": {"solving"},
    "Report": {"desk"},
    "ResultCounter": {"ratings"},
    "Room": {"demo", "log", "rooms"},
    "Room_removed": {"rooms"},
    "SentForm": {"pages"},
    "Sanction": {"conduct"},
    "Scorecard": {"log", "ratings"},
    "Seat": {"rooms"},
    "SeatAnalysis": {"analysis"},
    "SeatForesight": {"foresight"},
    "Session": {"accounts", "membership"},
    "SlowMode": {"accounts"},
    "Skill": {"analysis", "ratings"},
    "Tally": {"ratings"},
    "Ticket": {"matchmaking"},
    "Tournament": {"tournaments"},
    "TournamentEntry": {"tournaments"},
    "TournamentGame": {"tournaments"},
    "TournamentSeat": {"tournaments"},
    "TournamentSeries": {"tournaments"},
    "UsedSeal": {"rooms"},
    "User_blocked": {"conduct", "membership"},
    "User_silenced": {"conduct", "membership"},
    "User": {
        "factors",
        "accounts",
        "conduct",
        "demo",
        "desk",
        "family",
        "live",
        "management",
        "membership",
    },
}

# These run statements, or requests, for others.
TOOLS = {"database", "server"}
WRITE = re.compile(r'\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "?(games_\w+)')
WRITERS_OF_TABLES = {f"games_{model.lower()}": packages for model, packages in WRITERS.items()}

_found: list[str] = []
_execute = CursorWrapper.execute


def writer_of(table: str) -> str | None:
    """Return the package of `games` whose code runs a statement now; None if a test does, if Django
    does it for itself (a sign-in, the admin) or because a row belonged to a deleted one, or if the
    statement is a constant of SQL: tests/test_writers.py finds these.
    """
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        place = frame.f_code.co_filename
        if place.endswith(COLLECTOR) and table != _root(frame):
            return None
        if place.startswith(TESTS) and place != __file__:
            return None
        if place.startswith(BULK) or DJANGO in place:
            return None
        if place.startswith(GAMES):
            package = package_of(Path(place[len(GAMES) :]))
            if package not in TOOLS:
                return package
        frame = frame.f_back
    return None


def _root(frame: FrameType) -> str:
    """Return the table whose rows Django has been asked to delete."""
    origin = frame.f_locals["self"].origin
    model: type[Model] = origin.model if isinstance(origin, QuerySet) else type(origin)
    return model._meta.db_table


def _checked_execute(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
    written = WRITE.match(sql) if isinstance(sql, str) else None
    if written:
        writer = writer_of(written[1])
        if writer not in {None, "migrations", *WRITERS_OF_TABLES.get(written[1], ())}:
            _found.append(f"{writer}: {sql[:200]}")
    return _execute(self, sql, params)


CursorWrapper.execute = _checked_execute  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def each_table_is_written_by_its_packages() -> Iterator[None]:
    """Fail the test after which a package has written a table of another one."""
    _found.clear()
    yield
    assert not _found
