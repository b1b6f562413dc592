"""What the table of authority needs to know of a table."""

from django.db.models import Q

from games.people.authority.records import Actor, PlaceFacts, TableFacts
from games.tables.rooms.models import Room


def facts_of(actor: Actor, room: Room, target: int | None = None) -> TableFacts:
    """Return what a table is to somebody who acts there. `target`: the player whom the action is
    about. Asks no query.
    """
    return TableFacts(is_host=room.host_id == actor.id, about_self=target == actor.id)


def place_of(actor: Actor, room: Room) -> PlaceFacts:
    """Return what a table is to somebody in the admin."""
    mine = Q(player=actor.id) | Q(operator=actor.id) | Q(lender=actor.id)
    plays = room.host_id == actor.id or room.seats.filter(mine).exists()
    return PlaceFacts(plays=plays, right="change_room")
