"""The game of a circle's weekly card."""

from django.db import transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import VARIANTS
from games.people.circles.membership import check_manages, lock
from games.people.circles.models import Circle, CircleMember


def choose_weekly(circle: Circle, actor: CircleMember, variant: str) -> None:
    """Let a circle have a weekly card in this game; "" for none. Raises Refused."""
    if variant and variant not in VARIANTS:
        raise Refused(ErrorCode.BAD_MESSAGE, "That is no longer here.")
    with transaction.atomic():
        locked = lock(circle.pk)
        check_manages(locked, actor.player_id)
        Circle.objects.filter(pk=locked.pk).update(weekly=variant)
