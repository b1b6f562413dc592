"""Who is online."""

from datetime import datetime

from games.people.accounts.models import User
from games.tables.matchmaking.room_lists import ONLINE

MAX_PEOPLE = 24


def names_online(now: datetime) -> list[str]:
    """Return the names of the accounts seen last, sorted: those online that do not hide it."""
    accounts = User.objects.filter(
        seen_at__gt=now - ONLINE,
        is_bot=False,
        is_guest=False,
        is_active=True,
        listed_online=True,
        locked=False,
    )
    newest = accounts.order_by("-seen_at").values_list("name", flat=True)[:MAX_PEOPLE]
    return sorted(newest, key=str.casefold)
