"""Open and close rooms."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db import transaction

from games.core.engine import DiceMode, Mode
from games.core.engine.fields import MAX_SEATS as MAX_SEATS_IN_ROUNDS
from games.core.rules import Variant, find_variant, is_house_rules
from games.people.accounts.models import User
from games.people.accounts.site_rules import allows_public_tables
from games.people.circles.models import Circle
from games.platform.clock import utc_now
from games.record.log.starting import prepare_next_game
from games.record.solving.requests import want
from games.tables.rooms.changes import changing
from games.tables.rooms.game_settings import offered_clocks
from games.tables.rooms.hosting import check_circle
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.starting import BOT_SEED

MAX_SEATS = 8
"""The most seats of a room in which players take turns, or whose games are rated."""

# How long paired players have to connect. Then the game starts, and so does their clock.
PAIRED_WAIT = timedelta(seconds=15)
# The same after a challenge for a game with a long clock: the challenger may be away. Shorter than
# the day after which the commitment of a room that nobody changes is closed.
CHALLENGE_WAIT = timedelta(hours=23)


def max_seats(mode: Mode, rated: bool) -> int:
    return MAX_SEATS_IN_ROUNDS if mode == "rounds" and not rated else MAX_SEATS


def open_room(
    host: User,
    variant_id: str,
    switches: Mapping[str, str],
    seats: int,
    clock: int | None,
    public: bool,
    rated: bool = False,
    stand_ins: bool = False,
    tournament: int | None = None,
    mode: Mode = "turns",
    dice: DiceMode = "own",
    strangers: bool | None = None,
    circle: Circle | None = None,
) -> Room:
    """Create a room with its host in the first seat, and return it. `clock`: seconds per turn, or
    None. `stand_ins`: whether a bot replaces players who leave a casual game. `tournament`: the id
    of the one whose table it is. `strangers`: whether people meet here who came without a private
    link; by default, at public tables. `circle`: of the host, whose games are played here; such a
    table is private.

    Raises Refused for a circle of others, and ValueError for an unknown variant, switch, number of
    seats or clock, for rounds without a clock, and for the same dice in turns.
    """
    if host.locked or not allows_public_tables():
        public = False  # nobody may watch without the link
    if circle is not None:
        check_circle(circle, host.pk)
        public = strangers = False
    variant = find_variant(variant_id, **switches)
    _check(variant, seats, clock, rated, mode, dice)
    with transaction.atomic():
        want(variant, host.pk)
        room = Room.objects.create(
            host=host,
            opened_by=host,
            variant=variant.id,
            switches=dict(variant.switches),
            clock=clock,
            public=public,
            strangers=public if strangers is None else strangers,
            rated=rated,
            mode=mode,
            dice=dice,
            stand_ins=stand_ins and not rated,
            tournament_id=tournament,
            circle=circle,
            next_code=prepare_next_game(),
        )
        Seat.objects.bulk_create(
            [
                Seat(room=room, number=0, player=host, seated_at=utc_now()),
                *(Seat(room=room, number=number) for number in range(1, seats)),
            ]
        )
    return room


def _check(
    variant: Variant, seats: int, clock: int | None, rated: bool, mode: Mode, dice: DiceMode
) -> None:
    """Raise ValueError for settings that no room can have."""
    most = max_seats(mode, rated)
    if not 1 <= seats <= most:
        raise ValueError(f"a room has 1 to {most} seats")
    if mode == "rounds" and clock is None:
        raise ValueError("rounds need a clock")
    if dice == "same" and mode != "rounds":
        raise ValueError("the same dice for everybody need rounds")
    if clock not in offered_clocks():
        raise ValueError("there is no such clock")
    if rated and (clock is None or is_house_rules(variant)):
        raise ValueError("a rated game is an official one, and has a clock")


def open_paired_room(
    player_ids: Sequence[int],
    variant_id: str,
    switches: Mapping[str, str],
    clock: int | None,
    rated: bool,
    tournament: int | None = None,
    mode: Mode = "turns",
    dice: DiceMode = "own",
    public: bool = True,
    wait: timedelta = PAIRED_WAIT,
    circle: int | None = None,
) -> Room:
    """Create a room where these paired players sit. The first player is the host. `public`: whether
    the lobby lists its game. `circle`: the id of the one for which its games count.

    The game starts automatically, when the browsers of all seats have sent their seeds (which must
    come after the commitment), or after `wait`.
    """
    players = User.objects.in_bulk(player_ids)
    host = players[player_ids[0]]
    with transaction.atomic():
        room = open_room(
            host,
            variant_id,
            switches,
            len(players),
            clock,
            public=public,
            strangers=True,
            rated=rated,
            # The players do not know each other, so a bot replaces one who leaves a casual game.
            stand_ins=tournament is None,
            tournament=tournament,
            mode=mode,
            dice=dice,
        )
        # Not asked of the players: an arena's may have left the circle since they joined.
        Room.objects.filter(pk=room.pk).update(begins_by=utc_now() + wait, circle=circle)
        for number, player_id in enumerate(player_ids):
            # Bots have no browser that could send a seed.
            seed = BOT_SEED if players[player_id].is_bot else ""
            room.seats.filter(number=number).update(player=player_id, ready=True, seed=seed)
        room.seats.update(seated_at=utc_now())
    return room


def close_room(room_id: int) -> None:
    """Close the room for good: it leaves the lobby, and nobody can sit down or play there. Raises
    Refused if there is no such room.
    """
    with changing(room_id):
        Room.objects.filter(pk=room_id).update(public=False, begins_by=None, ended=True)
