"""The list of players whose choices fitted coming dice: above the threshold, and only for staff."""

import pytest

from games.models import Foresight, User
from games.site.study.foresight.counting import VERSION
from tests.support.staff import staff

LIST = "/admin/games/foresight/"


def row(player: User, peak: float, evidence: float = 1.0) -> Foresight:
    sums = dict.fromkeys(("tilt_1", "tilt_2", "tilt_3", "tilt_4"), 0.0)
    return Foresight.objects.create(
        player=player,
        games=4,
        choices=100,
        loss=50.0,
        surplus=120.0,
        variance=64.0,
        score=42.0,
        evidence=evidence,
        peak=peak,
        version=VERSION,
        **sums,
    )


def test_it_shows_players_above_the_threshold_highest_first(
    alice: User, bob: User, charlie: User
) -> None:
    row(alice, 3.99)
    rows = [row(bob, 4.2), row(charlie, 7.0)]
    answer = staff().get(LIST)
    assert list(answer.context["cl"].result_list) == rows[::-1]
    shown = answer.content.decode()
    assert [shown.count(f"icon-{strong}.svg") for strong in ("yes", "no")] == [1, 1]
    assert staff().get(f"{LIST}{Foresight.objects.get(player=alice).pk}/change/").status_code == 302


def test_it_shows_no_figures_of_an_older_version(alice: User) -> None:
    row(alice, 5.0)
    Foresight.objects.update(version=VERSION - 1)
    assert not list(staff().get(LIST).context["cl"].result_list)


def test_it_is_a_reason_to_look_and_never_an_accusation(bob: User) -> None:
    row(bob, 12.5, evidence=4.2)
    page = staff().get(LIST).content.decode()
    assert "never an accusation" in page
    for figure in ("+4.2", "+30.0 ± 2.0", "12.5", "1 in 15,849", "under 1 in 1,000,000,000"):
        assert figure in page


def test_it_finds_players_by_name(bob: User, charlie: User) -> None:
    rows = [row(bob, 5.0), row(charlie, 6.0)]
    found = staff().get(LIST, {"q": "bo"}).context["cl"].result_list
    assert list(found) == rows[:1]


@pytest.mark.parametrize("action", ["add/", "1/delete/"])
def test_nobody_writes_it(bob: User, action: str) -> None:
    row(bob, 5.0)
    assert staff().get(f"{LIST}{action}").status_code in (302, 403)
