"""The foresight index of a choice has mean zero over fair dice, and counts what it should."""

import math
from itertools import product

import pytest

from games.core import solver
from games.core.engine import Roll, TimeOut
from games.core.rules import Position, Scorecard, find_variant
from games.core.rules.scoring import held_positions
from games.core.solver import Option
from games.site.study.analysis.dice_sequence import DiceSequence
from games.site.study.analysis.ledger import Move, read_ledgers
from games.site.study.foresight.index import (
    MIN_SD,
    TILTS,
    ChoiceForesight,
    choice_foresight,
    foresight,
)
from tests.site.study.analysis.play import PLAYERS, Game, best, careless
from tests.support.oracles.foresight import Deal, Throw, first_rolls, move_of, value_after

YAHTZEE = find_variant("yahtzee")
MIDDLE = Scorecard(YAHTZEE).fill("ones", [1, 1, 2, 3, 4]).fill("chance", [6, 6, 5, 5, 4])


def option(position: Position, keep: Throw | None = None, box: str = "") -> Option:
    for each in solver.options(position):
        if each.keep == keep and (each.fill is None or each.fill.box.category == box):
            return each
    raise LookupError(keep or box)


def measured(move: Move, deal: Deal) -> ChoiceForesight:
    (found,) = choice_foresight([move], deal, solver.roll_values)
    return found


def check(move: Move, deals: list[tuple[Deal, float]]) -> None:
    """Compare a choice with the naive computation on all deals, each with its weight."""
    position = move.position
    assert position.dice is not None
    best_hold = held_positions(position.dice, move.best.keep or ())
    whole = sum(weight for _, weight in deals)
    found = [measured(move, deal) for deal, _ in deals]
    gains = [
        value_after(position, move.choice, move.hold, move.turn, deal)
        - value_after(position, move.best, best_hold, move.turn, deal)
        for deal, _ in deals
    ]
    weights = [weight / whole for _, weight in deals]
    mean = weighted(gains, weights)
    sd = math.sqrt(weighted([(gain - mean) ** 2 for gain in gains], weights))
    assert mean == pytest.approx(-move.loss, abs=1e-9)
    assert [each.surplus for each in found] == pytest.approx([gain - mean for gain in gains])
    assert [each.sd for each in found] == pytest.approx([sd] * len(found))
    assert_factors(found, weights)


def weighted(values: list[float], weights: list[float]) -> float:
    return math.fsum(value * weight for value, weight in zip(values, weights, strict=True))


def assert_factors(found: list[ChoiceForesight], weights: list[float]) -> None:
    """The factors of the evidence have mean 1, and grow with the surplus."""
    for tilt, strength in enumerate(TILTS):
        factors = [math.exp(each.evidence[tilt]) for each in found]
        assert weighted(factors, weights) == pytest.approx(1)
        first, last = found[0], found[-1]
        more = strength * (last.surplus - first.surplus) / first.sd
        assert last.evidence[tilt] - first.evidence[tilt] == pytest.approx(more)


def test_it_has_mean_zero_when_other_dice_are_kept() -> None:
    position = Position(YAHTZEE, MIDDLE, (5, 5, 2, 5, 6), 1)
    assert solver.options(position)[0].keep == (5, 5, 5)
    throws = product((1,), (1,), range(1, 7), range(1, 7), range(1, 7))
    deals = [(Deal({(1, 2): dice}), 1.0) for dice in throws]
    check(move_of(position, option(position, keep=(5, 5, 6)), 1), deals)


def test_it_counts_which_of_two_equal_dice_was_kept() -> None:
    # A player who knows the dice throws the die that falls better, and gives up nothing.
    card = Scorecard(YAHTZEE)
    for box in YAHTZEE.categories:
        if box.id not in ("small_straight", "large_straight"):
            card = card.fill(box.id, [1, 1, 2, 2, 6])
    position = Position(YAHTZEE, card, (2, 3, 4, 4, 4), 2)
    keep = solver.options(position)[0]
    assert keep.keep == (2, 3, 4)
    throws = product((1,), (1,), range(1, 7), range(1, 7), range(1, 7))
    deals = [(Deal({(1, 3): dice}), 1.0) for dice in throws]
    check(move_of(position, keep, 1, hold=(0, 1, 3)), deals)
    assert not choice_foresight([move_of(position, keep, 1)], deals[0][0], solver.roll_values)


def test_it_has_mean_zero_when_another_box_is_filled() -> None:
    position = Position(YAHTZEE, MIDDLE, (2, 2, 3, 4, 6), 3)
    deals = [(Deal({(2, 1): dice}), weight) for dice, weight in first_rolls()]
    check(move_of(position, option(position, box="yahtzee"), 1), deals)


def test_it_has_mean_zero_when_a_box_is_filled_too_early() -> None:
    # Then the best choice sees a roll that is never thrown.
    position = Position(YAHTZEE, MIDDLE, (2, 3, 4, 5, 2), 2)
    assert solver.options(position)[0].keep == (2, 3, 4, 5)
    deals = [
        (Deal({(1, 3): (1, 1, 1, 1, last), (2, 1): dice}), weight)
        for last in range(1, 7)
        for dice, weight in first_rolls()
    ]
    check(move_of(position, option(position, box="small_straight"), 1), deals)


def test_it_takes_the_mean_of_a_best_box_that_the_player_did_not_fill_yet() -> None:
    # The first roll of the next turn comes after the player's next choice: it does not count.
    position = Position(YAHTZEE, MIDDLE, (2, 3, 4, 5, 6), 2)
    chosen = option(position, keep=(3, 4, 5, 6))
    move = move_of(position, chosen, 1)
    found = []
    for last in range(1, 7):
        deal = Deal({(1, 3): (last, 1, 1, 1, 1), (2, 1): (last, last, 6, 6, 6)})
        found.append(measured(move, deal))
        after = value_after(position, chosen, (1, 2, 3, 4), 1, deal)
        assert found[-1].surplus == pytest.approx(after - chosen.value)
    assert math.fsum(each.surplus for each in found) == pytest.approx(0)
    assert_factors(found, [1 / 6] * 6)


def test_it_leaves_out_what_the_dice_can_hardly_change() -> None:
    # Two boxes that differ by a few points lost: the next roll is worth as much to both.
    card = Scorecard(YAHTZEE)
    for box in YAHTZEE.categories:
        if box.id not in ("ones", "twos", "chance"):
            card = card.fill(box.id, [1, 1, 2, 2, 6])
    position = Position(YAHTZEE, card, (3, 3, 4, 4, 5), 3)
    worse = min(solver.options(position), key=lambda each: each.value)
    move = move_of(position, worse, 11)
    sds = []
    for dice, weight in first_rolls():
        deal = Deal({(12, 1): dice})
        one = value_after(position, worse, (), 11, deal)
        sds.append((one - value_after(position, move.best, (), 11, deal), weight / 7776))
    mean = math.fsum(gain * weight for gain, weight in sds)
    sd = math.sqrt(math.fsum(weight * (gain - mean) ** 2 for gain, weight in sds))
    counted = choice_foresight([move], Deal({}), solver.roll_values)
    assert bool(counted) == (sd >= MIN_SD)


def test_it_sums_up_the_choices_of_the_player_in_a_real_game() -> None:
    game = Game(YAHTZEE, PLAYERS[:2], clock=30)
    game.act(0, Roll(1, 0))
    game.now += 40_000
    game.act(0, TimeOut())
    game.play(best, careless(2, 0.5))
    ledgers = read_ledgers(game.log, solver.options, True)

    def dice_of(seat: int) -> DiceSequence:
        return lambda turn, roll, at: game.dice.throw(seat, turn, roll, at)

    one, other = (
        foresight(ledger, dice_of(seat), solver.roll_values) for seat, ledger in enumerate(ledgers)
    )
    # Alice chose the best, and what the server did for her is not hers.
    assert any(move.by == "server" for move in ledgers[0].moves)
    assert one == (0, 0, 0, 0, 0, (0,) * len(TILTS))
    chosen = choice_foresight(ledgers[1].moves, dice_of(1), solver.roll_values)
    assert other.choices == len(chosen) > 5
    assert other.loss == pytest.approx(sum(each.loss for each in chosen))
    assert other.variance == pytest.approx(sum(each.sd**2 for each in chosen))
    assert other.score == pytest.approx(sum(each.surplus / each.sd for each in chosen))
    deviating = {move.seq for move in ledgers[1].moves if move.loss > 0}
    assert {each.seq for each in chosen} <= deviating


@pytest.mark.parametrize("joker", ["forced", "none"])
def test_it_has_mean_zero_with_estimated_values(joker: str) -> None:
    variant = find_variant("triple_yahtzee", joker=joker)
    position = Position(variant, Scorecard(variant), (5, 5, 2, 5, 6), 2)
    throws = product((1,), (1,), range(1, 7), range(1, 7), range(1, 7))
    deals = [(Deal({(1, 3): dice}), 1.0) for dice in throws]
    check(move_of(position, option(position, keep=(5, 5, 6)), 1), deals)
