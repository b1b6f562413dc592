"""Moderators take away the name and the emblem of a circle that one of its members has reported."""

from django.utils.translation import gettext

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.facts import actor_of, facts_of
from games.people.accounts.models import User
from games.people.authority.answers import check, may
from games.people.authority.records import Action
from games.people.circles import membership
from games.people.circles.models import Circle, CircleMember
from games.site.account.desk import audit
from games.site.account.desk.facts import mates_of
from games.site.account.desk.models import Case


def names_for(moderator: User, player: User) -> list[Circle]:
    """Return the reported circles of their owner, if this moderator may take names away. Staff see
    no others.
    """
    actor = actor_of(moderator)
    if not may(actor, Action.PUNISH, facts_of(actor, player, mates_of(actor.id))):
        return []
    copies = [
        copy
        for evidence in Case.objects.filter(subject=player).values_list("evidence", flat=True)
        for copy in evidence
    ]
    codes = {copy["circle"] for copy in copies if copy.get("kind") == "circle"}
    owned = Circle.objects.filter(
        code__in=codes, members__player=player, members__role=CircleMember.Role.OWNER
    )
    # Who had another name in the meantime keeps it: it may be a good one.
    reported = {copy["name"] for copy in copies if copy.get("kind") == "circle"}
    return [each for each in owned.order_by("pk") if each.name in reported]


def take_away(player: User, moderator: User, circle_id: int) -> None:
    """Give a reported circle a name that says nothing, and the emblem of new ones. Raises
    Refused.
    """
    actor = actor_of(moderator)
    check(actor, Action.PUNISH, facts_of(actor, player, mates_of(actor.id)))
    if circle_id not in {each.pk for each in names_for(moderator, player)}:
        raise Refused(ErrorCode.STALE, "That is no longer here.")
    membership.rename_by_site(circle_id, gettext("Circle"))
    audit.note("name of circle taken", moderator.pk, player=player.pk)
