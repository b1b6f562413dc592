"""What pages and programs show of duplicate events."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from games.models import (
    Tournament,
    TournamentSeries,
    User,
)
from games.platform.clock import utc_now
from games.record.reveals.shared_dice import open_share
from tests.site.events.tournaments.test_pages import arena, enter, text_of

pytestmark = pytest.mark.registered


def duplicate(begins: float = -10, lasts: float = 60, **differing: Any) -> Tournament:
    """A duplicate event; times in minutes from now."""
    values = {"kind": "duplicate", "seats": 16, "share": open_share(), **differing}
    return arena(begins, lasts, **values)


def after_two_rounds(*results: tuple[User, list[int], int], **differing: Any) -> Tournament:
    """An event in which these players have these totals and scores."""
    event = duplicate(**differing)
    Tournament.objects.filter(pk=event.pk).update(begins=[1, 2, 3])
    for player, totals, score in results:
        enter(event, player, totals=totals, score=score, state="playing")
    return event


def finished(*results: tuple[User, int, int, int]) -> Tournament:
    """An event that is over; results of (player, place, total, score)."""
    event = duplicate(-100, finished_at=utc_now())
    Tournament.objects.filter(pk=event.pk).update(begins=[1, 2])
    for player, place, total, score in results:
        columns = {"totals": [total], "sheet": [total], "games": 1, "state": "paused"}
        enter(event, player, place=place, score=score, **columns)
    return event


def test_it_shows_points_without_scripts(
    client: Client, alice: User, bob: User, guest: User, django_assert_num_queries: Any
) -> None:
    event = after_two_rounds((alice, [9, 31], 3), (bob, [20, 31], 3), (guest, [20, 22], 0))
    with django_assert_num_queries(2):
        page = text_of(client, f"/tournaments/{event.code}/")
    assert page.count('<td class="number">31</td>') == 2
    assert page.count('<td class="number">22</td>') == 1
    assert page.count('medal-1 number">1') == 2
    assert page.index(alice.name) < page.index(bob.name) < page.index(guest.name)


def test_it_lists_none_to_which_too_few_came(client: Client, alice: User) -> None:
    event = duplicate(-100, finished_at=utc_now())
    Tournament.objects.filter(pk=event.pk).update(begins=[])
    enter(event, alice, state="paused")
    assert event.code not in text_of(client, "/tournaments/")
    assert text_of(client, f"/tournaments/{event.code}/")


def test_it_shows_the_share_of_perfect_play_once_it_is_known(
    client: Client, alice: User, bob: User
) -> None:
    over = finished((alice, 1, 210, 2), (bob, 2, 180, 0))
    address = f"/api/v1/tournaments/{over.code}"
    assert "of perfect play" not in text_of(client, f"/tournaments/{over.code}/")
    assert "perfect" not in client.get(address).json()
    Tournament.objects.update(perfect=240)
    page = text_of(client, f"/tournaments/{over.code}/")
    # 210 and 180 of 240; the winner is on the podium, too.
    assert [page.count(f">{each}%<") for each in ("88", "75")] == [2, 2]
    assert "Perfect play scores 240 points with these dice." in page
    found = client.get(address).json()
    assert found["perfect"] == 240
    assert [entry["of_perfect"] for entry in found["standings"]] == [87.5, 75]
    (listed,) = client.get("/api/v1/tournaments").json()["over"]
    assert [entry["of_perfect"] for entry in listed["podium"]] == [87.5, 75]
    assert ">88%<" in text_of(client, f"/@{alice.name}/")


def test_it_tells_programs(client: Client, alice: User, bob: User) -> None:
    event = after_two_rounds((alice, [9, 31], 2), (bob, [20, 22], 0))
    page = client.get(f"/api/v1/tournaments/{event.code}").json()
    assert (page["tournament"]["kind"], page["tournament"]["share"]) == ("duplicate", event.share)
    first, second = page["standings"]
    assert (first["percent"], first["totals"], first["left"]) == (100, [9, 31], False)
    assert (second["percent"], second["totals"]) == (0, [20, 22])
    running = client.get("/api/v1/tournaments").json()["running"]
    assert [each["kind"] for each in running] == ["duplicate"]
    over = finished((alice, 1, 210, 2), (bob, 2, 180, 0))
    listed = client.get("/api/v1/tournaments").json()["over"][0]
    assert listed["code"] == over.code
    assert [entry["percent"] for entry in listed["podium"]] == [100, 0]


@pytest.mark.parametrize("columns", [{"seats": 2}, {"rated": True}, {"seats": 17}])
def test_the_database_refuses_series_that_cannot_be_played(
    transactional_db: None, columns: dict[str, Any]
) -> None:
    values = {"kind": "duplicate", "every": "day", "variant": "yatzy", "seats": 16, **columns}
    with pytest.raises(IntegrityError):
        TournamentSeries.objects.create(**values)
