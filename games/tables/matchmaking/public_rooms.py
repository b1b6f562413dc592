"""The rooms listed for everyone: open tables, and games to watch.

The home page and the live lobby list the same rooms; the lobby replaces the list in the page.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.core.engine.events import BoxScored
from games.record.log.models import Game, GameEvent, Scorecard
from games.tables.rooms.models import Room, Seat

# How long an open table is shown after the last change there.
IDLE_OPEN_TABLE = timedelta(minutes=30)
# How long a running game is shown after its start.
IDLE_GAME = timedelta(hours=2)
# How long a running game is shown after a person's last move. It comes back with their next move.
IDLE_PERSON = timedelta(minutes=2)
# A person is online for this long after they were last seen; the hubs note it every 30 s.
ONLINE = timedelta(seconds=90)


def open_tables(now: datetime) -> QuerySet[Room]:
    """Return public rooms between games with a free seat and a waiting person, newest first.

    A paired table is not open before its first game, and a tournament's table never is.
    """
    seats = Seat.objects.filter(room=OuterRef("pk"))
    return (
        Room.objects.filter(
            Exists(seats.filter(player__is_bot=False)),
            Exists(seats.filter(player=None, closed=False)),
            public=True,
            begins_by=None,
            tournament=None,
            active_at__gt=now - IDLE_OPEN_TABLE,
        )
        .exclude(game__status=Game.Status.PLAYING)
        .order_by("-pk")
    )


def games_to_watch(now: datetime) -> QuerySet[Room]:
    """Return public rooms where a person plays a game, newest first.

    The person must be online and must not have resigned, and some person must have moved lately. So
    games of bots alone are not listed, nor games that a lone person has left to the bots.
    """
    # `seen_at` can lag behind, so the people of a new game count as online.
    online = Q(player__seen_at__gt=now - ONLINE) | Q(game__created_at__gt=now - ONLINE)
    playing = Scorecard.objects.filter(
        online, game=OuterRef("game"), resigned=False, player__is_bot=False
    )
    since = int((now - IDLE_PERSON).timestamp() * 1000)
    # Events of the server have no author (`by`). In rounds, of a seat's events others may know only
    # that it filled a box.
    hidden = Q(game__mode="rounds") & ~Q(type=BoxScored.type)
    events = GameEvent.objects.filter(game=OuterRef("game"), at__gt=since)
    moved = events.exclude(by="").exclude(hidden)
    return Room.objects.filter(
        Q(game__created_at__gt=now - IDLE_PERSON) | Exists(moved),
        Exists(playing),
        public=True,
        game__status=Game.Status.PLAYING,
        game__created_at__gt=now - IDLE_GAME,
    ).order_by("-pk")
