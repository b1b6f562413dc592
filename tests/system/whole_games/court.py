"""Judges at work, in a process with the environment of the run that they judge."""

from itertools import islice
from pathlib import Path

from django.db import transaction

from tests.system.whole_games.journal import read_journal
from tests.system.whole_games.judges import JUDGES, Evidence

MAX_COMPLAINTS = 12


def judge(name: str, journal: str, damage: str = "") -> list[str]:
    """Return what a judge finds wrong, after a damage of that name, which is undone again."""
    evidence = Evidence(read_journal(Path(journal)))
    found = JUDGES[name]
    with transaction.atomic():
        if damage:
            found.damages[damage](Evidence(evidence.journal))
        # One complaint is enough to have noticed.
        complaints = list(islice(found.verdict(evidence), 1 if damage else MAX_COMPLAINTS))
        transaction.set_rollback(True)
    return complaints


def damages() -> list[tuple[str, str]]:
    """Return every judge with every damage that it must notice."""
    return [(name, damage) for name, found in JUDGES.items() for damage in found.damages]
