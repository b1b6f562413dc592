"""A player's accuracy: on their page, in the API, in the export, and when a guest signs in."""

import math

import pytest
from django.test import Client

from games.models import Game, Scorecard, SeatAnalysis, Skill, User
from games.site.account.membership.signing_in import merge_guest
from games.site.study.analysis.game_analysis import analyse_game
from games.site.study.analysis.skill import refresh_skills
from tests.fixtures import As
from tests.support.played import finished_game

pytestmark = pytest.mark.registered


def analysed(*players: User) -> Game:
    """Play a game to its end; count and analyse it."""
    game = finished_game(*players)
    assert analyse_game(game.pk)
    return game


def measured(*players: User) -> Skill:
    """Return the index of the first of these players after enough games."""
    while not (found := Skill.objects.filter(player=players[0], listed=True).first()):
        analysed(*players)
    return found


def accuracy_of(loss: float) -> float:
    """The accuracy in Yacht: 50 for 1.75 points a choice (docs/analysis.md)."""
    return 100 * math.exp2(-loss / 1.75)


def test_it_stands_beside_the_rating(alice: User, bob: User, outsider: Client) -> None:
    expected = accuracy_of(measured(alice, bob).loss)
    answer = outsider.get("/@Alice/?variant=yacht")
    (record,) = answer.context["records"]
    assert record.accuracy == pytest.approx(expected)
    assert f'Accuracy <b class="number">{expected:.0f}%</b>' in answer.content.decode()


def test_it_is_not_shown_before_it_tells_something(alice: User, outsider: Client) -> None:
    analysed(alice)
    answer = outsider.get("/@Alice/")
    assert answer.context["records"][0].accuracy is None
    assert 'class="record-accuracy"' not in answer.content.decode()


def test_it_stands_beside_each_game(alice: User, bob: User, signed_in: As) -> None:
    game = analysed(alice, bob)
    stored = SeatAnalysis.objects.get(game=game, player=alice)
    expected = accuracy_of(stored.loss / stored.counted)
    unknown = finished_game(alice)  # not analysed yet
    answer = signed_in(alice).get("/games/")
    found = {row.code: row.accuracy for row in answer.context["games"].rows}
    assert found == {game.code: pytest.approx(expected), unknown.code: None}
    assert f"Accuracy {expected:.0f}%" in answer.content.decode()


def test_it_is_in_the_api(alice: User, bob: User, outsider: Client) -> None:
    analysed(alice, bob)
    (record,) = outsider.get("/api/v1/players/Alice").json()["records"]
    assert record["accuracy"] is None
    skill = measured(alice, bob)
    (record,) = outsider.get("/api/v1/players/Alice").json()["records"]
    assert record["accuracy"] == pytest.approx(accuracy_of(skill.loss))


def test_it_is_in_the_export_with_every_analysis(
    alice: User, bob: User, signed_in: As, outsider: Client
) -> None:
    game = analysed(alice, bob)
    data = signed_in(alice).get("/account/export/").json()
    (mine,) = data["analyses"]
    stored = SeatAnalysis.objects.get(game=game, player=alice)
    assert (mine["game"], mine["seat"], mine["score"]) == (
        game.code,
        stored.seat,
        stored.data["score"],
    )
    assert mine["moves"] == stored.data["moves"]
    (index,) = data["skills"]
    assert index["loss"] == Skill.objects.get(player=alice).loss


def test_it_goes_to_the_account_with_a_guests_analyses(guest: User, alice: User, bob: User) -> None:
    game = analysed(guest, bob)
    merge_guest(guest, alice)
    owners = SeatAnalysis.objects.filter(game=game).order_by("seat").values_list("player")
    assert list(owners) == [(alice.pk,), (bob.pk,)]
    refresh_skills([alice.pk], "yacht")
    assert Skill.objects.get(player=alice).games == 1


def test_it_leaves_the_guest_the_analysis_of_a_game_that_the_account_was_in(
    guest: User, alice: User
) -> None:
    game = analysed(guest, alice)
    merge_guest(guest, alice)
    cards = list(Scorecard.objects.filter(game=game).values_list("seat", "player"))
    analyses = SeatAnalysis.objects.filter(game=game).order_by("seat")
    assert list(analyses.values_list("seat", "player")) == cards
