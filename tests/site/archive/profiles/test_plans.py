"""On PostgreSQL every question to a board, a profile, a list of games or the lobby is answered from
indexes; no big table is read whole.

The planner is left as it is; the data are moderate: 20,000 games of 1,000 people.
"""

import json
import os
import re

import pytest

from tests.support.services import Postgres, run_python

# That of the week is, when it has just begun.
NEVER_EMPTY = ("rating", "records, table")
BOARDS = "rating_board|week_board|best_(table|solo)_board"
BIG = ("game", "scorecard", "rating", "tally", "skill")


def run(env: dict[str, str], *arguments: str) -> str:
    """Run tests/site/archive/profiles/plans.py; return what it printed."""
    return run_python(["-m", "tests.site.archive.profiles.plans", *arguments], env)


@pytest.fixture(scope="module")
def site(migrated_postgres: Postgres) -> dict[str, str]:
    """The environment of a site with many games."""
    env = {**os.environ, "DATABASE_URL": migrated_postgres.new_database()}
    run(env, "fill", "20000")
    return env


@pytest.mark.parametrize("variant", ["yahtzee", "yacht"])
def test_it_reads_no_big_table_whole(site: dict[str, str], variant: str) -> None:
    plans: dict[str, str] = json.loads(run(site, "boards", variant))
    # Three boards, one of them for two kinds of games.
    assert sum(title.endswith("first page, query 1") for title in plans) == 4
    for board in NEVER_EMPTY:
        assert f"{board}: place of the last, query 2" in plans
    assert any(re.search(r"page \d+, query 4", title) for title in plans)
    for title, plan in plans.items():
        for table in BIG:
            assert f"Seq Scan on games_{table}" not in plan, (title, plan)
        # With few rows the planner may prefer to walk on from the cursor by primary key.
        assert re.search(BOARDS + "|once_a_|_pkey", plan), (title, plan)


def test_it_counts_places_within_the_index(site: dict[str, str]) -> None:
    plans: dict[str, str] = json.loads(run(site, "boards", "yahtzee"))
    counts = [plan for title, plan in plans.items() if "place of the last, query 2" in title]
    assert len(counts) >= len(NEVER_EMPTY)
    for plan in counts:
        assert re.search(f"Index Only Scan using ({BOARDS})", plan), plan


def test_it_reads_no_big_table_whole_for_profiles_lists_and_the_lobby(site: dict[str, str]) -> None:
    plans: dict[str, str] = json.loads(run(site, "pages"))
    for question in ("best cards", "record against me", "tables", "open tables", "whole board"):
        assert f"{question}, query 1" in plans
    for title, plan in plans.items():
        # The last thousand results, asked for every ten minutes, are a twentieth of this site.
        if title.startswith("averages of the site"):
            continue
        for table in ("game", "scorecard", "seat", "room"):
            assert f"Seq Scan on games_{table} " not in plan, (title, plan)
