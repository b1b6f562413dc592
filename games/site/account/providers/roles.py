"""A role at the desk by a group of the provider. Who leaves the group loses the role, and all their
sessions, when they sign in with the provider the next time, or after LASTS without doing so.

A role that the operator gives by hand is not touched.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.people.accounts.models import Session, User
from games.people.authority.records import Role
from games.platform.clock import utc_now
from games.site.account.desk import audit
from games.site.account.providers.client import Identity
from games.site.account.providers.models import ProviderLink
from games.site.account.providers.offered import Provider

LASTS = timedelta(days=30)
"""How long a role by a group holds without another sign-in that confirms it."""
ORDER = (Role.NONE.value, Role.HELPER.value, Role.MODERATOR.value)
AT_ONCE = 100


def role_in(provider: Provider, identity: Identity) -> str:
    """Return the role that the groups of the identity give, or ""."""
    if identity.groups & provider.moderators:
        return Role.MODERATOR.value
    return Role.HELPER.value if identity.groups & provider.helpers else Role.NONE.value


def set_role(link: ProviderLink, role: str, but: str | None = None) -> None:
    """Make this the role that the link gives; the player gets the highest of all their links. Less
    than before ends all their sessions, except the one with the key `but`.
    """
    with transaction.atomic():
        player = User.objects.select_for_update(no_key=True).get(pk=link.player_id)
        before = _highest(player)
        is_by_hand = player.desk_role != before
        if is_by_hand and ORDER.index(role) > ORDER.index(link.role):
            # It would be taken for the group's, and go with it.
            return
        ProviderLink.objects.filter(pk=link.pk).update(role=role)
        after = _highest(player)
        if is_by_hand or after == before:
            return
        User.objects.filter(pk=player.pk).update(desk_role=after)
        audit.note("role", None, player=player.pk, role=after, issuer=link.issuer)
        if ORDER.index(after) < ORDER.index(before):
            Session.objects.filter(player=player).exclude(pk=but or "").delete()
    link.role = role
    link.player.desk_role = after


def _highest(player: User) -> str:
    roles = ProviderLink.objects.filter(player=player).values_list("role", flat=True)
    return max(roles, key=ORDER.index, default=Role.NONE.value)


def end_old_roles(now: datetime | None = None) -> int:
    """End the roles that no sign-in has confirmed for LASTS. Return how many there were."""
    before = (now or utc_now()) - LASTS
    old = ProviderLink.objects.exclude(role="").filter(used_at__lt=before)
    ended = 0
    for link in old.select_related("player").order_by("used_at")[:AT_ONCE]:
        set_role(link, Role.NONE.value)
        ended += 1
    return ended


def has_group_role(player: User) -> bool:
    """Whether the player's role comes from a group alone, and they are nothing more."""
    if player.is_staff or player.is_superuser or not player.desk_role:
        return False
    return _highest(player) == player.desk_role
