"""The editor's form: every rule set that it can show comes back as the same text."""

import random

import pytest
from django.utils.translation import override

from games.core.rules import find_variant
from games.core.rules.house_rules import words_of
from games.site.study.house_rules.form import RulesForm, fields_of
from games.site.study.house_rules.sentences import sentences
from tests.core.rules.house_rules import random_rules

COUNT = 150


def texts() -> list[str]:
    """Return random texts with what the form can show: at most one box with first-roll points."""
    found = []
    for seed in range(COUNT):
        text = random_rules(random.Random(f"form {seed}"))[1]
        if sum(word.startswith("served-") for word in words_of(text)) <= 1:
            found.append(text)
    return found


def test_a_form_of_rules_makes_the_same_rules() -> None:
    for text in texts():
        rules = find_variant(text)
        known = fields_of(rules).items()
        data = {name: value for name, value in known if value is not None and value is not False}
        form = RulesForm(data)
        assert form.is_valid(), (text, form.errors)
        assert form.rules is rules, (text, form.rules and form.rules.id)


def test_nothing_chosen_is_the_first_game() -> None:
    form = RulesForm({})
    assert form.is_valid()
    assert form.rules is find_variant("yacht")


def test_what_does_not_fit_is_refused_with_its_reason() -> None:
    form = RulesForm({"base": "yahtzee", "order": "order-down"})
    assert not form.is_valid()
    assert "it needs a game without jokers" in str(form.errors)
    assert "Fill the boxes from top to bottom" in str(form.errors)


@pytest.mark.parametrize("base", ["yacht", "yahtzee", "yatzy"])
def test_each_box_that_it_shows_can_be_taken_and_left(base: str) -> None:
    rules = find_variant(base)
    begun = RulesForm(initial=fields_of(rules))
    own = [id_ for id_, _, has, _ in begun.shown_boxes if has]
    assert own == [each.id for each in rules.categories if each.face is None]
    for id_, _, has, for_six in begun.shown_boxes:
        boxes = [each for each in own if each != id_] if has else [*own, id_]
        form = RulesForm({"base": base, "boxes": boxes, "six-dice": for_six})
        form.full_clean()
        if id_ == "yatzy" and not has:  # the card has such a box
            assert "has a box for five of a kind" in str(form.errors)
            continue
        assert form.rules is not None, form.errors
        assert {each.id for each in form.rules.categories if each.face is None} == set(boxes)


def test_boxes_for_six_dice_need_them() -> None:
    form = RulesForm({"base": "yatzy", "boxes": ["castle"]})
    assert "the box needs six dice" in str(form.errors)
    form = RulesForm({"base": "yatzy", "boxes": ["castle"], "six-dice": "on", "save-rolls": "on"})
    assert form.is_valid()
    assert form.rules is not None
    assert form.rules.saves_rolls
    assert form.rules.points("castle", [4, 4, 4, 1, 1, 1]) == 15


def test_boxes_of_another_game_are_left_out() -> None:
    form = RulesForm({"base": "yatzy", "boxes": ["choice", "chance", "one_pair"]})
    assert form.is_valid()
    assert form.rules is not None
    assert [each.id for each in form.rules.categories[6:]] == ["one_pair", "chance"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_set_has_plain_words(language: str) -> None:
    with override(language):
        for text in texts():
            found = sentences(find_variant(text))
            assert len(found) == len(words_of(text))
            assert all(sentence.endswith(".") and "%" not in sentence for sentence in found)
