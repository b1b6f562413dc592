"""The tables of docs/moderation.md, which were written by hand and which moderators read."""

import re

from tests.environment import ROOT

DOCUMENT = ROOT / "docs/moderation.md"
ACTORS = ("player", "admin", "helper", "moderator", "superuser")
NOTHING = "–"

Table = dict[str, dict[str, frozenset[str]]]
"""For each row the words that each actor has."""


def tables() -> dict[str, Table]:
    """Return the tables by the section and the first words of their head, such as "Cases"."""
    found: dict[str, Table] = {}
    section, rows = "", None
    for line in DOCUMENT.read_text().splitlines():
        if line.startswith("## "):
            section = line[3:]
        if not line.startswith("|"):
            rows = None
            continue
        first, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if rows is None:
            assert tuple(cells) == ACTORS, line
            rows = found.setdefault(f"{section}: {first}", {})
        elif not re.fullmatch("-+", first):
            assert first not in rows, line
            rows[first] = {
                actor: frozenset() if cell == NOTHING else frozenset(cell.split(", "))
                for actor, cell in zip(ACTORS, cells, strict=True)
            }
    return found


TABLES = tables()
CASES = TABLES["Cases: what ties you to the case"]
KINDS = TABLES["What a decision may be: whose account it is"]
DECISIONS = TABLES["Undoing a decision: what ties you to the decision"]
APPEALS = TABLES["Appeals: what ties you to the decision"]
ACCOUNTS = TABLES["Accounts without a report: whose account it is"]
ADMIN = TABLES["The admin: whose account it is"]
PLACES = TABLES["The admin: what ties you to it"]
AT_A_TABLE = TABLES["At a table: what you are there, and whom it is about"]
