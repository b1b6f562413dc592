"""Which players of a table are on holiday (`games.tables.rooms.holidays`)."""

from collections.abc import Collection
from datetime import datetime

from games.platform.clock import utc_now
from games.tables.rooms.models import Holiday


def next_of(player_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return the holiday that each of these players has now, or next: from and until when, in ms
    since 1970. Those without any are missing.
    """
    rows = Holiday.objects.filter(player__in=player_ids, ends_at__gt=utc_now())
    found: dict[int, tuple[int, int]] = {}
    for each in rows.order_by("-starts_at"):
        found[each.player_id] = (_ms(each.starts_at), _ms(each.ends_at))
    return found


def away_until(player_ids: Collection[int]) -> dict[int, int]:
    """Return until when each of these players is on holiday now, in ms since 1970; only those who
    are. One holiday after the other is one.
    """
    now = utc_now()
    rows = Holiday.objects.filter(player__in=player_ids, ends_at__gt=now).order_by("starts_at")
    found: dict[int, int] = {}
    for each in rows:
        if _ms(each.starts_at) <= found.get(each.player_id, _ms(now)):
            found[each.player_id] = _ms(each.ends_at)
    return found


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)
