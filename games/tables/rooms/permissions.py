"""What a player may do at a table, and in its game beside what the rules allow. Each check raises
Refused.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery
from msgspec import UNSET

from games.core.engine import AutoPlay, GameState, Resign
from games.core.engine.actions import Action as Move
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_view import RoomView
from games.people.accounts.facts import actor_at_table
from games.people.accounts.models import User
from games.people.authority.answers import check
from games.people.authority.records import Action, Actor, PlaceFacts, TableFacts
from games.people.conduct import leavers
from games.people.conduct.contact import is_apart_from, kept_apart
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import find_in_force, of_kind, refusal_of, which_last
from games.platform.clock import now_ms, utc_now
from games.platform.database.prepared import Answer, Prepared, Query, fetch
from games.record.log.models import Game
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.rated_eligibility import address_mark

# Once a player is away for this long, others may have the server play their seat.
AWAY_S = 30.0
# How long a removed guest cannot come back as another guest.
REMOVED_FOR_S = 6 * 3600.0


def check_action(
    room: RoomView, state: GameState, action: Move, away_for: Callable[[int], float]
) -> None:
    """Refuse automatic play of a player who has not been away long enough, and resigning in a
    duplicate event. `away_for`: returns for how many seconds a player has been away.
    """
    match action:
        # With one seat left, its table would end before the others.
        case Resign() if state.share and room.tournament is not UNSET:
            raise Refused(ErrorCode.FORBIDDEN, "You can leave: the server plays on for you.")
        case AutoPlay(seat=seat):
            if seat >= len(state.seats):
                raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
            if is_on_holiday(room, state.seats[seat].player):
                raise Refused(ErrorCode.FORBIDDEN, "They are on holiday.")
            if away_for(state.seats[seat].player) < AWAY_S:
                raise Refused(ErrorCode.FORBIDDEN, "Please give them a little more time.")


def is_on_holiday(room: RoomView, player: int) -> bool:
    """Whether a player's turn must not end now. Only games with a long clock know holidays."""
    found = [seat.holiday for seat in room.seats if seat.player == player]
    now = now_ms()
    return any(each is not UNSET and each[0] <= now < each[1] for each in found)


def check_hint(room: RoomView, state: GameState) -> None:
    """Refuse hints where games count, or share their dice."""
    if room.rated:
        raise Refused(ErrorCode.FORBIDDEN, "Rated games have no hints.")
    if room.tournament is not UNSET:
        raise Refused(ErrorCode.FORBIDDEN, "Games of tournaments have no hints.")
    if state.share:
        raise Refused(ErrorCode.FORBIDDEN, "Games that share their dice have no hints.")


def check_selection(state: GameState | None, code: str, seat: int | None, turn: int) -> None:
    """Refuse to show which dice this seat may hold in its turn of game `code`, except in the turn
    that everybody sees.
    """
    if state is not None and state.mode == "rounds":
        raise Refused(ErrorCode.FORBIDDEN, "In rounds nobody sees your dice before the end.")
    if state is None or seat not in state.acting or state.code != code:
        raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
    if state.seats[seat].turn.number != turn:
        raise Refused(ErrorCode.STALE, "The game has moved on.")


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


def check_open(room: Room) -> None:
    """Raise Refused if staff have closed the room."""
    if room.ended:
        raise Refused(ErrorCode.FORBIDDEN, "A moderator has closed this table.")


def check_not_in_tournament(room: Room) -> None:
    """Raise Refused at a table of a tournament: the paired players play one game there."""
    if room.tournament_id is not None:
        raise Refused(ErrorCode.FORBIDDEN, "This table belongs to a tournament.")


def check_between_games(room: Room) -> None:
    """Raise Refused during a game, and after one that shares its dice with other tables."""
    if room.game is not None and room.game.status == Game.Status.PLAYING:
        raise Refused(ErrorCode.ALREADY_STARTED, "The game has begun.")
    if room.game is not None and room.game.share is not None:
        raise Refused(ErrorCode.FORBIDDEN, "This table is for one game only.")


def check_host(
    room: Room, player_id: int, action: Action = Action.HOST, target: int | None = None
) -> None:
    """Raise Refused unless the player may do this as the room's host. `target`: the player whom the
    action is about.
    """
    actor = actor_at_table(player_id)
    check(actor, action, facts_of(actor, room, target))


class Visitor(NamedTuple):
    """Somebody who is welcome at a table. `is_silenced`: a moderator has taken their chat."""

    player: User
    is_silenced: bool


_removed = Room.removed.through.objects.filter(user_id=OuterRef("pk")).values("user_id")
_welcome = Prepared(
    lambda room, player: User.objects.filter(pk=player, is_active=True).annotate(
        removed=Subquery(_removed.filter(room_id=room)[:1])
    ),
    0,
    0,
)


def queries_for_visitor(room_id: int, player_id: int) -> list[Query]:
    """Return the queries whose answers `visitor_of` takes."""
    return [
        (_welcome.sql, [room_id, player_id]),
        (of_kind.sql, [Sanction.Kind.NO_CHAT.value, player_id]),
    ]


def visitor_of(room: Room, answers: Sequence[Answer], address: str = "") -> Visitor:
    """Return the player. Raise Refused if there is none, or the host has removed them.

    A newer guest from the internet `address` of a removed guest counts as removed too.
    """
    players, sanctions = answers
    if not players:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")
    player = _welcome.models(players)[0]
    was_removed = player.removed is not None  # type: ignore[attr-defined]  # annotated
    if was_removed or _has_returned(room, player, address):
        raise Refused(ErrorCode.FORBIDDEN, "The host has removed you from this table.")
    return Visitor(player, bool(which_last(of_kind.models(sanctions), utc_now())))


def find_visitor(room: Room, player_id: int, address: str = "") -> Visitor:
    """Return the player. Raise Refused as `visitor_of` does."""
    return visitor_of(room, fetch(queries_for_visitor(room.pk, player_id)), address)


def check_welcome(room: Room, player_id: int, address: str = "") -> User:
    """Return the player. Raise Refused as `find_visitor` does."""
    return find_visitor(room, player_id, address).player


def lock_player(player_id: int) -> None:
    """Raise Refused if the account was closed a moment ago. Nobody closes it before the transaction
    ends.
    """
    # With `no_key`, rows that refer to the player can still be written.
    unclosed = User.objects.select_for_update(no_key=True).filter(pk=player_id, is_active=True)
    if unclosed.first() is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")


def _has_returned(room: Room, player: User, address: str) -> bool:
    kicked_at: float | None = room.turned_away.get(address_mark(address, room.pk))
    if kicked_at is None or not player.is_guest:
        return False
    now = utc_now().timestamp()
    return kicked_at < player.date_joined.timestamp() and now - kicked_at < REMOVED_FOR_S


def check_may_speak(room: Room, visitor: Visitor) -> None:
    """Raise Refused if they may not write lines of chat: for a moderator, or for the host, who is
    never muted.
    """
    if visitor.is_silenced:
        raise refusal_of(Sanction.Kind.NO_CHAT)
    player_id = visitor.player.pk
    if room.host_id == player_id:
        return
    if player_id in room.muted:
        raise Refused(ErrorCode.FORBIDDEN, "The host has muted you.")
    mine = Q(player_id=player_id) | Q(operator_id=player_id)
    if room.spectators_muted and not room.seats.filter(mine).exists():
        raise Refused(ErrorCode.FORBIDDEN, "The host has muted all spectators.")


def check_not_apart(room: Room, player_id: int, seats: Iterable[Seat]) -> None:
    """Raise Refused if the player and the host have blocked each other. Where strangers meet, the
    same goes for everybody who sits there. The text does not tell why.
    """
    sitting = [seat.player_id for seat in seats] if room.strangers else []
    others = {room.host_id, *sitting} - {player_id}
    if others and kept_apart(player_id) & others:
        raise _seat_refused()


def _seat_refused() -> Refused:
    return Refused(ErrorCode.FORBIDDEN, "This seat is not available.")


def check_may_agree(room: Room, player_id: int, seats: Sequence[Seat]) -> None:
    """Raise Refused if somebody who sits at the table may not agree to its next game: because it
    is rated, or because of these people.
    """
    seated = {seat.player.pk: seat.player for seat in seats if seat.player is not None}
    player = seated.get(player_id)
    if room.rated:
        check_may_play_rated(player_id, player)
    if player is None or room.host_id not in seated:
        check_not_apart(room, player_id, seats)
        return
    others = seated if room.strangers else {room.host_id: seated[room.host_id]}
    # Not for somebody who sits down: `separate` would overlook them.
    if is_apart_from(player, [each for id_, each in others.items() if id_ != player_id]):
        raise _seat_refused()


def check_may_play_rated(player_id: int, known: User | None = None) -> None:
    """Raise Refused for guests, and for leavers of rated games during their pause. `known`: the
    player, if their row has just been read.
    """
    player = known or User.objects.get(pk=player_id)
    if player.is_guest:
        raise Refused(
            ErrorCode.FORBIDDEN,
            "Rated games need an account. Choose a password, or play a casual game.",
        )
    now = utc_now()
    sanctions = find_in_force(player_id, Sanction.Kind.NO_RATED, now)
    minutes = leavers.minutes_to_wait(sanctions, now)
    if minutes:
        raise Refused(
            ErrorCode.FORBIDDEN,
            "You left a rated game, so the site pauses rated games for you: %(minutes)s min more. "
            "Casual games are open now.",
            minutes=minutes,
        )
    if sanctions:
        raise refusal_of(Sanction.Kind.NO_RATED)


def check_not_paired(room: Room) -> None:
    """Raise Refused while a paired table waits for its players to connect."""
    if room.begins_by is not None and room.begins_by > utc_now():
        raise Refused(ErrorCode.FORBIDDEN, "The game is about to start.")
