"""Rows of the boards, made by hand."""

from datetime import date
from typing import Any

from games.models import Rating, Tally, User
from tests.support.people import account


def rating(player: User, shown: int = 1500, **columns: Any) -> Rating:
    """A rating in Yacht that is listed, and of an account, unless it is said otherwise."""
    flags = {"listed": True, "eligible": True}
    values = {"pool": "yacht", "mu": shown, "sigma": 40, "shown": shown, **flags, **columns}
    return Rating.objects.create(player=player, **values)


def tally(player: User, begins: date, wins: int, **columns: Any) -> Tally:
    """A tally in Yacht of an account, unless it is said otherwise."""
    values = {"pool": "yacht", "eligible": True, **columns}
    return Tally.objects.create(player=player, begins=begins, wins=wins, **values)


def crowd(count: int) -> list[User]:
    """So many accounts, Sailor 0 first."""
    return [account(f"Sailor {number}") for number in range(count)]
