"""Rows of the boards, made by hand."""

from datetime import date
from typing import Any

from games.models import Rating, Tally, User
from tests.results.games import account


def rating(player: User, shown: int = 1500, variant: str = "yacht", **columns: Any) -> Rating:
    """A rating that is listed, and of an account, unless it is said otherwise."""
    values = {"mu": shown, "sigma": 40, "listed": True, "eligible": True, **columns}
    return Rating.objects.create(player=player, variant=variant, shown=shown, **values)


def tally(player: User, span: str, begins: date, **columns: Any) -> Tally:
    """A tally in Yacht of an account, unless it is said otherwise."""
    values = {"variant": "yacht", "wins": 0, "best": 0, "eligible": True, **columns}
    return Tally.objects.create(player=player, span=span, begins=begins, **values)


def crowd(count: int) -> list[User]:
    """So many accounts, Sailor 0 first."""
    return [account(f"Sailor {number}") for number in range(count)]
