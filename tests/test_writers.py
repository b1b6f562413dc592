"""Each table is written by the packages that docs/architecture.md names under *Who writes what*.

Finds calls such as `Model.objects.filter(...).update()`. Misses instances that are saved, related
managers, and the SQL of `games/log/statements.py`.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).resolve().parent.parent / "games"
WRITES = {
    "bulk_create",
    "bulk_update",
    "create",
    "delete",
    "get_or_create",
    "update",
    "update_or_create",
}
WRITERS = {
    "ChatMessage": {"rooms"},
    "Challenge": {"matchmaking"},
    "Daily": {"daily"},
    "DailyEntry": {"daily", "membership"},
    "DailyMiss": {"daily"},
    "DailyScore": {"daily"},
    "Demonstration": {"rooms"},
    "DiceCount": {"fairness"},
    "DiceSecret": {"fairness", "log", "rooms"},
    "DiceShare": {"fairness", "foresight"},
    "FairLogEntry": {"fairness"},
    "Foresight": {"foresight"},
    # By a command: a game is marked, to be analysed again.
    "Game": {"analysis", "fairness", "foresight", "log", "management", "ratings"},
    "GameSnapshot": {"log"},
    "GameAddress": {"ratings", "rooms"},
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
    "ResultCounter": {"ratings"},
    "Room": {"demo", "rooms"},
    "Scorecard": {"membership", "ratings"},
    "Seat": {"rooms"},
    "SeatAnalysis": {"analysis", "membership"},
    "SeatForesight": {"foresight"},
    "Session": {"membership"},
    "Skill": {"analysis", "ratings"},
    "Tally": {"ratings"},
    "Ticket": {"matchmaking"},
    "Tournament": {"tournaments"},
    "TournamentEntry": {"tournaments"},
    "TournamentGame": {"tournaments"},
    "TournamentSeat": {"tournaments"},
    "TournamentSeries": {"tournaments"},
    "UsedSeal": {"rooms"},
    "User": {"accounts", "demo", "live", "membership"},
}


def written_models(source: str) -> Iterator[str]:
    """Yield the model of each call that writes, as far as its name is in the same expression."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr not in WRITES:
                continue
            name = root_of(node.func.value)
            if name is not None:
                yield name


def root_of(node: ast.expr) -> str | None:
    """Return `Model` of an expression `Model.objects.filter(...)`..., or None."""
    while isinstance(node, ast.Call | ast.Attribute):
        inner = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Attribute) and node.attr == "objects":
            return node.value.id if isinstance(node.value, ast.Name) else None
        node = inner
    return None


def test_it_writes_each_table_in_its_packages_only() -> None:
    found = defaultdict(set)
    for path in GAMES.rglob("*.py"):
        package = path.relative_to(GAMES).parts[0]
        if package != "migrations":
            for model in written_models(path.read_text()):
                found[model].add(package)
    assert found == WRITERS


@pytest.mark.parametrize(
    ("source", "models"),
    [
        ("Room.objects.filter(pk=1).update(host=None)", ["Room"]),
        ("Seat.objects.create(number=0)", ["Seat"]),
        ("list(Room.objects.filter(pk=1))", []),
        ("known.update(found)", []),
    ],
)
def test_it_recognises_writes(source: str, models: list[str]) -> None:
    assert list(written_models(source)) == models
