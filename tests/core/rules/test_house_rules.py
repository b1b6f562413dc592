"""House rules: one text for equal rules, points as a second reading of docs/rules.md has them."""

import copy
import gc
import pickle
import random
import re

import pytest

from games.core.rules import Variant, find_variant
from games.core.rules import house_rules as module
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import CHOICES
from games.core.rules.errors import InvalidRules
from games.core.rules.house_rules import find_rules, is_house_rules
from tests.core.rules.house_rules import random_rules
from tests.environment import ROOT
from tests.examples import examples
from tests.support.oracles.house_rules import NaiveRules

DOCS = ROOT.joinpath("docs/rules.md").read_text()
COUNT = 120


def shuffled(text: str, rng: random.Random) -> str:
    base, *words = text.split("+")
    rng.shuffle(words)
    return "+".join((base, *words))


def meaning(text: str, variant: Variant) -> tuple[object, ...]:
    """What rules mean, by the naive reading, and the joker rule as the variant has it."""
    naive = NaiveRules(text)
    points = tuple(
        naive.points(box, dice, roll)
        for box in naive.boxes
        for roll in (1, naive.rolls)
        for dice in variant.all_rolls
    )
    return (
        *(naive.base, tuple(naive.boxes), naive.rolls, naive.bonus, points),
        *(naive.dice_count, naive.has("save-rolls"), naive.has("served-win")),
        *(variant.joker, variant.yahtzee_bonus, variant.order),
    )


def jokers(variant: Variant) -> tuple[int, ...]:
    """What jokers score."""
    if variant.joker == "none":
        return ()
    scores = [each.joker_score for each in variant.categories if each.joker_score is not None]
    return tuple(score((face,) * 5, 3) for score in scores for face in range(1, 7))


@pytest.mark.parametrize("seed", range(COUNT))
def test_random_rules_score_as_the_naive_reading_says(seed: int) -> None:
    text, one_text = random_rules(random.Random(seed))
    variant, naive = find_rules(text), NaiveRules(text)
    lower = [each for each in variant.categories if each.section == "lower"]
    assert [each.id for each in lower] == naive.boxes
    assert variant.rolls_per_turn == naive.rolls
    assert variant.upper_bonus == naive.bonus
    for roll in range(1, naive.rolls + 1):
        for dice in variant.all_rolls:
            fills = variant.plain_fills(dice, roll)[6:]
            expected = {box: naive.points(box, dice, roll) for box in naive.boxes}
            assert {fill.box.category: fill.points for fill in fills} == expected
    assert one_text == variant.id


def test_equal_rules_have_one_text_and_others_another() -> None:
    rng = random.Random(1)
    texts: dict[object, str] = {}
    for _ in range(examples(COUNT)):
        text, one_text = random_rules(rng)
        variant = find_rules(text)
        assert find_rules(shuffled(text, rng)) is variant
        assert find_rules(one_text).id == one_text
        name = f"{one_text} {dict(variant.switches)}"
        known = texts.setdefault((*meaning(text, variant), jokers(variant)), name)
        assert known == name
    assert len(set(texts.values())) == len(texts)


@pytest.mark.parametrize(
    ("text", "official"),
    [
        ("yatzy", find_variant("yatzy")),
        ("yatzy+rolls-3+bonus-50+limit-63+kinds-equal", find_variant("yatzy")),
        ("yatzy+straights-sum", find_variant("yatzy")),
        ("yacht+bonus-0+limit-50", find_variant("yacht")),
        ("yahtzee+joker-none", find_variant("yahtzee", joker="none")),
        ("yahtzee+joker-none+extra-none", find_variant("yahtzee", joker="none")),
        ("yahtzee+extra-100+joker-free", find_variant("yahtzee", joker="free")),
    ],
)
def test_a_text_of_official_rules_is_that_game(text: str, official: Variant) -> None:
    assert find_rules(text) is official
    assert not is_house_rules(official)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "rules begin with one of"),
        ("triple_yahtzee+rolls-4", "rules begin with one of"),
        ("maxi", "rules begin with one of"),
        ("yatzy+", "does not know the word ''"),
        ("yatzy+dice-7", "does not know the word 'dice-7'"),
        ("yatzy+ROLLS-4", "does not know"),
        ("yatzy+rolls-\u0664", "does not know"),
        ("yatzy+bonus-007", "does not know"),
        ("yatzy+rolls-2+rolls-4", "'rolls-2' and 'rolls-4' contradict each other"),
        ("yatzy+rolls-2+rolls-2", "contradict each other"),
        ("yatzy+served-yatzy-5+served-yatzy-9", "contradict each other"),
        ("yatzy+bonus-201", "the bonus is 0 to 200 points"),
        ("yatzy+limit-39", "the bonus is for 40 to 84 points"),
        ("yatzy+limit-85", "the bonus is for 40 to 84 points"),
        ("yatzy+no-ones", "the upper section stays whole"),
        ("yatzy+no-castle", "the card has no such box"),
        ("yatzy+with-tent", "there is no such box"),
        ("yatzy+with-castle", "the box needs six dice"),
        ("yahtzee+six-dice", "Yahtzee has five dice"),
        ("yatzy+with-chance", "the game has this box"),
        ("yatzy+no-chance+with-chance", "the game has this box"),
        ("yahtzee+with-yatzy", "the card has a box for five of a kind"),
        ("yatzy+joker-free", "jokers belong to Yahtzee"),
        ("yatzy+extra-100", "bonus Yahtzees belong to Yahtzee"),
        ("yahtzee+no-yahtzee+joker-free", "the card has no such box"),
        ("yahtzee+order-down", "needs a game without jokers"),
        ("yahtzee+served-yahtzee-50", "needs? a game without jokers"),
        ("yahtzee+five-alike-plus-dice", "bonus Yahtzees need 50 for each"),
        ("yatzy+served-ones-5", "score the same in each roll"),
        ("yatzy+served-yatzy-101", "it is 1 to 100 points"),
        ("yatzy+" + "+".join(["x"] * 10_000), "at most 200 characters"),
        ("y" * 201, "at most 200 characters"),
        (
            "yatzy+with-little-straight+with-big-straight+with-even+with-odd+with-low+with-high",
            "at most 20 boxes",
        ),
    ],
)
def test_it_refuses_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        find_rules(text)


@pytest.mark.release
def test_ten_thousand_texts_leave_memory_flat() -> None:
    texts = [
        f"yacht+bonus-{bonus}+limit-{limit}" for bonus in range(1, 201) for limit in range(40, 85)
    ] + [f"yatzy+bonus-{bonus}+limit-{limit}" for bonus in range(1, 26) for limit in range(40, 85)]
    assert len(texts) > 10_000
    gc.collect()
    before = len(module._used)  # other tests may use some
    for text in texts:
        find_rules(text)
    gc.collect()
    assert len(module._used) <= before + module.KEPT
    assert len(module._kept) <= module.KEPT


def test_rules_in_use_stay_the_same_object() -> None:
    mine = find_rules("yatzy+bonus-1")
    for limit in range(40, 85):
        for bonus in range(2, 12):
            find_rules(f"yatzy+bonus-{bonus}+limit-{limit}")
    assert find_rules("yatzy+bonus-1") is mine


def test_copies_and_pickles_of_rules_are_the_same_object() -> None:
    for rules in (find_rules("yatzy+bonus-1"), find_variant("yahtzee", joker="free")):
        assert copy.deepcopy(rules) is rules
        assert pickle.loads(pickle.dumps(rules)) is rules


def test_the_docs_list_every_word_and_every_box() -> None:
    words = re.findall(r"`([a-zA-Z0-9-]+)`", DOCS.partition("| Word |")[2].partition("\n\n")[0])
    examples = [word.replace("BOX", "chance").replace("N", "40") for word in words]
    assert {
        choice.id for choice in CHOICES if not any(map(choice.pattern.fullmatch, examples))
    } == set()
    rows = DOCS.partition("A joker scores 25")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", rows)) >= CATALOGUE.keys()


def test_rules_take_little_memory_however_long_people_play_by_them() -> None:
    variant = find_rules("yatzy+bonus-77")
    rolls = range(1, variant.rolls_per_turn + 1)
    rows = [variant.plain_fills(dice, roll) for dice in variant.all_rolls for roll in rolls]
    fills = {id(fill): fill for row in rows for fill in row}
    assert len(fills) == len(set(fills.values())) < 300
    assert len({id(row) for row in rows}) == len(set(rows)) <= len(variant.all_rolls)
