"""The rooms listed for everyone, and lists of tables for pages: a player's own, and the ones anyone
may join.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.core.engine.events import BoxScored
from games.core.rules import Position, UnknownVariant, find_variant, name_of
from games.people.accounts.models import User
from games.people.conduct.contact import read_contact
from games.record.log.models import Game, GameEvent, Scorecard
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.table_names import is_playing, old_names, with_names

# How long an open table is shown after the last change there.
IDLE_OPEN_TABLE = timedelta(minutes=30)
# How long a running game is shown after its start.
IDLE_GAME = timedelta(hours=2)
# How long a running game is shown after a person's last move. It comes back with their next move.
IDLE_PERSON = timedelta(minutes=2)
# A person is online for this long after they were last seen; the hubs note it every 30 s.
ONLINE = timedelta(seconds=90)
# How long a player's table without a running game is listed after the last change there.
IDLE_OWN_TABLE = timedelta(days=1)
# The same after a game: long enough to ask for another one.
IDLE_AFTER_GAME = timedelta(hours=1)
MAX_TABLES = 50
MAX_PUBLIC = 12


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
    """Return public rooms where a person plays a game, newest first."""
    # The person must be online and must not have resigned, and some person must have moved lately.
    # So games of bots alone are not listed, nor games that a lone person has left to the bots.
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


@dataclass(frozen=True, slots=True)
class WhoseTurn:
    """Whose turn it is in a running game, in which round, and how many rounds there are. In mode
    `rounds` it is nobody's turn: `player` is None, and `name` is "".
    """

    player: int | None
    name: str
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A room in a list. `names`: the names of the other players. `turn`: None between games.

    `played`: whether a game was ever started here. `mine`: whether it is the viewer's turn.
    """

    code: str
    variant: str
    names: tuple[str, ...]
    free: int
    clock: int | None
    turn: WhoseTurn | None
    played: bool
    mine: bool


def tables_of(player: User, now: datetime) -> list[ListedTable]:
    """Return the rooms where the player sits, or plays for somebody: first the ones where it is
    their turn, then other running games, then the rest.
    """
    # Players keep their seats when a game ends, so only recent rooms are read.
    mine = Q(player=player) | Q(operator=player)
    seated = Exists(Seat.objects.filter(mine, room=OuterRef("pk")))
    waiting = Q(game=None) | Q(game__status=Game.Status.CANCELLED)
    recent = Room.objects.filter(
        seated,
        waiting | Q(active_at__gte=now - IDLE_AFTER_GAME),
        active_at__gte=now - IDLE_OWN_TABLE,
        ended=False,
        # A room with shared dice is for one game only.
        game__share=None,
    )
    unfinished = Scorecard.objects.filter(player=player, finished_at=None).values("game")
    running = Room.objects.filter(seated, game__in=unfinished, game__status=Game.Status.PLAYING)
    rooms = Room.objects.filter(pk__in=recent.values("pk").union(running.values("pk")))
    newest = rooms.order_by("-active_at", "-pk")
    tables = [_table(room, player.pk) for room in _with_seats(newest)[:MAX_TABLES]]
    return sorted(tables, key=lambda table: (not table.mine, table.turn is None))


def public_tables(now: datetime, me: int | None = None) -> list[ListedTable]:
    """Return the open tables as the home page lists them for the player `me`: not the tables where
    they sit, or from which the host has removed them.
    """
    rooms = (
        open_tables(now)
        .exclude(Exists(Seat.objects.filter(room=OuterRef("pk"), player=me or 0)))
        .exclude(removed=me or 0)
    )
    return [_table(room, me) for room in _with_seats(rooms)[:MAX_PUBLIC]]


def _with_seats(rooms: QuerySet[Room]) -> QuerySet[Room]:
    seats = Prefetch("seats", with_names(Seat.objects.all()))
    return rooms.select_related("game").prefetch_related(seats, "game__scorecards")


def _table(room: Room, me: int | None) -> ListedTable:
    seats = list(room.seats.all())
    turn = None
    if room.game is not None and room.game.status == Game.Status.PLAYING:
        turn = whose_turn(room.game, list(room.game.scorecards.all()))
    sitting = [seat.player for seat in seats if seat.player is not None]
    shown_as = _old_names_for(me, room, seats)
    return ListedTable(
        code=room.code,
        variant=name_of(room.variant),
        names=tuple(shown_as.get(player.pk, player.name) for player in sitting if player.pk != me),
        free=sum(seat.player is None and not seat.closed for seat in seats),
        clock=room.clock,
        turn=turn,
        played=room.game is not None,
        mine=turn is not None and turn.player == me,
    )


def _old_names_for(me: int | None, room: Room, seats: Sequence[Seat]) -> dict[int, str]:
    """Return the names that somebody sees instead of new ones, as at the table."""
    renamed = old_names(room, seats)
    if not renamed or is_playing(room):
        return renamed
    reader = User.objects.filter(pk=me or 0).first()
    unheard = frozenset() if reader is None else read_contact(reader).unheard
    return {player: name for player, name in renamed.items() if player in unheard}


def whose_turn(game: Game, cards: Sequence[Scorecard]) -> WhoseTurn | None:
    """Return whose turn it is in a running game, from its scorecards, without reading the log. None
    if another version made its rules.
    """
    try:
        variant = find_variant(game.variant, **game.switches)
    except UnknownVariant:
        return None
    if game.mode == "rounds":
        return WhoseTurn(None, "", *rounds_begun(game, cards))
    first = (game.number - 1) % len(cards)
    filled = {card.seat: _filled(card) for card in cards if not card.resigned}
    going_on = [seat for seat, boxes in filled.items() if boxes < variant.rounds]
    if not going_on:
        return None
    # Seats take turns, beginning with `first`, which rotates from game to game. So the next seat
    # has the fewest boxes filled, and comes earliest after the seat that began.
    acting = min(going_on, key=lambda seat: (filled[seat], (seat - first) % len(cards)))
    card = next(card for card in cards if card.seat == acting)
    return WhoseTurn(card.player_id, card.name, filled[acting] + 1, variant.rounds)


def rounds_begun(game: Game, cards: Sequence[Scorecard]) -> tuple[int, int]:
    """Return the round of a running game, from its scorecards, and how many rounds there are."""
    rounds = find_variant(game.variant, **game.switches).rounds
    filled = min((_filled(card) for card in cards if not card.resigned), default=0)
    return min(filled + 1, rounds), rounds


def _filled(card: Scorecard) -> int:
    entries: Iterable[int | None] = Position.parse(card.position).card.entries
    return sum(entry is not None for entry in entries)
