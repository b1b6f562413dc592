"""A player's scorecards."""

from typing import Any

from django.db.models import QuerySet

from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.accounts.personal_data import Personal, Rows
from games.record.log.models import Game, Scorecard


def export(player: User) -> dict[str, Any]:
    """Return the player's games, each with their card."""
    return {"games": Rows(cards().filter(player=player), facts_of)}


def merge(guest: User, account: User) -> None:
    """Give the account the guest's finished games, but those in which it was, too."""
    over = Scorecard.objects.filter(player=guest).exclude(game__status=Game.Status.PLAYING)
    theirs = Scorecard.objects.filter(player=account).values("game")
    over.exclude(game__in=theirs).update(player=account)


def forget(player: User) -> None:
    """Take the player's name off their cards. The games stay."""
    Scorecard.objects.filter(player=player).update(name=DELETED_NAME)


def cards() -> QuerySet[Scorecard]:
    """Return all cards with their games, oldest first."""
    return Scorecard.objects.select_related("game").order_by("pk")


def facts_of(card: Scorecard) -> dict[str, Any]:
    """Return what the export says of a card and its game."""
    return {
        "code": card.game.code,
        "variant": card.game.variant,
        "status": card.game.status,
        "started": card.game.created_at.isoformat(),
        "seat": card.seat,
        "name": card.name,
        "scorecard": card.position,
        "total": card.total,
        "place": card.place,
    }


PERSONAL = Personal(export=export, merge=merge, forget=forget)
