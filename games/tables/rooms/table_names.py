"""The names of people as a table of strangers knows them.

Somebody who changes their name during a game shows with the new one after it: until then names
are those of the start of the game, which its scorecards have. Who does not hear somebody keeps the
old name (`games.tables.live.audience`).
"""

from collections.abc import Iterable

from django.db.models import Case, F, OuterRef, QuerySet, Subquery, When

from games.people.accounts.models import User
from games.record.log.models import Game, Scorecard
from games.tables.rooms.models import Room, Seat

_name_in_game = (
    Scorecard.objects.filter(game__room=OuterRef("room"), player=OuterRef("player"))
    .order_by("-game__number")
    .values("name")[:1]
)


def with_names(seats: "QuerySet[Seat]") -> "QuerySet[Seat]":
    """Return `seats` with their players, and with annotations: `known_as`, where strangers meet the
    player's name in the newest game that they played there, and for whom and which game it holds.
    """
    return seats.select_related("player").annotate(
        known_as=Case(When(room__strangers=True, then=Subquery(_name_in_game))),
        known_player=F("player"),
        known_game=F("room__game"),
    )


def old_names(room: Room, seats: Iterable[Seat]) -> dict[int, str]:
    """Return the names in their newest game of those who sit at a table of strangers and have
    another name now. A change of game does not forget them.
    """
    if not room.strangers:
        return {}
    return {
        seat.player.pk: seat.known_as  # type: ignore[attr-defined]  # annotated
        for seat in seats
        if seat.player and _is_known(seat, room) and seat.known_as != seat.player.name  # type: ignore[attr-defined]  # annotated
    }


def _is_known(seat: Seat, room: Room) -> bool:
    # A change may have moved people, or started a game, since the seats were read.
    found = (getattr(seat, "known_player", None), getattr(seat, "known_game", None))
    return found == (seat.player_id, room.game_id) and bool(seat.known_as)  # type: ignore[attr-defined]  # annotated


def is_playing(room: Room) -> bool:
    return room.game is not None and room.game.status == Game.Status.PLAYING


def name_at(room: Room, player: User) -> str:
    """Return the name under which somebody writes at a table now."""
    if not room.strangers or room.game is None or not is_playing(room):
        return player.name
    card = room.game.scorecards.filter(player=player).first()
    return player.name if card is None else card.name
