"""Simulated players of known strength confirm what docs/ratings.md says about the constants."""

from statistics import fmean

import pytest
from django.core.management import call_command

from games.bench.simulations.strengths import (
    CHECKPOINTS,
    SPREADS,
    Checkpoint,
    Outcome,
    Player,
    population,
    run,
    true_ratings,
)
from games.ratings.model import OURS, PROVISIONAL_SIGMA, System

pytestmark = pytest.mark.simulation

SEEDS = range(100, 103)


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[Outcome]]:
    return {variant: [run(variant, OURS, seed) for seed in SEEDS] for variant in SPREADS}


def after(outcome: Outcome, games: int) -> Checkpoint:
    return outcome.checkpoints[CHECKPOINTS.index(games)]


@pytest.mark.parametrize(
    ("variant", "chance"), [("yacht", 0.61), ("yahtzee", 0.73), ("yatzy", 0.82)]
)
def test_it_simulates_the_measured_advantage_of_perfect_play(variant: str, chance: float) -> None:
    """Measured by play with exact solvers: perfect against the best score of each turn."""
    best, decent = (Player(*spread) for spread in SPREADS[variant])
    assert best.win_chance(decent) == pytest.approx(chance, abs=0.06)


def test_it_keeps_true_ratings_around_the_mean() -> None:
    ratings = true_ratings(population("yahtzee", 24))
    assert fmean(ratings) == pytest.approx(1500)
    assert ratings == sorted(ratings, reverse=True)


@pytest.mark.parametrize("variant", SPREADS)
def test_it_claims_about_the_right_uncertainty(
    variant: str, outcomes: dict[str, list[Outcome]]
) -> None:
    for games in (20, 50, 100, 200, 500):
        claimed = fmean(after(outcome, games).sigma for outcome in outcomes[variant])
        true = fmean(after(outcome, games).error for outcome in outcomes[variant])
        assert 0.5 < true / claimed < 1.1


@pytest.mark.parametrize(
    ("variant", "games", "share"),
    [("yacht", 150, 0.9), ("yahtzee", 50, 0.9), ("triple_yahtzee", 30, 0.9), ("yatzy", 20, 0.9)],
)
def test_it_orders_the_best_and_the_last_quarter(
    variant: str, games: int, share: float, outcomes: dict[str, list[Outcome]]
) -> None:
    assert fmean(after(outcome, games).quarters for outcome in outcomes[variant]) >= share


def test_it_ends_provisional_ratings_after_about_twenty_games(
    outcomes: dict[str, list[Outcome]],
) -> None:
    for runs in outcomes.values():
        assert fmean(after(outcome, 10).sigma for outcome in runs) > PROVISIONAL_SIGMA
        assert fmean(after(outcome, 20).sigma for outcome in runs) < PROVISIONAL_SIGMA + 2


@pytest.mark.long
def test_it_predicts_better_than_with_openskills_own_constants(
    outcomes: dict[str, list[Outcome]],
) -> None:
    """openskill's: beta is half of sigma, and a damped sigma."""
    for variant, runs in outcomes.items():
        theirs = [run(variant, System(sigma=246.0, damped=True), seed) for seed in SEEDS]
        assert fmean(r.log_loss for r in runs) < fmean(r.log_loss for r in theirs) - 0.005


@pytest.mark.long
def test_it_gives_the_same_ratings_at_small_and_large_tables() -> None:
    small, big = (
        fmean(after(run("yatzy", OURS, seed, tables), 500).span for seed in SEEDS)
        for tables in ((2,), (4,))
    )
    truth = true_ratings(population("yatzy", 24))
    span = fmean(truth[:6]) - fmean(truth[-6:])
    assert small == pytest.approx(span, rel=0.12)
    assert big == pytest.approx(span, rel=0.12)


def test_it_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        call_command("simulate_ratings", seed=4, runs=1, variant="yacht")
    lines = capsys.readouterr().out.splitlines()
    half = len(lines) // 2
    assert lines[:half] == lines[half:]
    assert "yacht" in lines
