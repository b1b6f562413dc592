"""The page "How good am I?": short, the player's own figures first, and one for four old pages."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.rules import VARIANTS
from games.core.solver.score_figures import figures, sample_sizes
from games.models import Skill, User
from games.site.archive.statistics.views import round_games
from tests.fixtures import As
from tests.site.archive.profiles.rows import rating
from tests.support.reading import text_of

SOLVED = ("yacht", "yahtzee", "yatzy")
MOST_WORDS = 400


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_short_and_asks_no_database(
    outsider: Client, variant: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        text = text_of(outsider, f"/strength/{variant}/")
    main = re.sub(r"<script.*?</script>|<[^>]+>", " ", text.split("<main")[1].split("</main>")[0])
    assert len(re.findall(r"[A-Za-z’'-]+", main)) < MOST_WORDS
    assert "manage.py" not in main
    assert "script/" not in main


@pytest.mark.parametrize("variant", SOLVED)
def test_it_tells_the_average_and_every_box(outsider: Client, variant: str) -> None:
    text = text_of(outsider, f"/strength/{variant}/")
    found = figures(VARIANTS[variant])
    assert found is not None
    assert f">{found.mean:.1f}<" in text
    for category, box in zip(VARIANTS[variant].categories, found.boxes, strict=True):
        assert f'<th scope="row">{category.name}</th><td class="number">{box.mean:.1f}' in text
    assert "estimated" not in text


@pytest.mark.parametrize(
    ("joker", "mean"), [("forced", "254.6"), ("free", "254.6"), ("none", "245.9")]
)
def test_it_tells_each_rule_of_yahtzee_apart(outsider: Client, joker: str, mean: str) -> None:
    text = text_of(outsider, "/strength/yahtzee/", joker=joker)
    assert f">{mean}<" in text
    assert f'href="?joker={joker}#perfect" aria-current="page"' in text


@pytest.mark.parametrize(
    "path", ["/strength/chess/", "/strength/yacht/?joker=free", "/strength/yahtzee/?joker=x"]
)
def test_it_knows_no_others(outsider: Client, path: str) -> None:
    assert outsider.get(path).status_code == 404


@pytest.mark.registered
def test_it_begins_with_the_players_own_figures_in_what_they_play_most(
    alice: User, signed_in: As
) -> None:
    rating(alice, 1612, pool="yacht", games=2, rated_games=2)
    rating(alice, 1540, pool="yatzy", games=9, rated_games=9, sigma=90)
    # 50 % for the loss of the plain player, 1.8 points a choice (docs/analysis.md).
    Skill.objects.create(
        player=alice, variant="yatzy", loss=1.8, error=0.1, decisions=200, games=9, listed=True
    )
    browser = signed_in(alice)
    text = text_of(browser, "/strength/")
    figures_ = re.findall(r'<dd class="number">(.*?)</dd>', text)
    assert figures_[:2] == ["1540?", "50%"]
    assert '<a href="/strength/yatzy/" aria-current="page">' in text
    yacht = re.findall(r'<dd class="number">(.*?)</dd>', text_of(browser, "/strength/yacht/"))
    assert yacht[:2] == ["1612", "–"]
    assert "to see yours" in text_of(browser, "/strength/yahtzee/")


def test_it_tells_how_soon_skill_shows(outsider: Client) -> None:
    text = text_of(outsider, "/strength/")
    for row in sample_sizes():
        cells = (row.by_results, row.by_scores, row.by_losses)
        assert "".join(f'<td class="number">{round_games(games)}</td>' for games in cells) in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/ratings/", "/strength/#rating"),
        ("/skill/", "/strength/#accuracy"),
        ("/statistics/", "/strength/#perfect"),
        ("/statistics/yahtzee/?joker=free", "/strength/yahtzee/?joker=free#perfect"),
    ],
)
def test_old_addresses_lead_to_its_parts(outsider: Client, old: str, new: str) -> None:
    answer = outsider.get(old)
    assert (answer.status_code, answer["Location"]) == (308, new)
    assert f'id="{new.partition("#")[2]}"' in text_of(outsider, new.partition("#")[0])
    assert outsider.post(old).status_code == 405
