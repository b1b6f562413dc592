"""What the table of authority needs to know of who acts, and of an account; and whether an
account has a profile.
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse

from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.authority.records import AccountFacts, Actor, Role, Tie

NOBODY = 0
"""No player has this id."""


def has_page(player: User) -> bool:
    """Return whether a player has a profile: an active account that is not a bot."""
    return player.is_active and not player.is_guest and not player.is_bot


def profile_path(player: User) -> str | None:
    return reverse("profile", args=[player.name]) if has_page(player) else None


STAFF = Q(is_staff=True) | Q(is_superuser=True) | ~Q(desk_role="")
"""The same as `works_for_site`, for queries."""

SOME_PLAYER = AccountFacts(is_staff=False, is_deleted=False)
"""An account that is nobody special."""


def works_for_site(player: User) -> bool:
    return bool(player.desk_role) or player.is_staff or player.is_superuser


def role_of(player: User) -> Role:
    """Return the player's role at the desk. Superusers are moderators, too."""
    if not player.is_active:
        return Role.NONE
    return Role.SUPERUSER if player.is_superuser else Role(player.desk_role)


def actor_of(user: User | AnonymousUser) -> Actor:
    """Return who acts, without rights of the admin."""
    return Actor(user.pk, role_of(user)) if isinstance(user, User) else Actor(NOBODY)


def actor_in_admin(user: User | AnonymousUser) -> Actor:
    """Return who acts in the admin, with the rights that they have there."""
    if not isinstance(user, User) or not (user.is_active and user.is_staff):
        return Actor(NOBODY)
    role = role_of(user)
    if role is Role.SUPERUSER:
        return Actor(user.pk, role)
    names = (name.partition(".")[2] for name in user.get_all_permissions())
    return Actor(user.pk, role, frozenset(names))


def actor_at_table(player_id: int) -> Actor:
    """Return who acts at a table, where nobody is more than a player."""
    return Actor(player_id)


def facts_of(actor: Actor, player: User, mates: Collection[int] = ()) -> AccountFacts:
    """Return what is known of an account. `mates`: who shares a device with the actor, where that
    matters.
    """
    ties = set()
    if player.pk == actor.id:
        ties.add(Tie.SUBJECT)
    if player.pk in mates:
        ties.add(Tie.SHARES_DEVICE)
    return AccountFacts(
        is_staff=works_for_site(player),
        is_deleted=not player.is_active and player.name == DELETED_NAME,
        ties=frozenset(ties),
    )
