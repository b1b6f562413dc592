"""Moderators take away the name that a player has given to house rules: others see it."""

from functools import partial

from django.db import transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import actor_of, facts_of
from games.people.accounts.models import User
from games.people.authority.answers import check, may
from games.people.authority.records import Action
from games.site.account.desk import audit
from games.site.account.desk.facts import mates_of
from games.site.study.house_rules import kept
from games.site.study.house_rules.models import KeptRules
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms.changes import changing
from games.tables.rooms.models import Room


def names_for(moderator: User, player: User) -> list[KeptRules]:
    """Return the rules of a player whose names others see, if this moderator may take them away."""
    actor = actor_of(moderator)
    if not may(actor, Action.PUNISH, facts_of(actor, player, mates_of(actor.id))):
        return []
    return list(KeptRules.objects.filter(player=player, shown=True))


def take_away(player: User, moderator: User, row_id: int) -> None:
    """Show the name of these rules to nobody but the player, from now on. Raises Refused."""
    actor = actor_of(moderator)
    check(actor, Action.PUNISH, facts_of(actor, player, mates_of(actor.id)))
    with transaction.atomic():
        text = kept.hide_name(player, row_id)
        if text is None:
            raise Refused(ErrorCode.STALE, "That is no longer here.")
        audit.note("name of rules taken", moderator.pk, player=player.pk)
    tables = Room.objects.filter(opened_by=player, variant=text).exclude(next_code="")
    for room_id in tables.values_list("pk", flat=True):
        with changing(room_id):
            pass  # its revision tells every process to read it again
        tell_hubs(partial(Hubs.room_changed, room_id=room_id))
