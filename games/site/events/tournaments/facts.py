"""What the table of authority needs to know of a tournament."""

from games.people.authority.records import Actor, PlaceFacts
from games.site.events.tournaments.models import Tournament


def place_of(actor: Actor, tournament: Tournament) -> PlaceFacts:
    """Return what a tournament is to somebody in the admin."""
    plays = tournament.entries.filter(player=actor.id).exists()
    return PlaceFacts(plays=plays, right="change_tournament")
