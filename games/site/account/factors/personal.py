"""A player's second factors."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.account.factors import authenticators


def export(player: User) -> dict[str, Any]:
    """Return which factors the account has, without secrets."""
    return {"second_factors": authenticators.exported(player)}


forget = authenticators.remove_all


PERSONAL = Personal(export=export, forget=forget)
