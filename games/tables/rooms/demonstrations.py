"""The demonstration: two bots play while somebody looks at the home page and nobody else plays.

All demonstrations are games of one public room, of the game that people of the site's language
know. A server process stores that one is wanted, and
the worker starts it. When it ends, the next one starts, unless nobody is looking any more.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from games.people.accounts import bot_accounts
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.language.known_games import known_official_game
from games.platform.site_settings.current import site_language
from games.record.log.models import Game
from games.tables.rooms.changes import LockedRoom, changing_table
from games.tables.rooms.models import Demonstration, Room, Seat
from games.tables.rooms.opening import open_room
from games.tables.rooms.starting import start_with

KEY = 1
PAIRS = (
    ("polaris", "skipper"),
    ("anchor", "gull"),
    ("marlin", "polaris"),
    ("skipper", "anchor"),
    ("gull", "marlin"),
)
"""The bots of the first game, the second one and so on, in turn."""
# A demonstration stays wanted for this long after somebody looked.
WANTED_FOR = timedelta(seconds=30)
# That it is wanted is stored at most this often.
STORE_EVERY = timedelta(seconds=10)
# How long the result of a game is shown before the next one starts.
PAUSE = timedelta(seconds=12)
# How long a finished game stays on show when no other starts.
SHOWN_FOR = timedelta(seconds=30)


class Seen(NamedTuple):
    """The room of the demonstration, its newest game, and until when one is wanted."""

    room: Room | None
    game: Game | None
    wanted_until: datetime


def find_demonstration() -> Seen | None:
    """Return what is stored; None if nobody has ever wanted a demonstration."""
    row = Demonstration.objects.select_related("room__game").filter(pk=KEY).first()
    if row is None:
        return None
    return Seen(row.room, None if row.room is None else row.room.game, row.wanted_until)


def shown_room(now: datetime) -> str | None:
    """Return the code of the room while a demonstration runs there, or has just ended."""
    seen = find_demonstration()
    if seen is None or seen.room is None or seen.game is None:
        return None
    ended = seen.game.finished_at
    return seen.room.code if ended is None or now - ended < SHOWN_FOR else None


def want() -> None:
    """Store that somebody would like to see a demonstration."""
    now = utc_now()
    late = Q(wanted_until__lt=now + WANTED_FOR - STORE_EVERY)
    stored = Demonstration.objects.filter(pk=KEY)
    if stored.filter(late).update(wanted_until=now + WANTED_FOR) or stored.exists():
        return
    # Two visitors may be the first at the same time.
    Demonstration.objects.bulk_create(
        [Demonstration(pk=KEY, wanted_until=now + WANTED_FOR)], ignore_conflicts=True
    )


def wanted(now: datetime) -> QuerySet[Demonstration]:
    return Demonstration.objects.filter(wanted_until__gte=now)


def is_due(seen: Seen, now: datetime) -> bool:
    """Return whether the next game may start: it is wanted, and the last one is over."""
    if seen.wanted_until < now:
        return False
    if seen.game is None:
        return True
    ended = seen.game.finished_at
    return ended is not None and now - ended >= PAUSE


def room_for_demonstration() -> str:
    """Return the code of the room, which is opened for the first game."""
    with transaction.atomic():
        row = Demonstration.objects.select_for_update().get(pk=KEY)
        variant = known_official_game(site_language() or settings.LANGUAGE_CODE).id
        if row.room is None or row.room.ended or row.room.variant != variant:
            host, other = (User.objects.get(pk=pk) for pk in _bots(0))
            room = open_room(host, variant, {}, 2, None, public=True)
            Seat.objects.filter(room=room, number=1).update(player=other, seated_at=utc_now())
            Demonstration.objects.filter(pk=KEY).update(room=room)
            return room.code
        return row.room.code


def start_demonstration(room_id: int) -> LockedRoom:
    """Start the next game, with the next two bots, unless one is running."""
    with changing_table(room_id) as table:
        game = table.room.game
        if game is None or game.status != Game.Status.PLAYING:
            _seat(table, 0 if game is None else game.number)
            start_with(table, table.seats, demo=True)
    return table


def _seat(table: LockedRoom, played: int) -> None:
    bots = _bots(played)
    players = User.objects.in_bulk(bots)
    # Empty all seats first: a player may sit only once in a room, and that is checked at each
    # update.
    Seat.objects.filter(room=table.room).update(player=None)
    for seat, bot in zip(table.seats, bots, strict=True):
        seat.player = players[bot]
        Seat.objects.filter(pk=seat.pk).update(player=bot)


def _bots(played: int) -> list[int]:
    return [bot_accounts.find_bot(id_) for id_ in PAIRS[played % len(PAIRS)]]
