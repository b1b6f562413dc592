"""The family of a player with a lock: people who sat down at a private table of theirs."""

from games.accounts.models import User
from games.conduct.contact import note_change
from games.conduct.models import FamilyMember


def welcome(host: User, guest_id: int) -> None:
    """Note that somebody came by the link of a private table. Does nothing without a lock."""
    if host.locked and host.pk != guest_id:
        _, is_new = FamilyMember.objects.get_or_create(owner=host, member_id=guest_id)
        if is_new:
            note_change([host.pk])


def forget_member(owner_id: int, member_id: int) -> None:
    """Take somebody out of the family."""
    FamilyMember.objects.filter(owner=owner_id, member=member_id).delete()


def is_stranger(player: User, other_id: int) -> bool:
    """Whether a player has a lock, and somebody is not of their family."""
    if not player.locked or player.pk == other_id:
        return False
    return not FamilyMember.objects.filter(owner=player, member=other_id).exists()
