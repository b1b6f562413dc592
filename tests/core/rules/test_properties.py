"""Properties of every card that play can reach, and agreement with the naive rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import Box, IllegalBox, InvalidDice, Scorecard, Variant, find_variant
from games.core.rules.scoring import Dice
from tests.core.rules.play import dice, played_cards, unhurried, variants
from tests.support.oracles import rules as naive


def naive_columns(card: Scorecard) -> list[naive.Column]:
    ids = naive.CATEGORIES[card.variant.id]
    return [
        {category: card.points((column, category)) for category in ids}
        for column in range(len(card.variant.columns))
    ]


@st.composite
def any_cards(draw: st.DrawFn) -> Scorecard:
    """Yahtzee cards of any kind, reachable or not, most with their Yahtzee boxes filled."""
    variant = find_variant(
        draw(st.sampled_from(["yahtzee", "triple_yahtzee"])),
        joker=draw(st.sampled_from(["forced", "free", "none"])),
    )
    others = st.lists(
        st.sampled_from([None, 0, 5, 25]),
        min_size=variant.rounds,
        max_size=variant.rounds,
    )
    entries = draw(others)
    for index, box in enumerate(variant.boxes):
        if box.category == "yahtzee":
            entries[index] = draw(st.sampled_from([50, 50, 50, 50, 0, None]))
    return Scorecard(variant, tuple(entries))


@unhurried
@given(card=st.one_of(any_cards(), played_cards()), rolled=dice)
def test_it_offers_what_the_naive_rules_offer(card: Scorecard, rolled: Dice) -> None:
    variant = card.variant
    joker = variant.switches.get("joker", "none")
    expected = naive.choices(variant.id, naive_columns(card), rolled, joker)

    fills = card.fills(rolled)
    assert {fill.box: (fill.points, fill.bonus) for fill in fills} == expected
    assert card.options(rolled) == {box: points for box, (points, _) in expected.items()}


@unhurried
@given(card=played_cards())
def test_it_totals_what_the_naive_rules_total(card: Scorecard) -> None:
    threshold, reward = {"yacht": (1, 0), "yatzy": (63, 50)}.get(card.variant.id, (63, 35))
    total = 0
    for number, column in enumerate(naive_columns(card)):
        upper = sum(column[category] or 0 for category in naive.UPPER)
        boxes = sum(points or 0 for points in column.values())
        earned = reward if upper >= threshold else 0
        assert card.upper(number) == upper
        assert card.lower(number) == boxes - upper
        assert card.upper_bonus(number) == earned
        assert card.column_total(number) == boxes + earned + card.bonus(number)
        total += (number + 1) * card.column_total(number)
    assert card.total == total


@unhurried
@given(card=played_cards(), rolled=dice)
def test_it_always_offers_some_open_boxes(card: Scorecard, rolled: Dice) -> None:
    options = card.options(rolled)

    assert set(options) <= set(card.open_boxes)
    assert bool(options) == bool(card.open_boxes) == (not card.is_full)
    assert [fill.box for fill in card.fills(rolled)] == list(options)


@unhurried
@given(card=played_cards(), rolled=dice)
def test_it_fills_what_it_offers_and_refuses_the_rest(card: Scorecard, rolled: Dice) -> None:
    offered = {fill.box: fill for fill in card.fills(rolled)}

    for box in card.variant.boxes:
        if box in offered:
            assert card.outcome(box, rolled) == offered[box]
            assert card.fill(box, rolled) == card.apply(offered[box])
            continue
        code = "box_filled" if card.filled(box) else "box_not_allowed"
        with pytest.raises(IllegalBox) as error:
            card.fill(box, rolled)
        assert error.value.code == code


@unhurried
@given(card=played_cards(), rolled=dice, data=st.data())
def test_it_changes_one_box_and_leaves_the_old_card(
    card: Scorecard, rolled: Dice, data: st.DataObject
) -> None:
    if card.is_full:
        return
    before = (card.entries, card.bonuses, card.total)
    fill = data.draw(st.sampled_from(card.fills(rolled)))
    after = card.apply(fill)

    assert (card.entries, card.bonuses, card.total) == before
    assert not card.filled(fill.box)
    assert after.points(fill.box) == fill.points
    changed = [box for box in card.variant.boxes if card.points(box) != after.points(box)]
    assert changed == [fill.box]
    assert sum(after.bonuses) == sum(card.bonuses) + fill.bonus


@unhurried
@given(card=st.one_of(any_cards(), played_cards()), rolled=dice)
def test_it_ranks_the_options_best_first(card: Scorecard, rolled: Dice) -> None:
    best = card.best(rolled)
    worth = {
        fill.box: (fill.points + fill.bonus) * card.variant.columns[fill.box.column]
        for fill in card.fills(rolled)
    }
    order = [box for box, _ in best]

    assert dict(best) == card.options(rolled)
    keys = [(-worth[box], card.variant.boxes.index(box)) for box in order]
    assert keys == sorted(keys)


@unhurried
@given(variant=variants, rolled=dice, data=st.data())
def test_it_ignores_the_order_of_the_dice(
    variant: Variant, rolled: Dice, data: st.DataObject
) -> None:
    card = data.draw(played_cards(st.just(variant)))
    shuffled = data.draw(st.permutations(rolled))

    assert card.fills(shuffled) == card.fills(rolled)
    assert variant.best(shuffled) == variant.best(rolled)


not_five_dice: st.SearchStrategy[Any] = st.one_of(
    st.lists(st.integers(1, 6)).filter(lambda dice: len(dice) != 5),
    st.lists(st.integers(), min_size=5, max_size=5).filter(
        lambda dice: any(not 1 <= die <= 6 for die in dice)
    ),
    st.lists(st.sampled_from([1, 1.0, True, "1", None, [1]]), min_size=5, max_size=5).filter(
        lambda dice: any(type(die) is not int for die in dice)
    ),
    st.text(),
    st.integers(),
    st.none(),
    st.dictionaries(st.integers(1, 6), st.none()),
)


@unhurried
@given(card=played_cards(), wrong=not_five_dice)
def test_it_checks_the_dice_first(card: Scorecard, wrong: Any) -> None:
    for ask in (card.fills, card.options, card.best, lambda dice: card.outcome(Box(0, "x"), dice)):
        with pytest.raises(InvalidDice):
            ask(wrong)
