"""What is kept between people when a player leaves the site, or a guest becomes an account."""

from games.people.accounts.models import User
from games.people.conduct.contact import note_change
from games.people.conduct.models import FamilyMember, Sanction


def forget(player: User) -> None:
    """Delete what the player has restricted, their family, and the decisions about them."""
    player.blocked.clear()
    player.blocked_by.clear()
    player.silenced.clear()
    player.silenced_by.clear()
    FamilyMember.objects.filter(owner=player).delete()
    FamilyMember.objects.filter(member=player).delete()
    Sanction.objects.filter(player=player).delete()


def transfer(guest: User, account: User) -> None:
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
