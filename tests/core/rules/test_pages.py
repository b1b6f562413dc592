"""The pages of the rules, and the boxes that a table loads."""

import html
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from games.core.rules import VARIANTS, Variant
from games.site.study.learning.views import PART_OF_A_PAGE
from tests.support.oracles.rules import CATEGORIES, points


def read(client: Client, path: str, **headers: str) -> str:
    accept = {"accept": PART_OF_A_PAGE} if "/boxes/" in path else {}
    answer = client.get(path, headers=accept | headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_a_turn_and_leads_to_every_variant(outsider: Client) -> None:
    text = read(outsider, "/rules/")
    assert text.count('<li class="turn-picture">') == 3
    for variant in VARIANTS.values():
        assert f'href="/rules/{variant.id}/"' in text


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_it_tells_every_box_of_the_variant_with_dice(outsider: Client, variant: Variant) -> None:
    text = read(outsider, f"/rules/{variant.id}/")
    for category in variant.categories:
        assert re.search(rf'id="{category.id}">\s*(<h3>)?{html.escape(category.name)}', text)
    for switch in variant.switch_choices.values():
        for choice in switch.choices:
            assert html.escape(choice.hint) in text
    assert ('id="bonus"' in text) == (variant.upper_bonus is not None)
    if variant.upper_bonus is not None:
        needed, bonus = variant.upper_bonus
        assert (
            f"With {needed} points or more in the upper section you get {bonus} points on top"
            in text
        )
    assert ('id="columns"' in text) == (len(variant.columns) > 1)
    assert ('id="joker"' in text) == bool(variant.switch_choices)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_gives_a_table_every_box_with_dice_and_their_points(
    outsider: Client, variant: str
) -> None:
    text = read(outsider, f"/rules/{variant}/boxes/")
    parts = re.findall(r'<section data-box="(\w+)">(.*?)</section>', text, re.DOTALL)
    assert [id_ for id_, _ in parts] == CATEGORIES[variant]
    shown = 0
    for id_, part in parts:
        for example in re.findall(r"<li class=\"example.*?</li>", part, re.DOTALL):
            dice = [int(face) for face in re.findall(r'data-face="(\d)"', example)]
            (given,) = re.findall(r'example-points">(\d+)', example)
            joker = "<small>+100</small>" in example
            assert joker or int(given) == points(variant, id_, dice)
            shown += 1
    assert shown > 20


def test_it_follows_the_joker_rule_of_the_table(outsider: Client) -> None:
    jokers = {
        joker: read(outsider, f"/rules/yahtzee/boxes/?joker={joker}").count("<small>+100</small>")
        for joker in ("forced", "free", "none")
    }
    assert jokers == {"forced": 3, "free": 3, "none": 0}


def test_it_explains_boxes_in_the_language_of_the_page(outsider: Client) -> None:
    german = read(outsider, "/rules/yahtzee/boxes/", **{"accept-language": "de"})
    words = strip_tags(german)
    assert "Die anderen Würfel zählen nicht." in words
    assert "%(" not in words


def test_it_shows_people_a_whole_page_instead_of_a_part(outsider: Client) -> None:
    answer = outsider.get("/rules/yahtzee/boxes/", headers={"accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Location"]) == (308, "/rules/yahtzee/")
    assert "Accept" in answer["Vary"]


@pytest.mark.parametrize(
    "path", ["/rules/chess/", "/rules/chess/boxes/", "/rules/yahtzee/boxes/?joker=wild"]
)
def test_it_knows_no_other_variant_or_rule(outsider: Client, path: str) -> None:
    assert outsider.get(path).status_code == 404


def test_it_asks_no_database(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for path in ("/rules/", "/rules/triple_yahtzee/", "/rules/yatzy/boxes/"):
            outsider.get(path)
