"""Blocks and decisions follow a guest into their account, and go when a player leaves."""

import pytest

from games.models import FamilyMember, User
from games.people.conduct.contact import read_contact
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.site.account.membership.blocks import block, mute
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest

pytestmark = pytest.mark.registered


def test_nobody_gets_around_a_block_or_a_decision_by_signing_in(
    alice: User, bob: User, charlie: User, guest: User
) -> None:
    block(alice.pk, guest.pk)
    block(guest.pk, charlie.pk)
    mute(guest.pk, bob.pk)
    impose(guest, Sanction.Kind.NO_CHAT, "insult")
    merge_guest(guest, bob)
    bob.refresh_from_db()
    assert read_contact(bob).unheard == {alice.pk, charlie.pk, bob.pk} - {bob.pk}
    assert bob.pk in read_contact(alice).unheard
    assert Sanction.objects.get().player == bob
    assert bob.has_decision


def test_nothing_is_left_of_a_player_who_leaves(alice: User, bob: User) -> None:
    block(alice.pk, bob.pk)
    mute(bob.pk, alice.pk)
    FamilyMember.objects.create(owner=alice, member=bob)
    impose(alice, Sanction.Kind.WARNING, "insult")
    delete_player(alice)
    assert read_contact(bob).unheard == frozenset()
    assert not FamilyMember.objects.exists()
    assert not Sanction.objects.exists()
