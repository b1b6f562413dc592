"""What a box scores by house rules is told in the reader's language."""

import random
import re
from functools import cache

import pytest
from django.utils.translation import override

from games.core.rules import find_variant, notes_of
from games.tables.rooms.words import browser_names, hint_words
from tests.core.rules.house_rules import random_rules

FIRST_ROLL = re.compile(r"; \d+ more in the first roll$")


@cache
def texts() -> list[str]:
    return sorted({random_rules(random.Random(f"words {seed}"))[1] for seed in range(200)})


def all_hints() -> set[str]:
    return {each.hint for text in texts() for each in find_variant(text).categories}


def test_browsers_know_every_hint_and_every_line() -> None:
    known = set(browser_names())
    assert {FIRST_ROLL.sub("", hint) for hint in all_hints()} <= known
    assert {note for text in texts() for note in notes_of(find_variant(text))} <= known


@pytest.mark.parametrize(
    ("hint", "german"),
    [
        ("50 for five of a kind", "50 für fünf Gleiche"),
        (
            "50 for five of a kind; 10 more in the first roll",
            "50 für fünf Gleiche; im ersten Wurf 10 mehr",
        ),
    ],
)
def test_a_hint_is_translated_with_what_the_first_roll_brings(hint: str, german: str) -> None:
    with override("de"):
        assert hint_words(hint) == german
    with override("en"):
        assert hint_words(hint) == hint


def test_every_hint_is_translated() -> None:
    with override("de"):
        same = {hint for hint in all_hints() if hint_words(hint) == hint}
    assert same == set()
