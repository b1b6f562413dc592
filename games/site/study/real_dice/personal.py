"""The games with real dice that a player keeps."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.study.real_dice import kept


def export(player: User) -> dict[str, Any]:
    return {"real_dice": kept.exported(player)}


forget = kept.forget_all


PERSONAL = Personal(export=export, forget=forget)
