"""Whom a player has restricted, their family, and what was decided about them."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.people.conduct.contact import note_change
from games.people.conduct.models import FamilyMember, Sanction


def export(player: User) -> dict[str, Any]:
    return {
        "blocked": sorted(player.blocked.values_list("name", flat=True)),
        "muted": sorted(player.silenced.values_list("name", flat=True)),
        "chat_off": player.chat_off,
        "family_lock": player.locked,
        "family": sorted(each.shown_name for each in player.family.select_related("member")),
        "decisions": _decisions(player),
    }


def _decisions(player: User) -> list[dict[str, Any]]:
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "words": each.words,
            "automatic": each.automatic,
            "begins": each.begins_at.isoformat(),
            "ends": None if each.ends_at is None else each.ends_at.isoformat(),
            "undone": None if each.undone_at is None else each.undone_at.isoformat(),
        }
        for each in player.sanctions.order_by("pk")
    ]


def forget(player: User) -> None:
    player.blocked.clear()
    player.blocked_by.clear()
    player.silenced.clear()
    player.silenced_by.clear()
    FamilyMember.objects.filter(owner=player).delete()
    FamilyMember.objects.filter(member=player).delete()
    Sanction.objects.filter(player=player).delete()


def merge(guest: User, account: User) -> None:
    """Give the account what the guest has restricted, who has restricted the guest, and the
    decisions about the guest. Nobody gets around a block by signing in.
    """
    account.blocked.add(*guest.blocked.exclude(pk=account.pk))
    account.blocked_by.add(*guest.blocked_by.exclude(pk=account.pk))
    account.silenced.add(*guest.silenced.exclude(pk=account.pk))
    account.silenced_by.add(*guest.silenced_by.exclude(pk=account.pk))
    if Sanction.objects.filter(player=guest).update(player=account):
        User.objects.filter(pk=account.pk).update(has_decision=True)
    heard = {*account.blocked_by.values_list("pk", flat=True), account.pk}
    note_change(heard)


PERSONAL = Personal(export=export, merge=merge, forget=forget)
