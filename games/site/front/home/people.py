"""People on the home page: whom a player has played with, who wants to be a friend, and who invites
them to a table.
"""

from typing import Any, NamedTuple

from games.core.rules import name_of
from games.people.accounts.models import User
from games.people.circles import friends
from games.people.circles.together import Company
from games.platform.clock import utc_now
from games.tables.matchmaking import invitations
from games.tables.matchmaking.companions import Companion, people_played_with


class Offered(NamedTuple):
    """Somebody in the list. `asked`: the player has asked them to become friends."""

    person: Companion
    asked: bool


class Invited(NamedTuple):
    """An invitation that the player can answer."""

    code: str
    name: str
    circle: str
    variant: str


def people_of(player: User, company: Company) -> dict[str, Any]:
    """Return what the home page shows a player of other people."""
    asking = friends.requests_of(player, company.contact)
    found = people_played_with(player, company, utc_now())
    return {
        "people": [Offered(each, each.player in asking.asked) for each in found],
        "askers": asking.askers,
        "invitations": [
            Invited(
                each.room.code,
                each.sender.name,
                "" if each.circle is None else each.circle.name,
                name_of(each.room.variant),
            )
            for each in invitations.open_to([player.pk])
        ],
    }
