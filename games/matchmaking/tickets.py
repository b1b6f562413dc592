"""Play now: tickets in, tables out.

A ticket lives as long as a tab of its player keeps it alive; the worker's waves turn tickets into
rooms. A pairing is one transaction, so nobody is ever paired twice.
"""

import logging
from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.models import Q

from games import bots
from games.accounts import bot_accounts
from games.clock import utc_now
from games.matchmaking import pairing
from games.matchmaking.pairing import Pairing
from games.models import Rating, Room, Ticket, User
from games.protocol import ErrorCode, TicketView
from games.ratings import MU
from games.rooms import GameSettings, Refused, check_may_play_rated, open_paired_room, settings_view

logger = logging.getLogger(__name__)

# The tabs of a player keep his ticket alive every few seconds; without them it ends after this.
ALIVE = timedelta(seconds=15)
# Of a player whose last tab in one process is closed. Tabs in others prolong it more often.
TABS_ELSEWHERE = timedelta(seconds=6)
# Who has waited so long is offered bots as company.
OFFER_BOTS_AFTER = timedelta(seconds=20)
# The ticket of a game that has begun stays so long, that every tab hears of it.
TOLD_FOR = timedelta(seconds=5)


def play(player_id: int, wish: GameSettings, players: int) -> None:
    """Give the player a ticket, or change the one he has. Raises Refused."""
    if players == 1:
        raise Refused(ErrorCode.BAD_MESSAGE, "A table has two to four players.")
    now = utc_now()
    with transaction.atomic():
        player = _locked_player(player_id)
        if wish.rated:
            check_may_play_rated(player_id)
        ticket = lock_ticket(player_id)
        if ticket is not None and _is_for(ticket, wish, players):
            # Said twice: he keeps his place among those who wait.
            Ticket.objects.filter(pk=ticket.pk).update(alive_until=now + ALIVE)
            return
        Ticket.objects.filter(player_id=player_id).delete()
        Ticket.objects.create(
            player=player, players=players, alive_until=now + ALIVE, **wish._asdict()
        )


def play_with_bots(
    player_id: int, wish: GameSettings, count: int, wanted: tuple[str, ...] = ()
) -> str:
    """Seat the player with `count` bots, those `wanted` first, and return the code of the room.

    Raises Refused.

    Said twice, it leads to one room.
    """
    if not bots.PERSONALITIES.keys() >= set(wanted):
        raise Refused(ErrorCode.NOT_FOUND, "There is no such bot.")
    with transaction.atomic():
        _locked_player(player_id)
        waiting = Room.objects.filter(seats__player_id=player_id, game=None)
        begins = waiting.filter(begins_by__gt=utc_now()).first()
        if begins is not None:
            return begins.code
        Ticket.objects.filter(player_id=player_id).delete()
        others = bot_accounts.find_bots(max(count, len(set(wanted))), wanted)
        return open_paired_room([player_id, *others], *wish._replace(rated=False)).code


def _locked_player(player_id: int) -> User:
    """Return the player, so locked that he can be seated meanwhile. Raises Refused."""
    players = User.objects.select_for_update(no_key=True)
    player = players.filter(pk=player_id, is_active=True).first()
    if player is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
    return player


def lock_ticket(player_id: int) -> Ticket | None:
    """Return the player's ticket, locked. Raises Refused if its game is about to begin."""
    ticket = Ticket.objects.select_for_update().filter(player_id=player_id).first()
    if ticket is not None and _is_on_its_way(ticket):
        raise Refused(ErrorCode.ALREADY_STARTED, "Your game is about to begin.")
    return ticket


def _is_on_its_way(ticket: Ticket) -> bool:
    room = ticket.room
    return room is not None and room.game_id is None and room.begins_by is not None


def _is_for(ticket: Ticket, wish: GameSettings, players: int) -> bool:
    wished = GameSettings(ticket.variant, ticket.switches, ticket.clock, ticket.rated)
    return ticket.room_id is None and (wished, ticket.players) == (wish, players)


def cancel(player_id: int) -> None:
    """End the player's wish, if he has one that has found nobody yet."""
    Ticket.objects.filter(player_id=player_id, room=None).delete()


def remove_tickets(player_ids: Collection[int]) -> None:
    """End the wishes of players who have found each other otherwise. In a transaction.

    Raises Refused if the game of one of them is about to begin.
    """
    # Locked in the same order as by the waves.
    locked = Ticket.objects.select_for_update().filter(player_id__in=player_ids).order_by("pk")
    if any(_is_on_its_way(ticket) for ticket in locked):
        raise Refused(ErrorCode.ALREADY_STARTED, "Another game is about to begin.")
    Ticket.objects.filter(player_id__in=player_ids).delete()


def keep_alive(player_ids: Iterable[int]) -> None:
    """Prolong the tickets of players whose tabs are here."""
    Ticket.objects.filter(player_id__in=list(player_ids)).update(alive_until=utc_now() + ALIVE)


def expire_soon(player_ids: Collection[int]) -> None:
    """Let the tickets of players without a tab here run out soon: before a wave finds them, and
    not before a tab in another process has prolonged them.
    """
    soon = utc_now() + TABS_ELSEWHERE
    late = Ticket.objects.filter(player_id__in=player_ids, room=None, alive_until__gt=soon)
    late.update(alive_until=soon)


def ticket_views(player_ids: Iterable[int]) -> dict[int, TicketView]:
    """Return the tickets of these players as browsers get them."""
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
        offer_company=utc_now() - ticket.created_at > OFFER_AFTER,
        room=None if ticket.room is None else ticket.room.code,
    )


# --- Waves, run by the worker -----------------------------------------------------------------


def run_wave() -> list[str]:
    """Pair who can be paired now and return the codes of the new rooms."""
    now = utc_now()
    # One that has found its room stays until its player has heard of it.
    Ticket.objects.filter(alive_until__lt=now, room=None).delete()
    waiting = list(Ticket.objects.filter(room=None, player__is_active=True).order_by("pk"))
    pairings = pairing.pair(pairing_tickets(waiting), now.timestamp())
    codes = []
    for paired in pairings:
        try:
            code = open_room_for(paired)
        except (ValueError, KeyError, DatabaseError):
            # A pairing that fails must not hold up the others.
            logger.exception("a pairing could not be seated: %s", paired)
            continue
        if code is not None:
            codes.append(code)
    return codes


def pairing_tickets(tickets: list[Ticket]) -> list[pairing.Ticket]:
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
        pairing.Ticket(
            id=ticket.pk,
            player=ticket.player_id,
            settings=pairing.Settings(
                ticket.variant, tuple(sorted(ticket.switches.items())), ticket.clock, ticket.rated
            ),
            size=ticket.players or None,
            rating=ratings.get((ticket.player_id, ticket.variant), MU),
            created_at=ticket.created_at.timestamp(),
            blocked=frozenset(blocks.get(ticket.player_id, ())),
        )
        for ticket in tickets
    ]


def open_room_for(pairing: Pairing) -> str | None:
    """Give a pairing its room and return the code; None if a ticket has gone meanwhile."""
    ids = [ticket.id for ticket in pairing.tickets]
    with transaction.atomic():
        # Locked in the same order by all: two workers never wait for each other in a circle.
        locked = Ticket.objects.select_for_update().filter(pk__in=ids, room=None).order_by("pk")
        rows = {ticket.pk: ticket for ticket in locked if ticket.alive_until > utc_now()}
        if len(rows) < len(ids):
            return None
        first = rows[ids[0]]
        wish = GameSettings(first.variant, first.switches, first.clock, first.rated)
        room = open_paired_room([rows[id_].player_id for id_ in ids], *wish)
        Ticket.objects.filter(pk__in=ids).update(room=room)
        return room.code


def rooms_to_start() -> list[str]:
    """Return the codes of paired rooms whose time to begin has come."""
    late = Room.objects.filter(game=None, begins_by__lte=utc_now())
    return list(late.values_list("code", flat=True)[:200])


def delete_used_tickets() -> None:
    """Delete the tickets of rooms whose game has begun a while ago, or never will."""
    begun = Q(room__game__created_at__lt=utc_now() - TOLD_FOR)
    given_up = Q(room__isnull=False, room__game=None, room__begins_by=None)
    Ticket.objects.filter(begun | given_up).delete()
