"""The words of a room's preview for people who get its link, in its tags and its picture."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from games.platform.language import interpolate
from games.record.log.models import Game
from games.tables.rooms.models import Room, Seat


class Words(NamedTuple):
    """A headline, and what a visitor can do at the table, or ""."""

    headline: str
    note: str = ""


def with_free_seat(rooms: QuerySet[Room]) -> QuerySet[Room]:
    """Return `rooms` with their hosts and games; as `has_free_seat`, whether somebody can join."""
    free = Seat.objects.filter(room=OuterRef("pk"), closed=False, player=None)
    return rooms.select_related("host", "game").annotate(has_free_seat=Exists(free))


def shares_dice(room: Room) -> bool:
    """Return whether other tables have the same dice, so that nobody may see the game yet."""
    return room.game is not None and room.game.share is not None


def is_played(room: Room) -> bool:
    return room.game is not None and room.game.status == Game.Status.PLAYING


def words_of(room: Room, variant: str, host: str) -> Words:
    """Return the words for a room that was read `with_free_seat`. `variant`: its name. `host`: the
    host's name, or "" to leave it out.
    """
    if shares_dice(room):
        note = gettext("Everybody gets the same dice. Only your choices count.")
        return Words(gettext("Can you beat it?"), note)
    if room.ended:
        return Words(gettext("This table is closed."))
    names = {"host_name": host, "variant_name": variant}
    if is_played(room):
        watch = gettext("Watch a game of %(variant_name)s") % names
        return Words(watch, gettext("It is being played now."))
    if not room.has_free_seat:  # type: ignore[attr-defined]  # annotated
        game = gettext("A game of %(name)s") % {"name": variant}
        return Words(game, gettext("All seats are taken. You can watch."))
    if host:
        words = gettext("%(host_name)s invites you to a game of %(variant_name)s")
        headline = interpolate(words, names)
    else:
        headline = gettext("A game of %(name)s") % {"name": variant}
    return Words(headline, _joining(room))


def _joining(room: Room) -> str:
    if room.rated:
        return gettext("Rated games need accounts.")
    return gettext("Type a name and join. No account needed.")
