"""The family of a player with a lock: people who came to a private table that the player opened."""

from games.people.accounts.models import User
from games.people.conduct.contact import note_change
from games.people.conduct.models import FamilyMember


def welcome(opener: User, guest: User) -> None:
    """Note that somebody came by the link of a private table that `opener` opened. Does nothing
    without a lock.

    The opener sees the name that the guest has now: later names could be words of a stranger.
    """
    if opener.locked and opener.pk != guest.pk:
        _, is_new = FamilyMember.objects.get_or_create(
            owner=opener, member=guest, defaults={"name": guest.name}
        )
        if is_new:
            note_change([opener.pk])


def forget_member(owner_id: int, member_id: int) -> None:
    """Take somebody out of the family."""
    FamilyMember.objects.filter(owner=owner_id, member=member_id).delete()


def is_stranger(player: User, other_id: int) -> bool:
    """Whether a player has a lock, and somebody is not of their family."""
    if not player.locked or player.pk == other_id:
        return False
    return not FamilyMember.objects.filter(owner=player, member=other_id).exists()
