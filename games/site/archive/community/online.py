"""Who is online."""

from datetime import datetime
from typing import NamedTuple

from games.people.accounts.avatars import flags_of
from games.people.accounts.models import User
from games.people.conduct.contact import kept_apart
from games.tables.matchmaking.room_lists import ONLINE

MAX_PEOPLE = 24


class Online(NamedTuple):
    """Somebody who is here: their name, and the name of their picture."""

    name: str
    avatar: str


def people_online(now: datetime, viewer: int | None = None) -> list[Online]:
    """Return the accounts seen last, sorted: those online that do not hide it. Leaves out the
    viewer, and whom a block keeps apart from them.
    """
    accounts = User.objects.filter(
        seen_at__gt=now - ONLINE,
        is_bot=False,
        is_guest=False,
        is_active=True,
        listed_online=True,
        locked=False,
    )
    if viewer is not None:
        accounts = accounts.exclude(pk__in={viewer, *kept_apart(viewer)})
    newest = accounts.order_by("-seen_at").values_list("name", "avatar", "pk")[:MAX_PEOPLE]
    found = [Online(name, avatar or flags_of(name, pk)) for name, avatar, pk in newest]
    return sorted(found, key=lambda person: person.name.casefold())
