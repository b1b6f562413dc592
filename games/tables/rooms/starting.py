"""Starts the next game of a room, and cancels a start if players do not show their seeds.

`here` is always the players who are connected, or None if that is unknown.
"""

from collections.abc import Collection, Sequence

from games.core import bots
from games.core.engine import IllegalAction, Player
from games.core.protocol.errors import TRY_AGAIN, ErrorCode, Refused
from games.people.accounts import bot_accounts
from games.people.conduct import leavers
from games.platform.clock import now_ms, utc_now
from games.platform.database import bulk
from games.platform.database.chained import Parts
from games.record.log import batches, ending
from games.record.log.models import Game
from games.record.log.starting import begin_game, prepare_next_game
from games.tables.rooms import changes
from games.tables.rooms.changes import LockedRoom, changing_table
from games.tables.rooms.consent import accept, check_terms, leave_out
from games.tables.rooms.hosting import next_host
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import (
    check_between_games,
    check_host,
    check_may_agree,
    check_may_play_rated,
    check_not_in_tournament,
    check_not_paired,
    check_open,
)
from games.tables.rooms.rated_eligibility import address_mark, find_reason_at_start
from games.tables.rooms.room_view import seats_of
from games.tables.rooms.sealing import (
    Seal,
    check_seal,
    find_missing,
    has_seals,
    people_at,
    put_seal,
    put_seed,
)
from games.tables.rooms.seats import seats_played_by, vacate

# Attempts, in case players show their seeds at the same time.
TRIES = 5


def cancel_start(room_id: int, game_id: int, seats: Collection[int], blamed: bool) -> None:
    """Cancel the start of the room's game, because these seats did not show their seeds.

    Their players lose their seats in the room. At a rated table it also counts as leaving a game
    if they are `blamed`. Raises Refused if the game has begun or ended, or the seeds are shown.
    """
    for _ in range(TRIES):
        try:
            with changing_table(room_id) as table:
                cancel_at(table, game_id, seats, blamed)
        except batches.Conflict:
            continue  # a player showed their seed meanwhile
        return
    raise Refused(ErrorCode.BUSY, TRY_AGAIN)


def cancel_at(table: LockedRoom, game_id: int, seats: Collection[int], blamed: bool) -> None:
    """Like `cancel_start`, at a table that is locked. Raises Refused, and Conflict if another event
    came first.
    """
    # The caller's transaction commits the log's last event together with the change of the room.
    room = table.room
    if room.game is None or room.game_id != game_id or room.game.status != Game.Status.PLAYING:
        raise Refused(ErrorCode.STALE, "The game has moved on.")
    try:
        players = ending.cancel_start(game_id, seats, blamed)
    except IllegalAction as refusal:
        raise Refused(ErrorCode.STALE, str(refusal)) from refusal
    for seat in room.seats.filter(player__in=players):
        vacate(seat)
    if room.host_id in players:
        host = next_host(room)
        # Without one, the next player to sit down becomes the host.
        Room.objects.filter(pk=room.pk).update(host=None if host is None else host.player_id)
    if room.rated and blamed:
        leavers.note_rated_game(players, ())


# Used in place of a missing seed: the server never makes one up.
NO_SEED = "none"


BOT_SEED = "bot"


def start_paired(room_id: int, blamed: bool = False) -> None:
    """Start the first game of a paired room, unless it has started or too few players are left.

    If some players have sent a seal and others have sent nothing, the start is cancelled at once.
    `blamed`: see `games.tables.rooms.starting.cancel_start`.
    """
    with changing_table(room_id) as table:
        if _waits_for_pair(table.room):
            _start_paired_game(table, blamed)


def _waits_for_pair(room: Room) -> bool:
    return room.game_id is None and room.begins_by is not None


def _start_paired_game(table: LockedRoom, blamed: bool = False) -> bool:
    """Start the game of a paired room if two seats are taken, one of them by a person. Return
    whether it has started, even if the start was cancelled at once because seeds are missing.
    """
    room = table.room
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    taken = [seat for seat in table.seats if seat.player is not None]
    people = people_at(taken)
    # Nobody would see a game with only bots.
    if len(taken) < 2 or not people:
        return False
    absent = [seat for seat in people if not seat.seed and not seat.seal]
    if not absent or not has_seals(taken):
        start_with(table, taken)
        return True
    withheld = [number for number, seat in enumerate(taken) if seat in absent]
    start_with(table, taken, absent)
    # Cancelling appends to the log, so the first event must be there.
    table.write_now()
    assert room.game is not None
    cancel_at(table, room.game.pk, withheld, blamed)
    return True


def start_if_complete(
    table: LockedRoom, here: Collection[int] | None, was_sealing: bool = False
) -> bool:
    """Start the next game if it was waiting only for the last seed or connection. Return whether it
    has started.

    `was_sealing`: the last change replaced a player's seal.
    """
    room = table.room
    if room.ended or (room.game is not None and room.game.status == Game.Status.PLAYING):
        return False
    if room.game is not None and room.tournament_id is not None:
        return False
    people = people_at(table.seats)
    if _waits_for_pair(room):
        if not all(seat.seed or seat.seal for seat in people):
            return False
    elif (
        room.game_id is None
        or not all(seat.ready for seat in people)
        or not (was_sealing or has_seals(table.seats))
    ):
        return False
    if find_missing(room, table.seats, here):
        return False
    if _waits_for_pair(room):
        return _start_paired_game(table)
    start_with(table, table.seats)
    return True


def start_waiting(room_id: int, here: Collection[int] | None) -> None:
    """Start the next game if it was waiting only for a connection. Raises Refused if not."""
    with changing_table(room_id) as table:
        if not start_if_complete(table, here):
            raise Refused(ErrorCode.STALE, "The game cannot start yet.")


def start(room_id: int, player_id: int, here: Collection[int] | None = None) -> None:
    """Start the next game with everyone seated; after a game, with everyone ready. Nobody plays
    under terms that they have not accepted (`games.tables.rooms.consent`).

    Only the host may. Raises Refused, also if somebody is missing (see
    `games.tables.rooms.sealing.find_missing`).
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_host(room, player_id)
        check_between_games(room)
        seats_played_by(table, player_id)
        # A paired table starts automatically: some players may not have sent their seeds yet.
        check_not_paired(room)
        check_not_in_tournament(room)
        if room.rated:
            check_may_play_rated(player_id)
        leave_out(table, player_id, here)
        # Read the seats again: some may just have been freed.
        seats = seats_of(room.pk)
        missing = find_missing(room, seats, here)
        if missing is not None:
            raise missing
        start_with(table, seats)


def rematch(
    room_id: int,
    player_id: int,
    seed: str | None,
    address: str = "",
    seal: Seal | None = None,
    here: Collection[int] | None = None,
    terms: int | None = None,
) -> LockedRoom:
    """Ask for another game, which starts once everyone at the table has asked and nobody is
    missing. Return the table after that. `terms`: see `games.tables.rooms.consent.check_terms`.
    Raises Refused.
    """
    with changing_table(room_id) as table:
        room = table.room
        check_open(room)
        check_terms(room, terms)
        if room.game_id is None:
            raise Refused(ErrorCode.NOT_STARTED, "No game has been played here yet.")
        check_between_games(room)
        check_not_in_tournament(room)
        mine = seats_played_by(table, player_id)
        if seal is not None:
            check_seal(table, player_id, *seal)
        check_may_agree(room, player_id, table.seats)
        accept(mine, room)
        for seat in mine:
            seat.ready = True
        own = next((seat for seat in mine if seat.player_id == player_id), None)
        if own is not None:
            if seed:
                put_seed(own, seed)
            elif seal is not None:
                put_seal(own, seal.seal)
            if seed or seal:
                own.address = address_mark(address, room_id)
        # Bots are always ready.
        all_ready = all(seat.ready for seat in people_at(table.seats))
        if all_ready and not find_missing(room, table.seats, here):
            start_with(table, table.seats)
        else:
            rows = [(s.seed, s.address, s.seal, s.sealing, s.terms, s.pk) for s in mine]
            table.writes.append((changes.MAKE_READY, rows))
    return table


def start_with(
    table: LockedRoom, seats: Sequence[Seat], absent: Collection[Seat] = (), demo: bool = False
) -> None:
    """Start the next game of the room with the players of `seats`. `absent`: the seats that sent
    neither seed nor seal although the others did. `demo`: see
    `games.record.log.starting.begin_game`.
    """
    room = table.room
    # `upkeep.close_idle` has closed its commitment.
    if not room.next_code:
        raise Refused(ErrorCode.STALE, "The table had been idle for long. Please try again.")
    reason = find_reason_at_start(room, seats) if room.rated else None
    players = [_player_of(seat, seat in absent) for seat in seats if seat.player is not None]
    stand_in = bots.STAND_IN if room.stand_ins and not room.rated else ""
    now = now_ms()
    begun = begin_game(
        room,
        players,
        now,
        unrated_reason=reason or "",
        stand_in=stand_in,
        demo=demo,
        shares_device=any(seat.operator_id is not None for seat in seats),
        secret=table.secret,
    )
    room.next_code, room.begins_by = prepare_next_game(), None
    used = [(seat.seal, bulk.stored(utc_now())) for seat in seats if seat.seal]
    for seat in seats:
        seat.ready, seat.seed, seat.address, seat.seal = False, "", "", ""
    together: Parts = [
        *[(changes.KEEP_SEAL, [row]) for row in used],
        (changes.CLEAR_SEATS, [(room.pk,)]),
        (changes.SET_GAME, [(room.next_code, room.pk)]),
    ]
    table.begun = begun, together


def _player_of(seat: Seat, absent: bool) -> Player:
    player = seat.player
    assert player is not None
    if player.is_bot:
        return Player(player.pk, player.name, BOT_SEED, True, bot_accounts.persona_of(player))
    if seat.seal or absent:
        return Player(player.pk, player.name, "", seal=seat.seal, absent=absent)
    return Player(player.pk, player.name, seat.seed or NO_SEED)
