"""Play now: tickets in, tables out.

A ticket lives as long as a tab of its player keeps it alive; the worker's waves turn tickets into
rooms. A pairing is one transaction, so nobody is ever paired twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import matchmaking
from games.matchmaking import Pairing
from games.models import Rating, Room, Ticket, User
from games.protocol import ErrorCode
from games.ratings import MU
from games.rooms import Refused, open_paired_room
from games.wishes import Wish, wish_view

# The tabs of a player keep his ticket alive every few seconds; without them it ends after this.
ALIVE = timedelta(seconds=15)
# Who has waited so long is offered bots as company.
OFFER_AFTER = timedelta(seconds=20)


def play(player_id: int, wish: Wish, players: int) -> None:
    """Give the player a ticket, or change the one he has. Raises Refused."""
    if players == 1:
        raise Refused(ErrorCode.BAD_MESSAGE, "A table has two to four players.")
    now = timezone.now()
    with transaction.atomic():
        player = User.objects.select_for_update().filter(pk=player_id, is_active=True).first()
        if player is None:
            raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
        check_may_play_rated(player, wish, now)
        ticket = Ticket.objects.filter(player_id=player_id).first()
        if ticket is not None and _is_on_its_way(ticket):
            raise Refused(ErrorCode.ALREADY_STARTED, "Your game is about to begin.")
        Ticket.objects.filter(player_id=player_id).delete()
        Ticket.objects.create(
            player=player, players=players, alive_until=now + ALIVE, **wish._asdict()
        )


def check_may_play_rated(player: User, wish: Wish, now: datetime) -> None:
    """Raise Refused for a rated game while the player sits out a leaver's pause."""
    if wish.rated and player.paused_until is not None and player.paused_until > now:
        minutes = 1 + int((player.paused_until - now).total_seconds() // 60)
        raise Refused(
            ErrorCode.FORBIDDEN,
            f"You left rated games. Rated play is open to you again in {minutes} min; "
            "casual games are open now.",
        )


def _is_on_its_way(ticket: Ticket) -> bool:
    return ticket.room is not None and ticket.room.game_id is None


def cancel(player_id: int) -> None:
    """End the player's wish, if he has one that has found nobody yet."""
    Ticket.objects.filter(player_id=player_id, room=None).delete()


def keep_alive(player_ids: Iterable[int]) -> None:
    """Prolong the tickets of players whose tabs are here."""
    Ticket.objects.filter(player_id__in=list(player_ids)).update(alive_until=timezone.now() + ALIVE)


def ticket_views(player_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return the tickets of these players as browsers get them."""
    tickets = Ticket.objects.filter(player_id__in=list(player_ids)).select_related("room")
    return {ticket.player_id: _view(ticket) for ticket in tickets}


def _view(ticket: Ticket) -> dict[str, Any]:
    return {
        **wish_view(ticket),
        "players": ticket.players,
        "since": int(ticket.created_at.timestamp() * 1000),
        "offer_company": timezone.now() - ticket.created_at > OFFER_AFTER,
        "room": None if ticket.room is None else ticket.room.code,
    }


# --- Waves, run by the worker -----------------------------------------------------------------


def run_wave() -> list[str]:
    """Pair who can be paired now and return the codes of the new rooms."""
    now = timezone.now()
    Ticket.objects.filter(alive_until__lt=now).delete()
    waiting = list(Ticket.objects.filter(room=None).order_by("pk"))
    pairings = matchmaking.pair(pure_tickets(waiting), now.timestamp())
    return [code for pairing in pairings if (code := seat_together(pairing)) is not None]


def pure_tickets(tickets: list[Ticket]) -> list[matchmaking.Ticket]:
    """Return rows as matchmaking wants them, with ratings and blocks."""
    players = [ticket.player_id for ticket in tickets]
    ratings = {
        (player, variant): shown
        for player, variant, shown in Rating.objects.filter(player_id__in=players).values_list(
            "player_id", "variant", "shown"
        )
    }
    blocks: dict[int, set[int]] = {}
    links = User.blocked.through.objects.filter(from_user_id__in=players)
    for blocker, blocked in links.values_list("from_user_id", "to_user_id"):
        blocks.setdefault(blocker, set()).add(blocked)
    return [
        matchmaking.Ticket(
            id=ticket.pk,
            player=ticket.player_id,
            settings=matchmaking.Settings(
                ticket.variant, tuple(sorted(ticket.switches.items())), ticket.clock, ticket.rated
            ),
            size=ticket.players or None,
            rating=ratings.get((ticket.player_id, ticket.variant), MU),
            created_at=ticket.created_at.timestamp(),
            blocked=frozenset(blocks.get(ticket.player_id, ())),
        )
        for ticket in tickets
    ]


def seat_together(pairing: Pairing) -> str | None:
    """Give a pairing its room and return the code; None if a ticket has gone meanwhile."""
    ids = [ticket.id for ticket in pairing.tickets]
    with transaction.atomic():
        # Locked in the same order by all: two workers never wait for each other in a circle.
        locked = Ticket.objects.select_for_update().filter(pk__in=ids, room=None).order_by("pk")
        rows = {ticket.pk: ticket for ticket in locked if ticket.alive_until > timezone.now()}
        if len(rows) < len(ids):
            return None
        first = rows[ids[0]]
        wish = Wish(first.variant, first.switches, first.clock, first.rated)
        room = open_paired_room([rows[id_].player_id for id_ in ids], *wish)
        Ticket.objects.filter(pk__in=ids).update(room=room)
        return room.code


def rooms_to_begin() -> list[str]:
    """Return the codes of paired rooms whose time to begin has come."""
    late = Room.objects.filter(game=None, begins_by__lte=timezone.now())
    return list(late.values_list("code", flat=True)[:200])


def forget_begun() -> None:
    """Delete the tickets of rooms whose game has begun."""
    Ticket.objects.filter(room__game__isnull=False).delete()
