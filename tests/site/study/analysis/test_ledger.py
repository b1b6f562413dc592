"""The ledger of a game: every point is accounted for, by luck or by choice."""

from dataclasses import replace

import pytest

from games.core import solver
from games.core.engine import Resign, Roll, TimeOut
from games.core.engine.events import GameStarted
from games.core.rules import Variant, find_variant
from games.site.study.analysis.ledger import SeatLedger, Unanalysable, read_ledgers
from tests.site.study.analysis.play import PLAYERS, Game, best, careless

SOLVED = [
    find_variant("yacht"),
    find_variant("yatzy"),
    *(find_variant("yahtzee", joker=joker) for joker in ("forced", "free", "none")),
]


def ledgers_of(game: Game) -> tuple[SeatLedger, ...]:
    exact = solver.is_exact(game.state.variant)
    return read_ledgers(game.log, solver.options, exact)


def gap(ledger: SeatLedger) -> float:
    """How far the two sides of the identity are apart."""
    gained = ledger.start + ledger.luck + ledger.correction
    return ledger.score + ledger.unplayed - (gained - ledger.loss - ledger.other_loss)


@pytest.mark.parametrize("variant", SOLVED, ids=str)
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_it_accounts_for_every_point(variant: Variant, share: float) -> None:
    game = Game(variant).play(careless(1, share), careless(2, share))
    for ledger, seat in zip(ledgers_of(game), game.state.seats, strict=True):
        assert ledger.score == seat.card.total
        assert ledger.start == pytest.approx(solver.table(variant).start)
        assert ledger.unplayed == ledger.correction == 0
        assert len({move.turn for move in ledger.moves}) == variant.rounds
        assert all(move.loss > -1e-9 for move in ledger.moves)
        assert abs(gap(ledger)) < 1e-9


@pytest.mark.parametrize("variant", SOLVED, ids=str)
def test_it_finds_no_loss_in_perfect_play(variant: Variant) -> None:
    (ledger,) = ledgers_of(Game(variant, PLAYERS[:1]).play(best))
    assert ledger.loss == 0
    assert ledger.score == pytest.approx(ledger.start + ledger.luck)


@pytest.mark.parametrize("joker", ["forced", "free", "none"])
def test_it_accounts_for_every_point_of_three_columns(joker: str) -> None:
    # What the estimates revise between turns has a line of its own, and is small.
    variant = find_variant("triple_yahtzee", joker=joker)
    game = Game(variant).play(careless(1, 0.2), best)
    for ledger, seat in zip(ledgers_of(game), game.state.seats, strict=True):
        assert ledger.score == seat.card.total
        assert abs(gap(ledger)) < 1e-9
        assert abs(ledger.correction) < 100
    careful = ledgers_of(game)[1]
    assert careful.loss == 0


@pytest.mark.parametrize("moves", [0, 1, 2, 7, 8])
def test_it_goes_up_to_where_a_seat_resigned(moves: int) -> None:
    # What was still to come counts for both: the other one's game ended then, too.
    game = Game(find_variant("yahtzee"))
    for _ in range(moves):
        game.choose(careless(3))
    game.act(1, Resign())
    for ledger in ledgers_of(game):
        assert ledger.unplayed > 100
        assert abs(gap(ledger)) < 1e-9


def test_it_does_not_blame_the_player_for_what_the_server_did() -> None:
    game = Game(find_variant("yacht"), clock=30)
    game.act(0, Roll(1, 0))
    game.now += 40_000
    game.act(0, TimeOut())
    game.choose(best)
    game.now += 40_000
    game.act(1, TimeOut())
    game.play(best)
    for ledger in ledgers_of(game):
        first = [move for move in ledger.moves if move.turn == 1]
        assert {move.by for move in first} == {"server"}
        assert not any(move.is_counted for move in first)
        assert ledger.other_loss == sum(move.loss for move in first)
        assert abs(gap(ledger)) < 1e-9


def test_it_does_not_count_choices_that_are_none() -> None:
    # The last box has no rival after the third roll.
    game = Game(find_variant("yacht"), PLAYERS[:1])
    while len(game.state.seats[0].card.open_boxes) > 1:
        game.choose(best)
    for rolls in range(3):
        game.act(0, Roll(12, rolls))
    game.play(best)
    (ledger,) = ledgers_of(game)
    *_, second, last = ledger.moves
    assert (second.is_counted, last.is_counted) == (True, False)


def test_it_refuses_what_other_rules_have_judged() -> None:
    game = Game(find_variant("yacht"), PLAYERS[:1]).play(best)
    begun = game.log[0]
    assert isinstance(begun, GameStarted)
    old = replace(begun, rules=0)
    with pytest.raises(Unanalysable, match="changed"):
        read_ledgers([old, *game.log[1:]], solver.options, exact=True)
    with pytest.raises(Unanalysable, match=r"game\.started"):
        read_ledgers(game.log[1:], solver.options, exact=True)
