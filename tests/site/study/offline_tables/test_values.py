"""The address of a game's table."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.core.rules import find_variant
from games.core.solver import portable, portable_files, tables
from games.site.study.offline_tables import jobs
from games.site.study.offline_tables.values import values_of

YACHT = "yacht"


@pytest.fixture
def address() -> str:
    """The address of the table of Yacht, which is made if it is missing."""
    variant = find_variant(YACHT)
    tables.make_table(variant)
    portable.make(variant)
    found = values_of(variant)
    assert found is not None
    assert re.fullmatch(r"/offline-games/values/yacht-[0-9a-f]{16}\.bin", found["address"])
    return str(found["address"])


def test_it_sends_the_table_packed_and_for_ever(client: Client, address: str) -> None:
    answer = client.get(address, headers={"accept-encoding": "gzip, deflate, br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Accept-Encoding" in answer.headers["Vary"]
    known = values_of(find_variant(YACHT))
    assert known is not None
    assert len(answer.content) == known["bytes"]
    assert portable_files.unpacked(answer.content).startswith(b"YACHTVAL")


@pytest.mark.parametrize("accepted", ["identity", "br;q=0"])
def test_browsers_that_cannot_unpack_it_get_it_as_it_is(
    client: Client, address: str, accepted: str
) -> None:
    answer = client.get(address, headers={"accept-encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.content.startswith(b"YACHTVAL")


@pytest.mark.parametrize("name", ["yacht-0000000000000000", "nothing-0123456789abcdef"])
def test_it_has_no_other_table(client: Client, name: str) -> None:
    assert client.get(f"/offline-games/values/{name}.bin").status_code == 404


def test_a_table_that_is_not_solved_is_missing_and_nobody_solves_it(
    client: Client, address: str, tables_folder: Path
) -> None:
    assert values_of(find_variant(YACHT)) is None
    assert client.get(address).status_code == 404
    assert jobs.make_tables() == 0
    assert list(tables_folder.iterdir()) == []


@pytest.mark.usefixtures("only_yacht_solved")
def test_games_without_an_exact_table_have_none() -> None:
    for id_ in ("triple_yahtzee", "generala", "maxi_yatzy"):
        assert values_of(find_variant(id_)) is None


@pytest.mark.usefixtures("only_yacht_solved")
def test_the_job_makes_what_is_solved() -> None:
    assert jobs.make_tables() == 1
    assert values_of(find_variant(YACHT)) is not None
    assert jobs.make_tables() == 0
