"""People you played with: whom the home page and the form for a table offer to invite."""

from datetime import datetime
from typing import NamedTuple

from games.people.accounts.avatars import flags_of
from games.people.accounts.models import User
from games.people.circles.together import Company
from games.people.conduct.contact import Contact, read_contact
from games.record.log.models import Game, Scorecard
from games.tables.matchmaking.room_lists import ONLINE

MAX_PEOPLE = 20
MAX_GAMES = 100
"""How many of a player's newest games are looked at."""
AGAIN = 2
"""Where strangers meet, two players who played this many games at one table both wanted another."""


class Companion(NamedTuple):
    """Somebody with whom a player has played, or whom they have as a friend. `here`: they are
    online, and let the player know.
    """

    player: int
    name: str
    avatar: str
    guest: bool
    friend: bool
    here: bool


def people_played_with(me: User, company: Company, now: datetime) -> list[Companion]:
    """Return the friends of a player, and the last people of their tables, the latest first.
    `company`: of the player.
    """
    latest = _latest(me.pk, company.contact)
    ids = [*company.friends, *latest]
    people = User.objects.filter(pk__in=ids, is_active=True, is_bot=False).in_bulk()
    order = {id_: place for place, id_ in enumerate(latest)}
    found = [_companion(each, company, now) for each in people.values()]
    found.sort(key=lambda each: (not each.friend, order.get(each.player, len(order)), each.name))
    kept = [each for each in found if each.friend]
    return kept + [each for each in found if not each.friend][:MAX_PEOPLE]


def have_played(me: User, other_id: int) -> bool:
    """Whether `other_id` is among the people with whom a player has played lately."""
    return other_id in _latest(me.pk, read_contact(me))


def _latest(me: int, contact: Contact) -> list[int]:
    """Return with whom a player has played, the latest first: who has left the site, bots, players
    who have no device of their own, and who is blocked or unknown to a family lock are missing.
    """
    mine = Scorecard.objects.filter(player=me).order_by("-game").values("game")[:MAX_GAMES]
    rows = (
        Scorecard.objects.filter(
            game__in=mine,
            player__is_bot=False,
            player__is_active=True,
            player__added_by=None,
        )
        .exclude(player=me)
        .exclude(game__status=Game.Status.CANCELLED)
        .order_by("-game", "seat")
        .values_list("player", "game__room", "game__room__strangers", "game__room__tournament")
    )
    found: dict[int, None] = {}
    met: dict[tuple[int, int], int] = {}
    for player, room, strangers, tournament in rows:
        if player is None or player in found or not contact.shows(player):
            continue
        if room is None or tournament is not None:
            continue
        met[player, room] = met.get((player, room), 0) + 1
        if not strangers or met[player, room] >= AGAIN:
            found[player] = None
    return list(found)


def _companion(other: User, company: Company, now: datetime) -> Companion:
    listed = other.listed_online and not other.is_guest and not other.locked
    lets_know = company.fellows.get(other.pk, listed)
    return Companion(
        other.pk,
        company.contact.name_of(other.pk) or other.name,
        other.avatar or flags_of(other.name, other.pk),
        other.is_guest,
        other.pk in company.friends,
        lets_know and other.seen_at > now - ONLINE,
    )
