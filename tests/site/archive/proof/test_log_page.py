"""The page of the public log, and its download."""

import csv
import io
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.engine import Player, Resign
from games.core.engine.fair_log import ChainEntry
from games.models import User
from games.record.fairness import public_log
from games.record.fairness.reserve import commit_to
from games.record.log.starting import start_shared
from games.record.reveals.shared_dice import open_share, reveal_share
from games.site.archive.proof import public_log as views
from tests.support.desk import act
from tests.support.people import START, begun, open_room

pytestmark = pytest.mark.registered


@pytest.fixture
def entries(transactional_db: None) -> int:
    """120 commitments."""
    commit_to(120)
    return 120


def shown(client: Client, query: str = "") -> list[int]:
    """The indexes on the page, in order."""
    text = client.get(f"/fair/log/{query}").content.decode()
    return [int(part.partition('"')[0]) for part in text.split('id="entry-')[1:]]


def test_it_shows_the_newest_first(client: Client, entries: int) -> None:
    assert shown(client) == list(range(120, 100, -1))
    assert shown(client, "?before=101") == list(range(100, 80, -1))
    assert shown(client, "?before=21") == list(range(20, 0, -1))
    assert shown(client, "?before=1") == []


def test_its_pages_lead_to_each_other(client: Client, entries: int) -> None:
    pages = [client.get("/fair/log/").context]
    while pages[-1]["older"] is not None:
        pages.append(client.get(f"/fair/log/?before={pages[-1]['older']}").context)
    assert [page["older"] for page in pages] == [101, 81, 61, 41, 21, None]
    assert [page["newer"] for page in pages] == [None, 121, 101, 81, 61, 41]
    assert [list(page["parts"]) for page in pages] == [[1]] * 6
    # A page that does not end where those do reaches down to the first entry, and no further.
    assert shown(client, "?before=11") == list(range(10, 0, -1))
    assert client.get("/fair/log/?before=11").context["older"] is None


@pytest.mark.parametrize("entry", [120, 101, 100, 1])
def test_it_finds_an_entry(client: Client, entries: int, entry: int) -> None:
    assert entry in shown(client, f"?entry={entry}")
    text = client.get(f"/fair/log/?entry={entry}").content.decode()
    assert re.findall(r'id="entry-(\d+)" open', text) == [str(entry)]


@pytest.mark.parametrize("query", ["?before=0", "?before=x", "?entry=-1", "?entry=" + "9" * 30])
def test_it_has_no_other_pages(client: Client, entries: int, query: str) -> None:
    assert client.get(f"/fair/log/{query}").status_code == 404


def test_a_browser_keeps_the_page_until_there_is_a_new_entry(
    client: Client, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    etag = client.get("/fair/log/")["ETag"]
    with django_assert_num_queries(1):
        assert client.get("/fair/log/", headers={"If-None-Match": etag}).status_code == 304
    commit_to(1)
    with django_assert_num_queries(2):
        assert client.get("/fair/log/", headers={"If-None-Match": etag}).status_code == 200


def test_it_never_leads_to_a_private_room(client: Client, alice: User) -> None:
    room = open_room(alice)
    game = begun(room, alice)
    assert game.code in client.get("/fair/log/").content.decode()
    answer = client.get(f"/g/{game.code}/")
    assert answer.status_code == 200
    assert room.code not in answer.content.decode()


# The download


def rows(client: Client, part: int) -> list[ChainEntry]:
    text = client.get(f"/fair/log/{part}.csv").content.decode()
    found = csv.DictReader(io.StringIO(text))
    return [
        ChainEntry(int(row["index"]), int(row["time"]), row["kind"], row["game"], *rest(row))
        for row in found
    ]


def rest(row: dict[str, str]) -> tuple[str, str, str]:
    return row["value"], row["previous"], row["hash"]


def test_it_can_be_downloaded_in_parts(
    client: Client, entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "ENTRIES_A_PART", 50)
    parts = [rows(client, part) for part in (1, 2, 3)]
    assert [len(part) for part in parts] == [50, 50, 20]
    assert [each for part in parts for each in part] == public_log.read_entries(1, 120)
    assert client.get("/fair/log/4.csv").status_code == 404
    assert client.get("/fair/log/0.csv").status_code == 404


def test_it_lists_the_games_of_a_group_when_all_are_over(client: Client, alice: User) -> None:
    share = open_share()
    game = start_shared(open_room(alice), Player(alice.pk, "Alice", "shared"), share, START)
    path = f"/fair/log/groups/{share}.txt"
    assert client.get(path).status_code == 404
    act(game, 0, Resign())
    reveal_share(share)
    game.refresh_from_db()
    assert client.get(path).content.decode() == f"{game.code}|{game.head}\n"
    page = client.get("/fair/log/").content.decode()
    assert f'href="{path}"' in page
    assert f"/g/{share}/" not in page
    assert client.get("/fair/log/groups/nosuchgroup.txt").status_code == 404
