"""The HTTP API answers about cards: nothing about results before the reveal, then all of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Card, CardEntry, User
from games.platform.clock import utc_now
from games.site.events.cards.api import card
from tests.site.events.cards.revealing import open_card, played, revealed, sealed_card


def ask(browser: Client, found: Card) -> dict[str, Any]:
    answer: dict[str, Any] = browser.get(f"/api/v1/cards/{found.code}").json()
    return answer


@pytest.fixture
def finished(alice: User, bob: User, charlie: User) -> Card:
    """A card with three results; Bob's and Charlie's are the same."""
    found = open_card(alice)
    totals = {alice: 100, bob: 120, charlie: 120}
    for player, total in totals.items():
        played(found, player)
        CardEntry.objects.filter(card=found, player=player).update(total=total)
    return revealed(found)


def test_it_tells_each_state(alice: User, client: Client) -> None:
    sealed, found, ended = sealed_card(alice), open_card(alice), open_card(alice)
    Card.objects.filter(pk=ended.pk).update(ended_at=utc_now())
    lost, shown = open_card(alice), revealed(open_card(alice))
    Card.objects.filter(pk=lost.pk).update(unreadable=True)
    never = revealed(sealed_card(alice))
    states = [ask(client, each)["state"] for each in (sealed, found, ended, lost, shown, never)]
    assert states == ["sealed", "open", "closing", "unreadable", "revealed", "closed"]
    assert card(found, found.closes_at).state == "closing"
    assert card(found, found.closes_at - timedelta(seconds=1)).state == "open"


def test_it_places_results_after_the_reveal(finished: Card, client: Client) -> None:
    results = ask(client, finished)["results"]
    assert [(each["name"], each["total"], each["place"]) for each in results] == [
        ("Bob", 120, 1),
        ("Charlie", 120, 1),
        ("Alice", 100, 3),
    ]


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"same_device": True}, [None, 1, 2]),
        ({"total": None}, [1, 2, None]),
        ({"player": None}, [1, 1, 3]),
    ],
)
def test_it_does_not_place_everybody(
    finished: Card, bob: User, client: Client, change: dict[str, Any], places: list[int | None]
) -> None:
    CardEntry.objects.filter(card=finished, player=bob).update(**change)
    results = ask(client, finished)["results"]
    assert [each["place"] for each in results] == places


def test_it_keeps_the_card_of_a_deleted_sender(finished: Card, client: Client) -> None:
    Card.objects.filter(pk=finished.pk).update(sender=None, perfect=250)
    found = ask(client, finished)
    assert (found["sender"], found["perfect"]) == (None, 250)


def test_it_tells_no_perfect_play_before_the_reveal(alice: User, client: Client) -> None:
    found = open_card(alice)
    Card.objects.filter(pk=found.pk).update(perfect=250)
    assert ask(client, found)["perfect"] is None


def test_it_knows_no_other_cards(transactional_db: None, client: Client) -> None:
    for code in ("nothing", "é", "a-b"):
        assert client.get(f"/api/v1/cards/{code}").status_code == 404
