"""The list of skill indexes: a flag for staff, which nobody can set or clear."""

import pytest
from django.test import Client

from games.models import Skill, User
from tests.support.people import account
from tests.support.staff import staff

LIST = "/admin/games/skill/"


def index(player: User, loss: float, suspect: bool = False, variant: str = "yacht") -> Skill:
    return Skill.objects.create(
        player=player,
        variant=variant,
        loss=loss,
        error=0.01,
        decisions=400,
        games=12,
        suspect=suspect,
        listed=True,
    )


@pytest.fixture
def flagged(alice: User, bob: User) -> list[Skill]:
    """Bob's index is one that staff should look at; Alice's are not."""
    return [
        index(alice, 0.3),
        index(bob, 0.004, suspect=True),
        index(alice, 0.001, variant="yatzy"),
    ]


def link_to(row: Skill) -> str:
    return f"{LIST}{row.pk}/change/"


def shown(**query: str) -> list[Skill]:
    answer = staff().get(LIST, query)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def test_it_shows_those_to_look_at_first_then_the_lowest_loss(flagged: list[Skill]) -> None:
    assert shown() == [flagged[1], flagged[2], flagged[0]]
    page = staff().get(LIST).content.decode()
    assert all(link_to(row) in page for row in flagged)


def test_it_rounds_the_index_and_its_error(bob: User) -> None:
    index(bob, 0.696734816047253)
    assert "0.697 ± 0.010" in staff().get(LIST).content.decode()


def test_it_filters_by_flag_and_variant(flagged: list[Skill]) -> None:
    assert shown(suspect__exact="1") == [flagged[1]]
    assert shown(suspect__exact="0") == [flagged[2], flagged[0]]
    assert shown(variant="yatzy") == [flagged[2]]
    # What is offered for it.
    page = staff().get(LIST).content.decode()
    assert "?suspect__exact=1" in page
    assert "?variant=yatzy" in page


def test_it_finds_players(flagged: list[Skill]) -> None:
    assert shown(q="bo") == [flagged[1]]


def test_it_is_a_flag_and_no_accusation(flagged: list[Skill]) -> None:
    page = staff().get(link_to(flagged[1])).content.decode().lower()
    assert "worth a look" in page
    assert "not proof" in page
    for word in ("suspect:", "cheat", "guilty", "fraud", "caught"):
        assert word not in page


def test_it_can_only_be_read(flagged: list[Skill]) -> None:
    row = flagged[1]
    for client in (staff(), staff("view_skill", "change_skill", "delete_skill", "add_skill")):
        page = client.get(link_to(row))
        assert page.status_code == 200
        assert 'name="suspect"' not in page.content.decode()
        assert client.post(link_to(row), {"suspect": ""}).status_code == 403
        assert client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert client.get(f"{LIST}add/").status_code == 403
        client.post(LIST, {"action": "delete_selected", "_selected_action": [row.pk], "post": "1"})
    assert list(Skill.objects.filter(pk=row.pk).values_list("suspect", flat=True)) == [True]


def test_it_is_seen_by_staff_alone(db: None) -> None:
    index(account("Zoe"), 0.004, suspect=True)
    assert staff("view_game").get(LIST).status_code == 403
    stranger = Client()
    assert stranger.get(LIST).status_code == 302
    for path in ("/@Zoe/", "/leaderboards/yacht/?board=skill", "/api/v1/players/Zoe"):
        answer = stranger.get(path)
        assert answer.status_code == 200, path
        text = answer.content.decode().lower()
        assert "suspect" not in text
        assert "worth a look" not in text
