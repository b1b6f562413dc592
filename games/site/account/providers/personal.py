"""A player's accounts at providers."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.account.providers.links import bar
from games.site.account.providers.models import ProviderLink


def export(player: User) -> dict[str, Any]:
    """Return with which accounts elsewhere the player signs in."""
    return {
        "providers": [
            {
                "issuer": each.issuer,
                "subject": each.subject,
                "role": each.role,
                "linked": each.linked_at.isoformat(),
                "used": each.used_at.isoformat(),
            }
            for each in ProviderLink.objects.filter(player=player).order_by("pk")
        ]
    }


def merge(guest: User, account: User) -> None:
    """Give the account what the guest has of providers where it has none. No guest should have
    any.
    """
    known = ProviderLink.objects.filter(player=account).values("issuer")
    ProviderLink.objects.filter(player=guest).exclude(issuer__in=known).update(player=account)


def forget(player: User) -> None:
    """Delete the player's links. Of a closed account, hashes are left."""
    bar(player)
    ProviderLink.objects.filter(player=player).delete()


PERSONAL = Personal(export=export, merge=merge, forget=forget)
