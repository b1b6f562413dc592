"""Fills in the skeletons of names, and renames guests whose names look like an account's."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.accounts.lookalikes import skeleton
from games.accounts.models import User
from games.membership.renaming import rename_guest

AT_ONCE = 200


def fill_skeletons() -> None:
    """Bring the skeletons of all names up to date.

    If several accounts look alike, only the oldest gets a skeleton. All of them keep their names,
    and nobody else can take one.
    """
    unknown = User.objects.filter(skeleton="", is_active=True).order_by("pk").only("pk", "name")
    for players in (unknown.filter(is_guest=False), unknown.filter(is_guest=True)):
        for batch in _batches(players):
            with transaction.atomic():
                _fill(batch)
    accounts = User.objects.filter(is_guest=False).exclude(skeleton="").values("skeleton")
    for guest in User.objects.filter(is_guest=True, is_active=True, skeleton__in=accounts):
        rename_guest(guest.pk)


def _batches(players: "QuerySet[User]") -> Iterable[list[User]]:
    last = 0
    while batch := list(players.filter(pk__gt=last)[:AT_ONCE]):
        yield batch
        last = batch[-1].pk


def _fill(players: Iterable[User]) -> None:
    for player in players:
        # The filter on the name leaves out a player who has just taken another one.
        row = User.objects.filter(pk=player.pk, name=player.name)
        try:
            with transaction.atomic():
                row.update(skeleton=skeleton(player.name))
        except IntegrityError:
            continue  # it looks like the name of an older account
