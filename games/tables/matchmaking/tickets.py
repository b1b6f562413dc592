"""The queue of "Play now": tickets of players who want to be paired.

A ticket lives as long as an open tab of its player keeps it alive. The worker pairs tickets in
waves. It opens the room of a pairing in one transaction, so that nobody is paired twice.
"""

import logging
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from games.core import bots
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.lobby_messages import TicketView
from games.core.rules import VARIANTS
from games.people.accounts import bot_accounts
from games.people.accounts.models import User
from games.people.accounts.site_rules import check_strangers
from games.people.conduct.contact import apart_of, are_apart
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.record.ratings.model import MU
from games.record.ratings.models import Rating
from games.tables.matchmaking import pairing
from games.tables.matchmaking.models import Ticket
from games.tables.matchmaking.pairing import Pairing
from games.tables.rooms.game_settings import GameSettings, settings_view
from games.tables.rooms.models import Room
from games.tables.rooms.opening import PAIRED_WAIT, open_paired_room
from games.tables.rooms.permissions import check_may_play_rated

logger = logging.getLogger(__name__)

# How long a ticket lives without an open tab. Tabs keep it alive every few seconds.
ALIVE = timedelta(seconds=15)
# The same after the player's last tab in one process has closed. Longer than the pause between two
# signs of life from tabs in other processes.
TABS_ELSEWHERE = timedelta(seconds=6)
# After this wait a player is offered bots.
OFFER_BOTS_AFTER = timedelta(seconds=5)
# How long a ticket is kept after its game has started, so that every tab learns of the game.
TOLD_FOR = timedelta(seconds=5)


def play(player_id: int, settings: GameSettings, players: int) -> None:
    """Give the player a ticket, or change the one they have. Raises Refused."""
    if players == 1:
        raise Refused(ErrorCode.BAD_MESSAGE, "A table has two to four players.")
    if settings.variant not in VARIANTS:
        raise Refused(ErrorCode.BAD_MESSAGE, "House rules are for friends and bots.")
    check_strangers()
    now = utc_now()
    with transaction.atomic():
        player = _locked_player(player_id)
        if settings.rated:
            check_may_play_rated(player_id)
        ticket = lock_ticket(player_id)
        if ticket is not None and _is_for(ticket, settings, players):
            # A repeated command: the player keeps their place in the queue.
            Ticket.objects.filter(pk=ticket.pk).update(alive_until=now + ALIVE)
            return
        Ticket.objects.filter(player_id=player_id).delete()
        Ticket.objects.create(
            player=player, players=players, alive_until=now + ALIVE, **settings._asdict()
        )


def play_with_bots(
    player_id: int,
    settings: GameSettings,
    count: int,
    wanted: tuple[str, ...] = (),
    public: bool = True,
) -> str:
    """Seat the player with `count` bots, those `wanted` first, and return the code of the room.
    `public`: whether the lobby lists the game.

    A repeated call returns the same room. Raises Refused.
    """
    if not bots.PERSONALITIES.keys() >= set(wanted):
        raise Refused(ErrorCode.NOT_FOUND, "That bot does not exist.")
    with transaction.atomic():
        _locked_player(player_id)
        waiting = Room.objects.filter(seats__player_id=player_id, game=None)
        # Not a room that waits for a player who is away (CHALLENGE_WAIT).
        now = utc_now()
        begins = waiting.filter(begins_by__gt=now, begins_by__lte=now + PAIRED_WAIT).first()
        if begins is not None:
            return begins.code
        Ticket.objects.filter(player_id=player_id).delete()
        others = bot_accounts.find_bots(max(count, len(set(wanted))), wanted)
        seated = [player_id, *others]
        return open_paired_room(seated, *settings._replace(rated=False), public=public).code


def _locked_player(player_id: int) -> User:
    """Return the player, locked. Rows that refer to them can still be written. Raises Refused."""
    # Another lock would stop all that refer to the player, such as a move that is stored.
    players = User.objects.select_for_update(no_key=True)
    player = players.filter(pk=player_id, is_active=True).first()
    if player is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")
    return player


def lock_ticket(player_id: int) -> Ticket | None:
    """Return the player's ticket, locked. Raises Refused if its game is about to start."""
    ticket = Ticket.objects.select_for_update().filter(player_id=player_id).first()
    if ticket is not None and _is_about_to_start(ticket):
        raise Refused(ErrorCode.ALREADY_STARTED, "The game is about to start.")
    return ticket


def lock_tickets(player_ids: Collection[int]) -> None:
    # Locked in the same order as in a wave.
    list(Ticket.objects.select_for_update().filter(player_id__in=player_ids).order_by("pk"))


def _is_about_to_start(ticket: Ticket) -> bool:
    room = ticket.room
    return room is not None and room.game_id is None and room.begins_by is not None


def _is_for(ticket: Ticket, settings: GameSettings, players: int) -> bool:
    wanted = GameSettings(ticket.variant, ticket.switches, ticket.clock, ticket.rated)
    return ticket.room_id is None and (wanted, ticket.players) == (settings, players)


def cancel(player_id: int) -> None:
    Ticket.objects.filter(player_id=player_id, room=None).delete()


def cancel_all(player_ids: Collection[int]) -> None:
    """Delete the tickets of these players unless they have been paired. Needs a transaction."""
    # Locked in the same order as in a wave.
    waiting = Ticket.objects.select_for_update().filter(player_id__in=player_ids, room=None)
    found = list(waiting.order_by("pk").values_list("pk", flat=True))
    Ticket.objects.filter(pk__in=found).delete()


def delete(player_id: int) -> None:
    Ticket.objects.filter(player_id=player_id).delete()


def remove_tickets(player_ids: Collection[int]) -> None:
    """Delete the tickets of players who play elsewhere. Call it in a transaction.

    Raises Refused if the game of one of them is about to start.
    """
    # Locked in the same order as in a wave.
    locked = Ticket.objects.select_for_update().filter(player_id__in=player_ids).order_by("pk")
    if any(_is_about_to_start(ticket) for ticket in locked):
        raise Refused(ErrorCode.ALREADY_STARTED, "The game is about to start.")
    Ticket.objects.filter(player_id__in=player_ids).delete()


def keep_alive(player_ids: Iterable[int]) -> None:
    """Keep the tickets of these players alive: their tabs are open."""
    Ticket.objects.filter(player_id__in=list(player_ids)).update(alive_until=utc_now() + ALIVE)


def expire_soon(player_ids: Collection[int]) -> None:
    """Let the tickets of these players expire soon: they have no open tab in this process."""
    # Not immediately: a tab in another process may keep them alive.
    soon = utc_now() + TABS_ELSEWHERE
    late = Ticket.objects.filter(player_id__in=player_ids, room=None, alive_until__gt=soon)
    late.update(alive_until=soon)


def ticket_views(player_ids: Iterable[int]) -> dict[int, TicketView]:
    tickets = Ticket.objects.filter(player_id__in=list(player_ids)).select_related("room")
    return {ticket.player_id: _view(ticket) for ticket in tickets}


def _view(ticket: Ticket) -> TicketView:
    settings = settings_view(ticket)
    return TicketView(
        variant=settings.variant,
        clock=settings.clock,
        rated=settings.rated,
        players=ticket.players,
        since=int(ticket.created_at.timestamp() * 1000),
        offer_company=utc_now() - ticket.created_at > OFFER_BOTS_AFTER,
        room=None if ticket.room is None else ticket.room.code,
    )


# --- Waves, run by the worker -----------------------------------------------------------------


def run_wave() -> list[str]:
    """Pair the tickets that can be paired now and return the codes of the new rooms."""
    now = utc_now()
    # A ticket with a room stays until the player's tabs have learned of the room.
    Ticket.objects.filter(alive_until__lt=now, room=None).delete()
    waiting = list(Ticket.objects.filter(room=None, player__is_active=True).order_by("pk"))
    pairings = pairing.pair(pairing_tickets(waiting), now.timestamp())
    codes = []
    for paired in pairings:
        try:
            code = open_room_for(paired)
        except (ValueError, KeyError, DatabaseError) as error:
            raise_outage(error)
            # A pairing that fails must not hold up the others.
            logger.exception("a pairing could not be seated: %s", paired)
            continue
        if code is not None:
            codes.append(code)
    return codes


def pairing_tickets(tickets: list[Ticket]) -> list[pairing.Ticket]:
    """Return the rows as `pairing.pair` takes them, with ratings and blocks."""
    players = [ticket.player_id for ticket in tickets]
    ratings = {
        (player, variant): shown
        for player, variant, shown in Rating.objects.filter(player_id__in=players).values_list(
            "player_id", "pool", "shown"
        )
    }
    apart = apart_of(players)
    return [
        pairing.Ticket(
            id=ticket.pk,
            player=ticket.player_id,
            settings=pairing.Settings(
                ticket.variant, tuple(sorted(ticket.switches.items())), ticket.clock, ticket.rated
            ),
            size=ticket.players or None,
            rating=ratings.get((ticket.player_id, ticket.variant), MU),
            created_at=ticket.created_at.timestamp(),
            apart=apart.get(ticket.player_id, frozenset()),
        )
        for ticket in tickets
    ]


def open_room_for(pairing: Pairing) -> str | None:
    """Open a room for a pairing and return its code; None if a ticket no longer exists."""
    ids = [ticket.id for ticket in pairing.tickets]
    with transaction.atomic():
        # All callers lock in the same order, so two workers cannot deadlock.
        locked = Ticket.objects.select_for_update().filter(pk__in=ids, room=None).order_by("pk")
        rows = {ticket.pk: ticket for ticket in locked if ticket.alive_until > utc_now()}
        if len(rows) < len(ids) or are_apart(ticket.player_id for ticket in rows.values()):
            return None
        first = rows[ids[0]]
        settings = GameSettings(first.variant, first.switches, first.clock, first.rated)
        room = open_paired_room([rows[id_].player_id for id_ in ids], *settings)
        Ticket.objects.filter(pk__in=ids).update(room=room)
        return room.code


def rooms_to_start() -> list[str]:
    return list(_late(utc_now()).values_list("code", flat=True)[:200])


def _late(now: datetime) -> QuerySet[Room]:
    return Room.objects.filter(game=None, begins_by__lte=now)


def to_look_at(now: datetime) -> tuple[QuerySet[Ticket], QuerySet[Room]]:
    """Return what a wave deals with: all tickets, and paired rooms whose game is due to start."""
    return Ticket.objects.all(), _late(now)


def delete_used_tickets() -> None:
    """Delete the tickets of rooms whose game started a while ago or will never start."""
    begun = Q(room__game__created_at__lt=utc_now() - TOLD_FOR)
    given_up = Q(room__isnull=False, room__game=None, room__begins_by=None)
    Ticket.objects.filter(begun | given_up).delete()
