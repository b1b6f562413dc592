"""The page about learning shows the puzzle of the day, a first game and boxes with their points."""

import re
from datetime import timedelta

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Puzzle, User
from games.platform.clock import utc_now
from tests.fixtures import As
from tests.support.reading import plain


def page(browser: Client, **headers: str) -> str:
    answer = browser.get("/learn/", headers=headers)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def dice_in(text: str) -> list[str]:
    return re.findall(r'aria-label="([\d, ]+)"', text)


def test_it_shows_the_dice_of_the_puzzle_that_the_link_opens(outsider: Client, db: None) -> None:
    text = page(outsider)
    assert 'href="/puzzles/today/"' in text
    shown = dice_in(text)[0].replace(", ", "")
    asked = outsider.get("/puzzles/today/").context["question"]
    assert asked.endswith(f"{' '.join(shown)}?")
    assert ("What do you keep?" in text) == ("what do you keep" in asked)


def test_it_shows_boxes_of_the_visitors_game_with_their_points(outsider: Client, db: None) -> None:
    def boxes(language: str) -> list[tuple[str, str]]:
        text = page(outsider, **{"accept-language": language})
        return re.findall(r'show-box-name">([^<]+)<.*?<b class="number">(\d+)<', text, re.S)

    # The points of the rules: 50, 40 and 30 in Yahtzee; 50 for five alike in Yatzy.
    assert [points for _, points in boxes("en")] == ["50", "40", "30"]
    assert boxes("sv")[0] == ("Yatzy", "50")


def test_it_needs_few_queries(
    outsider: Client, db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    page(outsider)
    # On the first day of a site the choice takes longer.
    Puzzle.objects.update(made_at=utc_now() - timedelta(days=2))
    with django_assert_max_num_queries(2):
        page(outsider)


def test_a_child_with_a_lock_may_learn(alice: User, signed_in: As) -> None:
    User.objects.filter(pk=alice.pk).update(locked=True)
    assert 'href="/puzzles/today/"' in page(signed_in(alice))
