"""Stores what to tell the owner of a circle: that the address for its news does not work."""

from datetime import datetime, timedelta

from games.people.circles.models import Circle, CircleMember
from games.site.account.notifications.models import Notice
from games.site.account.notifications.queue import Event, Facts, queue_events

OFF_FOR = timedelta(days=7)
"""How long it is news that an address is off."""


def tell_hook_off(circle: Circle, now: datetime) -> None:
    """Tell the owner that the circle's news are not posted any more."""
    owner = circle.members.filter(role=CircleMember.Role.OWNER).values_list("player", flat=True)
    facts = Facts("", (), circle=circle.code, title=circle.name)
    subject = f"hook:{circle.pk}:{int(now.timestamp())}"
    queue_events([Event(Notice.Kind.CIRCLE, subject, frozenset(owner), facts, now + OFF_FOR)], now)
