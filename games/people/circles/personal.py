"""The circles of a player: to export, to merge, to leave."""

from typing import Any

from django.db.models import F

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.people.circles.friends import pair_of
from games.people.circles.membership import leave
from games.people.circles.models import (
    Circle,
    CircleBan,
    CircleLink,
    CircleMember,
    CircleRequest,
    FriendRequest,
)


def export(player: User) -> dict[str, Any]:
    places = CircleMember.objects.filter(player=player).select_related("circle").order_by("pk")
    asked = FriendRequest.objects.filter(asker=player).select_related("asked").order_by("pk")
    friends = CircleMember.objects.filter(
        circle__pair=True, circle__in=places.values("circle")
    ).exclude(player=player)
    return {
        "circles": [
            {
                "name": each.circle.name,
                "role": each.role,
                "joined": each.joined_at.isoformat(),
                "shows_when_here": each.shows,
                "told_of_news": each.told,
            }
            for each in places
            if not each.circle.pair
        ],
        "friends": sorted(friends.values_list("player__name", flat=True)),
        "friends_asked": [each.asked.name for each in asked],
    }


def merge(guest: User, account: User) -> None:
    """Give the account the circles of the guest. Removed ones stay removed."""
    banned = CircleBan.objects.filter(player=account).values("circle")
    CircleMember.objects.filter(player=guest, circle__in=banned).delete()
    for place in CircleMember.objects.filter(player=guest).select_related("circle"):
        circle = place.circle
        if circle.pair:
            _merge_pair(circle, guest, account)
        elif circle.members.filter(player=account).exists():
            is_owner = place.role == CircleMember.Role.OWNER
            leave(circle.pk, guest.pk)
            if is_owner:
                _make_owner(circle, account)
        else:
            CircleMember.objects.filter(pk=place.pk).update(player=account)
    for model in (CircleBan, CircleRequest):
        known = list(model._default_manager.filter(player=account).values_list("circle", flat=True))
        model._default_manager.filter(player=guest).exclude(circle__in=known).update(player=account)
    _merge_requests(guest, account)
    CircleLink.objects.filter(made_by=guest).update(made_by=account)
    Circle.objects.filter(members__player=account).update(rev=F("rev") + 1)


def _merge_pair(circle: Circle, guest: User, account: User) -> None:
    other = circle.members.exclude(player=guest).values_list("player", flat=True).first()
    if other is None or other == account.pk or pair_of(account.pk, other) is not None:
        circle.delete()
    else:
        circle.members.filter(player=guest).update(player=account)


def _make_owner(circle: Circle, account: User) -> None:
    Role = CircleMember.Role
    circle.members.filter(role=Role.OWNER).update(role=Role.HELPER)
    circle.members.filter(player=account).update(role=Role.OWNER)


def _merge_requests(guest: User, account: User) -> None:
    for mine, theirs in (("asker", "asked"), ("asked", "asker")):
        requests = FriendRequest.objects.filter(**{mine: guest})
        known = FriendRequest.objects.filter(**{mine: account}).values(theirs)
        requests.filter(**{f"{theirs}__in": known}).delete()
        requests.filter(**{theirs: account}).delete()
        requests.update(**{mine: account})


def forget(player: User) -> None:
    places = CircleMember.objects.filter(player=player)
    # In one order: others who go now may belong to the same circles.
    for circle_id in places.order_by("circle").values_list("circle", flat=True):
        leave(circle_id, player.pk)
    for model in (CircleBan, CircleRequest):
        model._default_manager.filter(player=player).delete()
    for who in ("asker", "asked"):
        FriendRequest.objects.filter(**{who: player}).delete()


PERSONAL = Personal(export=export, merge=merge, forget=forget)
