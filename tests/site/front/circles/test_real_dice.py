"""A game with real dice counts for a circle if its keeper gives it to one."""

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.core.rules import VARIANTS
from games.models import Circle, CircleEvening, CirclePair, CirclePlay, CircleStanding, RealDiceGame
from games.people.circles import membership
from games.site.account.membership.deletion import delete_player
from games.site.front.circles.counting import count_game
from tests.fixtures import As
from tests.site.front.circles.making import circle_of, finished, stored
from tests.site.front.circles.test_counted_pages import browser
from tests.site.study.real_dice.cards import random_card
from tests.site.study.real_dice.test_kept import keep
from tests.support.people import account

pytestmark = pytest.mark.django_db

CARD, TRUTH = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")


@pytest.fixture
def kept(signed_in: As) -> RealDiceGame:
    """A game of Alice and Bob that Alice keeps."""
    keep(signed_in(account("Alice")), CARD)
    return RealDiceGame.objects.get()


def give(client: Client, row: RealDiceGame, circle: Circle, **seats: Any) -> Any:
    names = {name.replace("_", "-"): player for name, player in seats.items()}
    path = reverse("kept-game-circle", args=[row.code])
    return client.post(path, {"circle": circle.code, **names})


def test_the_form_proposes_members_of_the_same_name(kept: RealDiceGame) -> None:
    alice, charlie = kept.player, account("Charlie")
    circle_of(alice, charlie)
    page = browser(alice).get(reverse("kept-game-circle", args=[kept.code])).content.decode()
    assert f'<option value="{alice.pk}" selected>Alice</option>' in page
    assert page.count(" selected>") == 1
    assert f'<option value="{charlie.pk}">Charlie</option>' in page


def test_it_counts_for_whom_the_keeper_says(kept: RealDiceGame) -> None:
    alice, zoe = kept.player, account("Zoe")
    circle = circle_of(alice, zoe)
    assert give(browser(alice), kept, circle, seat_0=alice.pk, seat_1=zoe.pk).status_code == 302
    totals = dict(CircleStanding.objects.values_list("player__name", "points"))
    assert totals == {"Alice": TRUTH[0].total, "Zoe": TRUTH[1].total}
    assert CirclePair.objects.get().games == 1
    give(browser(alice), kept, circle, seat_0=alice.pk, seat_1=zoe.pk)
    assert CirclePlay.objects.count() == 2
    assert (
        "It counts for a circle" in browser(alice).get(f"/scorecard/{kept.code}/").content.decode()
    )


def test_names_without_an_account_are_part_of_the_evening_only(kept: RealDiceGame) -> None:
    alice = kept.player
    circle = circle_of(alice)
    give(browser(alice), kept, circle, seat_0=alice.pk, seat_1="")
    assert list(CircleStanding.objects.values_list("player", flat=True)) == [alice.pk]
    evening = CircleEvening.objects.get()
    assert set(evening.places.values_list("name", "player")) == {("Alice", alice.pk), ("Bob", None)}
    assert browser(alice).get(reverse("circle-evenings", args=[circle.code])).status_code == 200


def test_taken_back_it_is_in_no_sum(kept: RealDiceGame) -> None:
    alice, zoe = kept.player, account("Zoe")
    circle = circle_of(alice, zoe)
    game = finished(circle, [(alice, 9, 1), (zoe, 3, 2)], kept.kept_at)
    count_game(game.pk)
    before = stored(circle)
    client = browser(alice)
    give(client, kept, circle, seat_0=alice.pk, seat_1=zoe.pk)
    assert stored(circle) != before
    assert client.post(f"/scorecard/{kept.code}/forget/").status_code == 403
    assert client.post(reverse("kept-game-back", args=[kept.code])).status_code == 302
    assert stored(circle) == before
    assert client.post(f"/scorecard/{kept.code}/forget/").status_code == 302


def test_it_is_refused(kept: RealDiceGame) -> None:
    alice, bob, charlie = kept.player, account("Bob"), account("Charlie")
    circle = circle_of(alice)
    client = browser(alice)
    assert give(client, kept, circle, seat_0=alice.pk, seat_1=alice.pk).status_code == 422
    assert give(client, kept, circle, seat_0=bob.pk).status_code == 422
    assert give(client, kept, circle, seat_0="x").status_code == 422
    assert give(client, kept, circle_of(bob), seat_0=alice.pk).status_code == 404
    assert give(browser(charlie), kept, circle, seat_0=alice.pk).status_code == 404
    Circle.objects.filter(pk=circle.pk).update(archived_at=kept.kept_at)
    assert give(client, kept, circle, seat_0=alice.pk).status_code == 403
    assert not CirclePlay.objects.exists()


def test_the_others_keep_their_sums_when_the_keeper_goes(kept: RealDiceGame) -> None:
    alice, zoe = kept.player, account("Zoe")
    circle = circle_of(zoe, alice)
    give(browser(alice), kept, circle, seat_0=alice.pk, seat_1=zoe.pk)
    delete_player(alice)
    assert CircleStanding.objects.get().player == zoe
    assert not RealDiceGame.objects.exists()
    for route in ("circle-season-now", "circle-evenings", "circle-records"):
        assert browser(zoe).get(reverse(route, args=[circle.code])).status_code == 200


def test_a_keeper_who_has_left_can_take_it_back(kept: RealDiceGame) -> None:
    alice, zoe = kept.player, account("Zoe")
    circle = circle_of(zoe, alice)
    give(browser(alice), kept, circle, seat_0=alice.pk, seat_1=zoe.pk)
    membership.leave(circle.pk, alice.pk)
    page = browser(alice).get(reverse("kept-game-circle", args=[kept.code])).content.decode()
    assert "a circle that you have left" in page
    assert circle.name not in page
    browser(alice).post(reverse("kept-game-back", args=[kept.code]))
    assert not CirclePlay.objects.exists()
