"""The preview of a room: an invitation."""

from functools import partial

from django.urls import re_path
from django.utils.translation import gettext

from games.core.rules import find_variant
from games.site.shared.pages.url_converters import CODE
from games.site.shared.sharing.contents import Challenge, Invitation
from games.site.shared.sharing.head import DOT, PICTURE, Found, Kind, Preview, person_of, preview
from games.site.shared.sharing.letters import is_drawable
from games.tables.rooms.invitations import Words, is_played, shares_dice, with_free_seat, words_of
from games.tables.rooms.models import Room, Seat

MAX_SEATS = 8


def of_room(room: Room, variant: str, names_host: bool = True) -> Preview:
    """Return the preview of a room that was read `with_free_seat`. `rev` counts its changes, also
    the end of its game, so it is not told where others still play the dice. `names_host`: whether
    the words may name the host.
    """
    words = words_of(room, variant, room.host.name if room.host and names_host else "")
    return preview(
        "room",
        room.code,
        version="" if shares_dice(room) else f"{room.rev}{'p' if is_played(room) else ''}",
        alt=words.headline,
        title=words.headline,
        description=words.note or words.headline,
    )


def read_room(code: str) -> Found | None:
    """Return the invitation to a room, in two queries."""
    # A game that shares its dice with other tables admits nobody else, so its picture does not say
    # who plays. For any other game, in any state, it shows only the players.
    room = with_free_seat(Room.objects.filter(code=code)).first()
    if room is None:
        return None
    name = find_variant(room.variant, **room.switches).name
    host = room.host.name if room.host is not None and is_drawable(room.host.name) else ""
    words = words_of(room, name, host)
    if shares_dice(room):
        return Found(Challenge(name, words.headline, words.note))
    eyebrow = f"{name}{DOT}{gettext('rated')}" if room.rated else name
    if room.ended:
        return Found(Invitation(eyebrow, words.headline))
    return Found(_invitation(room, eyebrow, words))


def _invitation(room: Room, eyebrow: str, words: Words) -> Invitation:
    seats = Seat.objects.select_related("player").filter(room=room, closed=False)
    people = [
        None if seat.player is None else person_of(seat.player, seat.number) for seat in seats
    ]
    shown = people if len(people) <= MAX_SEATS else people[: MAX_SEATS - 1]
    return Invitation(
        eyebrow,
        words.headline,
        words.note,
        tuple(shown),
        f"+{len(people) - len(shown)}" if len(shown) < len(people) else "",
        gettext("Free"),
    )


PREVIEWS = (Kind("room", partial(re_path, rf"{PICTURE}/r/{CODE}\.png$"), read_room),)
