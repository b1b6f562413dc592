"""The verdict on real dice is that of a game on the site, and says no more than the card allows."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.core import solver
from games.core.rules import VARIANTS, Variant, find_variant
from games.core.solver.distribution import distribution
from games.models import RealDiceGame, RuleSet
from games.site.study.analysis.game_analysis import analyse
from games.site.study.analysis.ledger import read_ledgers
from games.site.study.real_dice.verdict import PERCENTILES, typical_totals
from tests.site.study.analysis.play import Game, best, careless
from tests.site.study.real_dice.cards import (
    Card,
    card_of_log,
    last_dice_only,
    points_only,
    random_card,
)

SOLVED = [
    find_variant("yacht"),
    find_variant("yatzy"),
    *(find_variant("yahtzee", joker=joker) for joker in ("forced", "free", "none")),
]
EQUAL = 1e-9


def ask(browser: Client, card: Card) -> Any:
    answer = browser.post("/scorecard/verdict/", json.dumps(card), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.parametrize("variant", SOLVED, ids=lambda variant: variant.id)
def test_luck_and_choices_are_those_of_the_analysis(outsider: Client, variant: Variant) -> None:
    game = Game(variant).play(careless(1, 0.3), careless(2, 0.1))
    found = ask(outsider, card_of_log(variant, game.log))
    assert (found["state"], found["exact"]) == ("ready", True)
    for (ledger, data), seat in zip(analyse(game.log), found["seats"], strict=True):
        told = seat["choices"]
        assert seat["kind"] == "rolls"
        assert seat["total"] == ledger.score
        assert abs(told["luck"] - ledger.luck) < EQUAL
        assert abs(told["loss"] - ledger.loss) < EQUAL
        assert abs(told["start"] + told["luck"] - told["loss"] - seat["total"]) < EQUAL
        for same in ("accuracy", "grades", "counted", "margin", "adjusted_margin"):
            assert told[same] == data[same]
        worst = [data["moves"][at] for at in data["costliest"]]
        assert [each["loss"] for each in told["costliest"]] == [each["loss"] for each in worst]
        assert "perfect" not in told, "nobody knows what other dice would have shown"
    assert not RealDiceGame.objects.exists()


def test_it_tells_each_player_what_their_own_entries_allow(outsider: Client) -> None:
    variant = VARIANTS["yatzy"]
    game = Game(variant).play(careless(1, 0.3), best)
    whole = card_of_log(variant, game.log)
    mixed = {**whole, "turns": [*whole["turns"]]}
    at = next(at for at, turn in enumerate(whole["turns"]) if turn["seat"] == 0)
    mixed["turns"][at] = {**whole["turns"][at], "kind": "points", "rolls": []}
    found = ask(outsider, mixed)["seats"]
    assert [seat["kind"] for seat in found] == ["points", "rolls"]
    assert found[0]["choices"] is None
    assert found[0]["boxes"] is None
    ledgers = read_ledgers(game.log, solver.options, exact=True)
    assert abs(found[1]["choices"]["luck"] - ledgers[1].luck) < EQUAL


@pytest.mark.parametrize("variant", SOLVED, ids=lambda variant: variant.id)
def test_the_last_dice_tell_what_the_boxes_cost(outsider: Client, variant: Variant) -> None:
    card, (truth,) = random_card(variant, random.Random(3), 1, lambda: "dice")
    (seat,) = ask(outsider, card)["seats"]
    told = seat["boxes"]
    assert (seat["kind"], seat["choices"]) == ("dice", None)
    assert abs(told["start"] + told["brought"] - told["loss"] - truth.total) < EQUAL
    costs = [each["loss"] for each in told["costliest"]]
    assert costs == sorted(costs, reverse=True)
    assert 0 < costs[0] <= sum(costs) <= told["loss"] + EQUAL


def test_what_the_boxes_cost_is_part_of_what_choices_cost(outsider: Client) -> None:
    variant = VARIANTS["yahtzee"]
    game = Game(variant).play(careless(5, 0.4), careless(6, 0.4))
    whole = card_of_log(variant, game.log)
    late = {**whole, "turns": [{**turn, "roll": 3} for turn in last_dice_only(whole)["turns"]]}
    for told, ledger in zip(
        ask(outsider, late)["seats"],
        read_ledgers(game.log, solver.options, exact=True),
        strict=True,
    ):
        # A box that was filled early may have cost more: the rolls that were left.
        boxes = [move.loss for move in ledger.moves if move.choice.fill]
        assert told["boxes"]["loss"] <= sum(boxes) + EQUAL


@pytest.mark.parametrize(
    "variant",
    [
        find_variant("yacht"),
        # 20 s to solve.
        pytest.param(find_variant("yatzy"), marks=[pytest.mark.simulation, pytest.mark.release]),
    ],
    ids=lambda variant: variant.id,
)
def test_points_are_compared_with_perfect_and_typical_play(
    outsider: Client, variant: Variant
) -> None:
    card, cards = random_card(variant, random.Random(8), 2, lambda: "points")
    found = ask(outsider, points_only(card))
    chances = distribution(variant)
    simulated = typical_totals(variant)
    assert simulated is not None
    assert len(simulated) == PERCENTILES
    for seat, truth in zip(found["seats"], cards, strict=True):
        assert (seat["kind"], seat["choices"], seat["boxes"]) == ("points", None, None)
        assert seat["perfect_share"] == pytest.approx(chances[: truth.total + 1].sum(), abs=1e-4)
        share = seat["typical_share"]
        assert share == max(sum(each <= truth.total for each in simulated) - 1, 0) / 100
    assert found["mean"] == pytest.approx(solver.table(variant).start)


def test_triple_yahtzee_is_estimated_and_six_dice_get_no_verdict(outsider: Client) -> None:
    triple, _ = random_card(VARIANTS["triple_yahtzee"], random.Random(1), 1, lambda: "rolls")
    found = ask(outsider, triple)
    assert (found["state"], found["exact"]) == ("estimated", False)
    assert found["seats"][0]["choices"] is None
    assert found["seats"][0]["perfect_share"] is not None
    card, _ = random_card(find_variant("maxi_yatzy"), random.Random(1), 1)
    found = ask(outsider, card)
    assert (found["state"], found["mean"]) == ("never", None)
    assert found["seats"][0]["perfect_share"] is None


def test_house_rules_are_asked_for_and_judged_once_they_are_solved(outsider: Client) -> None:
    variant = find_variant("yacht+no-choice+no-yacht+no-big-straight+no-little-straight")
    card, _ = random_card(variant, random.Random(1), 2, lambda: "rolls")
    found = ask(outsider, card)
    assert (found["state"], found["seats"][0]["choices"]) == ("waiting", None)
    row = RuleSet.objects.get(text=variant.id)
    solver.make_table(variant)
    row.state, row.expected, row.sd = RuleSet.State.SOLVED, solver.table(variant).start, 1.0
    row.save()
    found = ask(outsider, card)
    assert found["state"] == "ready"
    assert found["mean"] == pytest.approx(solver.table(variant).start)
    for seat in found["seats"]:
        told = seat["choices"]
        assert abs(told["start"] + told["luck"] - told["loss"] - seat["total"]) < EQUAL
