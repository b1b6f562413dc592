"""What foresight says of a player."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.site.study.foresight.counting import VERSION, transfer
from games.site.study.foresight.models import Foresight, SeatForesight


def export(player: User) -> dict[str, Any]:
    """Return how well the player's choices fitted the dice to come: in all games on shared dice
    together (None before the first one), and in each game.
    """
    found = Foresight.objects.filter(player=player, version=VERSION).first()
    rows = SeatForesight.objects.filter(player=player, version=VERSION)
    games = rows.select_related("game").order_by("pk")
    shown = {
        "all": None
        if found is None
        else {
            **_sums(found),
            "games": found.games,
            "evidence": found.evidence,
            "highest_evidence": found.peak,
        },
        "games": Rows(games, lambda row: {"game": row.game.code, "seat": row.seat, **_sums(row)}),
    }
    return {"foresight": shown}


def merge(guest: User, account: User) -> None:
    transfer(guest.pk, account.pk)


def _sums(row: Foresight | SeatForesight) -> dict[str, Any]:
    return {
        "choices": row.choices,
        "loss": row.loss,
        "surplus": row.surplus,
        "variance": row.variance,
        "score": row.score,
    }


PERSONAL = Personal(export=export, merge=merge)
