"""The sums of a player in circles, and the addresses of their news."""

from typing import Any

from django.db.models import Q

from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.accounts.personal_data import Personal
from games.people.circles.models import Circle, CircleMember
from games.site.front.circles.models import (
    CircleEvening,
    CircleEveningPlace,
    CircleHook,
    CirclePair,
    CirclePlay,
    CircleStanding,
)
from games.site.front.circles.sums import refresh_evenings, refresh_pairs, refresh_standings


def export(player: User) -> dict[str, Any]:
    standings = CircleStanding.objects.filter(player=player).select_related("circle")
    return {
        "circle_seasons": [
            {
                "circle": each.circle.name,
                "season": each.season,
                "games": each.games,
                "wins": each.wins,
                "points": each.points,
                "weighed": each.weighed,
                "loss": each.loss,
                "luck": each.luck,
            }
            for each in standings.order_by("pk")
        ],
        "circle_addresses": _addresses(player),
    }


def _addresses(player: User) -> list[dict[str, str]]:
    """Return the addresses to which the circles that the player owns post their news."""
    mine = CircleMember.objects.filter(player=player, role=CircleMember.Role.OWNER)
    hooks = CircleHook.objects.filter(circle__in=mine.values("circle")).select_related("circle")
    return [
        {"circle": each.circle.name, "address": each.address, "form": each.form}
        for each in hooks.order_by("pk")
    ]


def merge(guest: User, account: User) -> None:
    """Give the account the guest's games, but those in which it was, too, and sum up again."""
    theirs = CirclePlay.objects.filter(player=guest)
    for circle in _locked(guest):
        mine = CirclePlay.objects.filter(circle=circle, player=account)
        both = Q(game__in=mine.exclude(game=None).values("game")) | Q(
            real__in=mine.exclude(real=None).values("real")
        )
        moved = theirs.filter(circle=circle).exclude(pk__in=theirs.filter(both).values("pk"))
        evenings = list(moved.values_list("evening", flat=True).distinct())
        moved.update(player=account)
        refresh_evenings(CircleEvening.objects.filter(pk__in=evenings))
        refresh_standings(circle.pk, {guest.pk, account.pk})
        refresh_pairs(circle.pk, {guest.pk, account.pk})


def forget(player: User) -> None:
    """Take the player's name off what they have played, and delete their sums."""
    _locked(player)
    CirclePlay.objects.filter(player=player).update(player=None, name=DELETED_NAME)
    CircleEveningPlace.objects.filter(player=player).delete()
    CircleStanding.objects.filter(player=player).delete()
    CirclePair.objects.filter(Q(one=player) | Q(other=player)).delete()


def _locked(player: User) -> list[Circle]:
    """Lock the circles in which a player has games."""
    ids = CirclePlay.objects.filter(player=player).values("circle")
    return list(Circle.objects.select_for_update().filter(pk__in=ids).order_by("pk"))


PERSONAL = Personal(export=export, merge=merge, forget=forget)
"""What circles have counted of a player."""
