"""Rows of the boards, made by hand."""

from datetime import date
from typing import Any

from games.models import Rating, Skill, Tally, User
from tests.support.people import account


def rating(player: User, shown: int = 1500, **columns: Any) -> Rating:
    """A rating in Yacht that is listed, and of an account, unless it is said otherwise."""
    flags = {"listed": True, "eligible": True}
    values = {"pool": "yacht", "mu": shown, "sigma": 40, "shown": shown, **flags, **columns}
    return Rating.objects.create(player=player, **values)


def tally(player: User, span: str, begins: date, **columns: Any) -> Tally:
    """A tally in Yacht of an account, unless it is said otherwise."""
    values = {"pool": "yacht", "wins": 0, "best": 0, "eligible": True, **columns}
    return Tally.objects.create(player=player, span=span, begins=begins, **values)


def skill(player: User, loss: float, **columns: Any) -> Skill:
    """A skill index in Yacht that is listed, and of an account, unless it is said otherwise."""
    flags = {"listed": True, "eligible": True}
    values = {"variant": "yacht", "error": 0.1, "decisions": 100, "games": 4, "luck": 0.0}
    return Skill.objects.create(player=player, loss=loss, **{**values, **flags, **columns})


def crowd(count: int) -> list[User]:
    """So many accounts, Sailor 0 first."""
    return [account(f"Sailor {number}") for number in range(count)]
