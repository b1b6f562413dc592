"""Results: which games count, what they change, and that all of it can be computed again."""

from collections import defaultdict
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db.models import Model

from games.models import Game, Rating, Scorecard, Tally
from games.record.ratings.model import ELO, MU, SIGMA, TAU
from tests.support.oracles.cards import COLUMNS
from tests.support.oracles.plackett_luce import plackett_luce
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played

NEAR = 2e-6
"""Stored values have six digits."""


def counts(played: Played) -> bool:
    """Whether a game has a result that counts: none with dice of others has."""
    return played.is_finished and "share" not in played.start


def results(evidence: Evidence) -> Complaints:
    """Every finished game is counted once, with the totals of its log; ratings follow from each
    other by a second implementation, and end at those that are stored.
    """
    counted = [played for played in evidence.played if played.game.result_number is not None]
    expected = {played.code for played in evidence.played if counts(played)}
    if {played.code for played in counted} != expected:
        yield f"counted are {len(counted)} games, but {len(expected)} have a result"
    known: dict[tuple[int, str], tuple[float, float, int]] = {}
    games: dict[tuple[int, str], int] = defaultdict(int)
    for played in sorted(counted, key=lambda each: each.game.result_number or 0):
        pool = pool_of(played)
        bots = {seat["player"] for seat in played.start["seats"] if seat.get("bot")}
        for card in played.cards:
            if card.player_id not in bots and card.player_id is not None:
                games[card.player_id, pool] += 1
            if card.final_total != played.end.data["totals"][card.seat]:
                yield f"{played.code}: card {card.seat} was counted with {card.final_total}"
        if played.game.rated:
            yield from _rating_problems(played, pool, known)
    for row in Rating.objects.all():
        key = (row.player_id, row.pool)
        stored = (row.mu, row.sigma, row.rated_games)
        if key in known and not _is_near(stored, known[key]):
            yield f"the rating of {key} is {stored}, not {known[key]}"
        if row.games != games[key]:
            yield f"{key} has {row.games} games, not {games[key]}"


def pool_of(played: Played) -> str:
    """Return what is counted together: a variant, apart with the same dice for everybody."""
    same = played.start.get("dice") == "same"
    variant: str = played.start["variant"]
    variant = variant if variant in COLUMNS else "house"
    return f"{variant}:same" if same else variant


def _rating_problems(
    played: Played, pool: str, known: dict[tuple[int, str], tuple[float, float, int]]
) -> Complaints:
    """Compare what a rated game did to ratings, and note the ratings after it."""
    cards, places = played.cards, played.end.data["places"]
    if played.game.uncounted and any(card.mu_after and not card.resigned for card in cards):
        yield f"{played.code} is uncounted, but changed ratings"
    seats = [known.get((card.player_id or 0, pool), (MU, SIGMA, 0)) for card in cards]
    after = plackett_luce([(mu, sigma) for mu, sigma, _ in seats], places, ELO, TAU)
    for card, before, expected in zip(cards, seats, after, strict=True):
        if card.mu_after is None:
            if not played.game.uncounted:
                yield f"{played.code} changed nothing for seat {card.seat}"
            continue
        told = (card.mu_before, card.sigma_before, card.mu_after, card.sigma_after)
        if not _is_near(told, (*before[:2], *expected)):
            yield f"{played.code}: seat {card.seat} went {told}, not {before[:2]}, {expected}"
        assert card.player_id is not None
        rated = (card.mu_after, card.sigma_after or 0.0, before[2] + 1)
        known[card.player_id, pool] = rated


def _is_near(one: tuple[float | None, ...], other: tuple[float, ...]) -> bool:
    return all(
        mine is not None and abs(mine - theirs) < NEAR
        for mine, theirs in zip(one, other, strict=True)
    )


# --- Computed again -----------------------------------------------------------------------


def rebuilt(evidence: Evidence) -> Complaints:
    """`recompute_ratings` gives what is stored: ratings, tallies and scorecards."""
    before = _stored()
    call_command("recompute_ratings", stdout=StringIO())
    after = _stored()
    for name, rows in before.items():
        yield from (
            f"{name} {key} was {row}, and is {after[name].get(key)} when computed again"
            for key, row in rows.items()
            if after[name].get(key) != row
        )


def _stored() -> dict[str, dict[Any, dict[str, Any]]]:
    columns = ("mu_before", "sigma_before", "mu_after", "sigma_after", "final_total", "pool")
    return {
        "rating": _rows(Rating, "player", "pool"),
        "tally": _rows(Tally, "player", "pool", "begins"),
        "card": {row["id"]: row for row in Scorecard.objects.values("id", *columns)},
    }


def _rows(model: type[Model], *key: str) -> dict[Any, dict[str, Any]]:
    found = {}
    for row in model._default_manager.values():
        names = [name if name in row else f"{name}_id" for name in key]
        row.pop("id")
        found[tuple(row[name] for name in names)] = row
    return found


# --- Ways to break them -------------------------------------------------------------------


def another_rating(_: Evidence) -> None:
    """Give somebody a point."""
    row = Rating.objects.filter(rated_games__gt=0).order_by("pk")[0]
    Rating.objects.filter(pk=row.pk).update(mu=row.mu + 1)


def another_change(_: Evidence) -> None:
    card = Scorecard.objects.exclude(mu_after=None).order_by("pk")[0]
    Scorecard.objects.filter(pk=card.pk).update(mu_after=(card.mu_after or 0) + 1)


def no_result(_: Evidence) -> None:
    """Count a game less."""
    game = Game.objects.exclude(result_number=None).order_by("pk")[0]
    Game.objects.filter(pk=game.pk).update(result_number=None)


def another_win(_: Evidence) -> None:
    """Give somebody a win."""
    row = Rating.objects.order_by("pk")[0]
    Rating.objects.filter(pk=row.pk).update(wins=row.wins + 1)


def another_week(_: Evidence) -> None:
    """Give somebody a better week."""
    row = Tally.objects.order_by("pk")[0]
    Tally.objects.filter(pk=row.pk).update(wins=row.wins + 1)
